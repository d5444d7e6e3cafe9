/** Connects the middleware and its LMS to the commands `capacity`, `check` and `explore`. */
import type { Connect } from 'course-admin-emulator/capacity'
import { createLms } from './lms/lms.ts'
import { createMiddleware } from './middleware/middleware.ts'

export const connect: Connect = ({ storage, sleep, ...connection }) => {
  const { state, fetch } = createLms({ storage })
  const middleware = createMiddleware({
    ...connection,
    storage,
    sleep: (ms) => sleep({ ms }),
    lms: {
      baseUrl: 'https://lms.test',
      fetch: (url, init) => fetch(new Request(url, init)),
    },
  })
  return { fetch: middleware.fetch, resync: middleware.resync, state: () => [...state.courses] }
}
