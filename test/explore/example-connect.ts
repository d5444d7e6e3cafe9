/** Connects the example integration and its own LMS to an exploration. */
import type { Connect, Connection } from '../../src/scenarios/integration.ts'
import { createLms, type Lms } from '../examples/lms/lms/lms.ts'
import type { Config } from '../examples/lms/middleware/config.ts'
import { createMiddleware, type Middleware } from '../examples/lms/middleware/middleware.ts'

export type MiddlewareFactory = (config: Config) => Middleware

/** The accounts and the course access of the LMS, without ids that depend on the order of work. */
export const lmsState = ({ state }: Lms): unknown => ({
  accounts: [...state.accounts.values()]
    .map(({ id: _, external_id: __, ...account }) => account)
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  access: [...state.courses.values()]
    .flatMap(({ key, students, teachers }) =>
      Object.entries({ students, teachers }).flatMap(([role, ids]) =>
        [...ids].map((id) => `${key} ${role} ${state.accounts.get(id)?.email}`),
      ),
    )
    .sort(),
})

export const exampleConnect =
  (create: MiddlewareFactory = createMiddleware): Connect =>
  ({ baseUrl, token, secret, fetch, now, sleep, storage }: Connection) => {
    const lms = createLms({ storage })
    const middleware = create({
      baseUrl,
      token,
      secret,
      lms: {
        baseUrl: 'https://lms.test',
        fetch: (url, init) => lms.fetch(new Request(url, init)),
      },
      fetch,
      now,
      sleep,
      storage,
    })
    return {
      fetch: middleware.fetch,
      resync: () => middleware.resync(),
      state: () => lmsState(lms),
      problems: () => middleware.memory.deadLetters(),
    }
  }
