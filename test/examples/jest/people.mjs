/** Adds people to the course administration, and finds them. It knows no emulator. */

export function createPeople({ baseUrl, token }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  return {
    /** The new user, or what is wrong by field. */
    async add(person) {
      const init = { method: 'POST', headers, body: JSON.stringify(person) }
      const response = await fetch(`${baseUrl}/users`, init)
      const answer = await response.json()
      return response.ok ? { user: answer } : { problems: answer.errors }
    },

    /** The user, or undefined. */
    async find(id) {
      const response = await fetch(`${baseUrl}/users/${id}`, { headers })
      return response.ok ? response.json() : undefined
    },
  }
}
