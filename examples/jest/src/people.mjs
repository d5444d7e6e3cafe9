/** Adds and finds users of the course administration. It has no dependency on the emulator. */

export function createPeople({ baseUrl, token }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  return {
    /** Returns the new user, or the problems by field. */
    async add(person) {
      const init = { method: 'POST', headers, body: JSON.stringify(person) }
      const response = await fetch(`${baseUrl}/users`, init)
      const body = await response.json()
      return response.ok ? { user: body } : { problems: body.errors }
    },

    /** Returns the user, or undefined. */
    async find(id) {
      const response = await fetch(`${baseUrl}/users/${id}`, { headers })
      return response.ok ? response.json() : undefined
    },
  }
}
