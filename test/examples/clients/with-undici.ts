/**
 * The client with undici from npm. The emulator intercepts requests through the global dispatcher. A client
 * with its own `Agent` needs the address of a server: see undici.test.ts.
 */
import { type Dispatcher, request } from 'undici'
import { type Config, nextPage, type People, Refused, TooMany, type User } from './people.ts'

export function peopleWithUndici({ baseUrl, token }: Config): People {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  return {
    async all() {
      const users: User[] = []
      let url: string | undefined = `${baseUrl}/users?per_page=2`
      while (url) {
        const response: Dispatcher.ResponseData = await request(url, { headers })
        users.push(...((await response.body.json()) as User[]))
        url = nextPage(response.headers['link'] as string | undefined)
      }
      return users
    },
    async add(person) {
      const body = JSON.stringify(person)
      const response = await request(`${baseUrl}/users`, { method: 'POST', headers, body })
      const answer = (await response.body.json()) as User & { errors: Record<string, string[]> }
      if (response.statusCode === 422) throw new Refused(answer.errors)
      if (response.statusCode === 429) throw new TooMany(Number(response.headers['retry-after']))
      return answer
    },
  }
}
