/** The example LMS keeps a log of its changes, and repeats it after a crash. */
import { expect, test } from 'vitest'
import { createLms } from '../../examples/lms/lms/lms.ts'

test('an LMS that starts again on its storage has the same state, also after refused calls', () => {
  const values = new Map<string, unknown>()
  const storage = {
    get: <T>(key: string) => values.get(key) as T | undefined,
    set: (key: string, value: unknown) => void values.set(key, value),
  }
  const lms = createLms({ storage })
  const call = (method: string, path: string, body: object = {}): number =>
    lms.answer(method, `https://lms.test${path}`, JSON.stringify(body)).status
  const statuses = [
    call('POST', '/accounts', { email: 'mia@berg.test', external_id: 'p-1' }),
    call('POST', '/accounts', { email: 'mia@berg.test' }),
    call('POST', '/accounts', { email: 'tom@berg.test' }),
    call('PATCH', '/accounts/acc-2', { name: 'Tom' }),
    call('PUT', '/courses/c-1', { title: 'Wine' }),
    call('PUT', '/courses/c-1', { title: 'Wine' }),
    call('PUT', '/courses/c-1/students/acc-2'),
    call('POST', '/accounts/acc-2/merge', { into: 'acc-1' }),
    call('DELETE', '/courses/c-1/teachers/acc-1'),
    call('POST', '/accounts', { email: 'eva@berg.test' }),
  ]
  expect(statuses).toEqual([200, 409, 200, 200, 200, 200, 200, 200, 200, 200])
  expect(createLms({ storage }).state).toEqual(lms.state)
  expect([...lms.state.accounts.keys()]).toEqual(['acc-1', 'acc-3'])
})
