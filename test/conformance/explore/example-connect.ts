/** Connects the example integration and its own LMS to an exploration. */
import type { Emulator } from '../../../src/engine/emulator/emulator-api.ts'
import type { Connect, Connection } from '../../../src/conformance/scenario/integration.ts'
import { createLms, type Lms } from '../../examples/lms/lms/lms.ts'
import type { Account } from '../../examples/lms/lms/state.ts'
import type { Config } from '../../examples/lms/middleware/config.ts'
import { createMiddleware, type Middleware } from '../../examples/lms/middleware/middleware.ts'

export type MiddlewareFactory = (config: Config) => Middleware

/**
 * What must end up equal: the people with course access, and active accounts that belong to no user. It
 * omits ids, which depend on the order of work, and accounts without access, which have no effect.
 */
function lmsState({ state }: Lms, emulator: Emulator): unknown {
  const userEmails = new Set(emulator.rows('users').map(({ email }) => email))
  const profileOf = ({ email, name, language }: Account): string => `${name} <${email}> ${language}`
  const access = [...state.courses.values()].flatMap(({ key, title, students, teachers }) =>
    Object.entries({ students, teachers }).flatMap(([role, ids]) =>
      [...ids]
        .map((id) => state.accounts.get(id))
        .filter((account) => account?.active)
        .map((account) => `${key} ${title}, ${role}: ${profileOf(account as Account)}`),
    ),
  )
  const orphans = [...state.accounts.values()]
    .filter(({ active, email }) => active && !userEmails.has(email))
    .map(profileOf)
  return { access: access.sort(), orphans: orphans.sort() }
}

const noHeaders = new Headers()

/** The LMS of each run: it is another system, which a crash of the integration does not end. */
const learningSystems = new WeakMap<Emulator, Lms>()

function lmsOf(emulator: Emulator): Lms {
  const lms = learningSystems.get(emulator) ?? createLms({ accountId: accountIdIn(emulator) })
  learningSystems.set(emulator, lms)
  return lms
}

/** The `fetch` of the LMS. It makes no `Request` and no `Response`, which take longer than the answer. */
const lmsFetch =
  (lms: Lms, signal: AbortSignal): typeof fetch =>
  async (url, { method = 'GET', body } = {}) => {
    if (signal.aborted) return new Promise<never>(() => {})
    const { status, text } = lms.answer(method, String(url), String(body ?? ''))
    return {
      ok: status < 300,
      status,
      headers: noHeaders,
      text: async () => text,
      json: async () => JSON.parse(text) as unknown,
    } as Response
  }

const refusedProblem = 'deliveries were refused: their signature is not valid'

/**
 * The id of a new account: it depends on the person and not on the order of work. People with the same first name have
 * their email in it, which can change.
 */
const accountIdIn =
  (emulator: Emulator) =>
  ({ name = '', email = '' }: { name?: string; email?: string }): string => {
    const [first = ''] = name.split(' ')
    return `acc-${emulator.rows('users', { first_name: first }).length > 1 ? email : first}`
  }

export const exampleConnect =
  (create: MiddlewareFactory = createMiddleware): Connect =>
  ({ emulator, baseUrl, token, secret, fetch, now, sleep, signal, storage }: Connection) => {
    const lms = lmsOf(emulator)
    const middleware = create({
      baseUrl,
      token,
      secret,
      lms: { baseUrl: 'https://lms.test', fetch: lmsFetch(lms, signal) },
      fetch,
      now,
      sleep: (ms) => sleep({ ms }),
      storage,
    })
    return {
      fetch: middleware.fetch,
      resync: () => middleware.resync(),
      state: () => lmsState(lms, emulator),
      // The data of an event can contain personal data, so that a report names the event only.
      problems: () => [
        ...middleware.memory
          .deadLetters()
          .map(({ job: { id, event }, reason, count }) => `${event} ${id} (${count}): ${reason}`),
        ...(middleware.memory.refusedCount() > 0 ? [refusedProblem] : []),
      ],
    }
  }
