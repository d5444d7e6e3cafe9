/** The client with axios, which throws for every status that is not 2xx. */
import { create, isAxiosError } from 'axios'
import { type Config, nextPage, type People, Refused, TooMany, type User } from './people.ts'

export function peopleWithAxios({ baseUrl, token }: Config): People {
  const api = create({ baseURL: baseUrl, headers: { authorization: `Bearer ${token}` } })
  api.interceptors.response.use(undefined, (error: unknown) => {
    const response = isAxiosError(error) ? error.response : undefined
    if (response?.status === 422) throw new Refused(response.data.errors)
    if (response?.status === 429) throw new TooMany(Number(response.headers['retry-after']))
    throw error
  })

  return {
    async all() {
      const users: User[] = []
      let url: string | undefined = '/users?per_page=2'
      while (url) {
        const { data, headers }: { data: User[]; headers: { link?: string } } = await api.get(url)
        users.push(...data)
        url = nextPage(headers.link)
      }
      return users
    },
    add: async (person) => (await api.post<User>('/users', person)).data,
  }
}
