/** The client with ky. Its own retries after a 429 are switched off. */
import ky, { HTTPError, type KyResponse } from 'ky'
import { type Config, nextPage, type People, Refused, TooMany, type User } from './people.ts'

export function peopleWithKy({ baseUrl, token }: Config): People {
  const api = ky.extend({ headers: { authorization: `Bearer ${token}` }, retry: 0 })

  return {
    async all() {
      const users: User[] = []
      let url: string | undefined = `${baseUrl}/users?per_page=2`
      while (url) {
        const response: KyResponse<User[]> = await api.get<User[]>(url)
        users.push(...(await response.json()))
        url = nextPage(response.headers.get('link'))
      }
      return users
    },
    async add(person) {
      try {
        return await api.post<User>(`${baseUrl}/users`, { json: person }).json()
      } catch (error) {
        throw error instanceof HTTPError ? await understood(error) : error
      }
    },
  }
}

async function understood(error: HTTPError): Promise<Error> {
  const { status, headers } = error.response
  if (status === 422) {
    const { errors } = await error.response.json<{ errors: Record<string, string[]> }>()
    return new Refused(errors)
  }
  return status === 429 ? new TooMany(Number(headers.get('retry-after'))) : error
}
