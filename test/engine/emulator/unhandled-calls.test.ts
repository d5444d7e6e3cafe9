/** The advice for calls that no operation answers. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { describeUnhandledCalls } from '../../../src/engine/emulator/reports/unhandled-calls.ts'

/** The error for calls to an emulator at a base URL. */
async function errorOf(baseUrl: string, calls: readonly string[]) {
  const emulator = createEmulator({ world: 'small-school', baseUrl })
  for (const call of calls) {
    const [method = '', path = ''] = call.split(' ')
    await emulator.fetch(path, { method, headers: emulator.headers })
  }
  return describeUnhandledCalls(contextOf(emulator))
}

const host = 'http://localhost'
const base = `${host}/api/v1`

test.each([
  [base, ['GET /users', 'GET /users/4711'], undefined],
  [base, ['GET /user'], 'Did you mean GET /users?'],
  [base, ['GET /nothing/at/all'], 'Check the method and the path.'],
  [base, ['GET /user', 'GET /cours'], 'Did you mean GET /users or GET /courses?'],
  [base, ['GET /user', 'GET /user'], 'Did you mean GET /users?'],
  [base, ['GET /api/v1/users'], 'Did you mean GET /users? `baseUrl` already ends in /api/v1.'],
  [base, ['DELETE /users/2'], 'An administrator does this: `act.deleteUser`.'],
  [base, ['POST /users/2/merge'], '`act.mergeUsers`.'],
  [base, ['GET /users/2/merge'], /^Did you mean GET \/users\/\{id\}\?$/],
  [base, ['POST /users/2/merge/3'], /^Did you mean [^`]*\?$/],
  [
    host,
    ['GET /v1/users'],
    `\`baseUrl\` has no path: give "${host}/v1", or call ${host} without /v1.`,
  ],
  [
    host,
    ['GET /api/v1/users/2'],
    `\`baseUrl\` has no path: give "${host}/api/v1", or call ${host} without /api/v1.`,
  ],
  [host, ['GET /nothing'], 'Check the method and the path.'],
  [host, ['GET /users/nothing/users'], 'without /users/nothing.'],
])('at %s: %j', async (baseUrl, calls, advice) => {
  const error = await errorOf(baseUrl, calls)
  if (advice === undefined) return expect(error).toBeUndefined()
  expect(error).toMatchObject({
    action: `answer ${calls.join(' and ')}`,
    reason: 'the service has no such operation',
  })
  if (typeof advice === 'string') expect(error?.advice).toContain(advice)
  else expect(error?.advice).toMatch(advice)
})
