/** The client with `fetch` alone. */
import {
  type Config,
  nextPage,
  type People,
  type Person,
  Refused,
  TooMany,
  type User,
} from './people.ts'

export function peopleWithFetch({ baseUrl, token }: Config): People {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  return {
    async all() {
      const users: User[] = []
      let url: string | undefined = `${baseUrl}/users?per_page=2`
      while (url) {
        const response: Response = await fetch(url, { headers })
        users.push(...((await response.json()) as User[]))
        url = nextPage(response.headers.get('link'))
      }
      return users
    },
    async add(person: Person) {
      const body = JSON.stringify(person)
      const response = await fetch(`${baseUrl}/users`, { method: 'POST', headers, body })
      const answer = await response.json()
      if (response.status === 422) throw new Refused(answer.errors)
      if (response.status === 429) throw new TooMany(Number(response.headers.get('retry-after')))
      return answer as User
    },
  }
}
