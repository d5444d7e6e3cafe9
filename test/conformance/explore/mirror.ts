/** A small integration that mirrors the last names of users, and scenarios for it. */
import { type Connect, type Scenario, scenario } from '../../../src/scenarios.ts'

/** The state of a mirror, and the problems that it reports. */
interface Mirror {
  names: Record<number, string>
  problems: string[]
}

export type MirrorChange = Partial<ReturnType<Connect>> | ((mirror: Mirror) => object)

/** Mirrors last names: reads the user of each event, and all users in a synchronization. */
export const mirror =
  (change: MirrorChange = {}, query = 'per_page=100'): Connect =>
  ({ baseUrl, token, fetch, sleep }) => {
    const own: Mirror = { names: {}, problems: [] }
    const headers = { authorization: `Bearer ${token}` }
    async function get(url: string): Promise<Response> {
      for (let attempt = 1; ; attempt += 1) {
        const response = await fetch(url, { headers }).catch(() => undefined)
        if (response?.status === 404) return Response.json(null)
        const body = response?.ok ? await response.json().catch(() => undefined) : undefined
        if (body !== undefined) return Response.json(body, response as Response)
        if (attempt === 100) throw new Error(`no answer to ${url}`)
        await sleep('1m')
      }
    }
    const integration = {
      async fetch(request: Request) {
        const { event, event_data } = (await request.json()) as {
          event: string
          event_data: { id: number }
        }
        const path = `${baseUrl}/users/${event_data.id}`
        const user = (await (await get(path)).json()) as { last_name: string } | null
        if (user === null || event === 'user.deleted') delete own.names[event_data.id]
        else own.names[event_data.id] = user.last_name
        return new Response(null, { status: 204 })
      },
      async resync() {
        const found: Record<number, string> = {}
        for (let url: string | undefined = `${baseUrl}/users?${query}`; url;) {
          const response = await get(url)
          for (const { id, last_name } of (await response.json()) as {
            id: number
            last_name: string
          }[])
            if (id > 1) found[id] = last_name
          url = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
        }
        own.names = found
      },
      state: () => own.names,
      problems: () => own.problems,
    }
    return { ...integration, ...(typeof change === 'function' ? change(own) : change) }
  }

/** A mirror with another page size in each run, so that no run reaches a choice point of the baseline run. */
export function unsteadyMirror(): Connect {
  let runs = 0
  return (connection) => {
    runs += 1
    const query = `per_page=${10 + runs}`
    const { baseUrl, fetch } = connection
    const readList: typeof fetch = async (input, init) => {
      const id = /(?<=\/users\/)\d+$/.exec(input as string)?.[0]
      if (id === undefined) return fetch(input, init)
      const users = (await (await fetch(`${baseUrl}/users?${query}`, init)).json()) as {
        id: number
      }[]
      return Response.json(users.find((each) => each.id === Number(id)))
    }
    return mirror({}, query)({ ...connection, fetch: readList })
  }
}

/** A scenario in which users change their last names, each in a step of its own. */
export const renamesOf = (count: number): Scenario =>
  scenario(
    `renames-of-${count}`,
    {
      summary: `${count} users change their last names.`,
      given: (emulator) =>
        Array.from({ length: count }, (_, i) =>
          emulator.given('users', { last_name: `Berg ${i + 1}` }),
        ),
    },
    async ({ emulator, step, given }) => {
      for (const [i, user] of given.entries()) {
        await step(`User ${i + 1} marries`, () =>
          emulator.act.updateUser({ user, last_name: `Dekker ${i + 1}` }),
        )
      }
    },
  ) as unknown as Scenario
