/** The client with `node:http` alone. */
import { type IncomingMessage, request } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { json } from 'node:stream/consumers'
import { type Config, nextPage, type People, Refused, TooMany, type User } from './people.ts'

export function peopleWithNodeHttp({ baseUrl, token }: Config): People {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const open = baseUrl.startsWith('https:') ? requestSecurely : request

  const send = (method: string, url: string, body?: object): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const call = open(url, { method, headers }, resolve).on('error', reject)
      call.end(body && JSON.stringify(body))
    })

  return {
    async all() {
      const users: User[] = []
      let url: string | undefined = `${baseUrl}/users?per_page=2`
      while (url) {
        const response = await send('GET', url)
        users.push(...((await json(response)) as User[]))
        url = nextPage(response.headers.link as string | undefined)
      }
      return users
    },
    async add(person) {
      const response = await send('POST', `${baseUrl}/users`, person)
      const answer = (await json(response)) as User & { errors: Record<string, string[]> }
      if (response.statusCode === 422) throw new Refused(answer.errors)
      if (response.statusCode === 429) throw new TooMany(Number(response.headers['retry-after']))
      return answer
    },
  }
}
