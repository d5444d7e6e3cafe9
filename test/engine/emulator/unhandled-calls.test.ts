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

const given = (path: string): string =>
  `\`baseUrl\` has no path: give "${host}${path}", or call ${host} without ${path}.`

test.each([
  [base, ['GET /users', 'GET /users/4711'], undefined],
  [base, ['GET /user'], 'Did you mean GET /users?'],
  [base, ['GET /nothing/at/all'], 'Check the method and the path.'],
  [base, ['GET /user', 'GET /cours'], 'Did you mean GET /users or GET /courses?'],
  [base, ['GET /user', 'GET /user'], 'Did you mean GET /users?'],
  [base, ['GET /api/v1/users'], 'Did you mean GET /users? `baseUrl` already ends in /api/v1.'],
  [base, ['DELETE /users/2'], 'An administrator does this: `act.deleteUser`.'],
  [base, ['POST /users/2/merge'], 'An administrator does this: `act.mergeUsers`.'],
  [base, ['GET /users/2/merge'], 'Did you mean GET /users/{id}?'],
  [base, ['POST /users/2/merge/3'], 'Did you mean GET /users/{id} or PUT /users/{id}?'],
  [
    base,
    ['POST /users/create'],
    'Did you mean POST /users? An administrator does this: `act.createUser`.',
  ],
  [base, ['POST /enrollments?x=1'], 'An administrator does this: `act.enroll`.'],
  [base, ['POST /meetings'], 'An administrator does this: `act.create("meetings", { … })`.'],
  [base, ['POST /course'], 'Did you mean POST /courses?'],
  [base, ['POST /widgets'], 'Check the method and the path.'],
  [
    base,
    ['POST /enrollments', 'DELETE /users/2', 'GET /cours'],
    'Did you mean GET /courses? An administrator does this: `act.enroll` and `act.deleteUser`.',
  ],
  [host, ['GET /v1/users'], given('/v1')],
  [host, ['GET /api/v1/users/2'], given('/api/v1')],
  [host, ['GET /nothing'], 'Check the method and the path.'],
  [host, ['GET /users/nothing/users'], given('/users/nothing')],
  [host, ['GET /nothing', 'GET /v1/users?page=2'], given('/v1')],
])('at %s: %j', async (baseUrl, calls, advice) => {
  const expected = {
    action: `answer ${calls.join(' and ')}`,
    reason: 'the service has no such operation',
    advice,
  }
  expect(await errorOf(baseUrl, calls)).toEqual(advice === undefined ? undefined : expected)
})
