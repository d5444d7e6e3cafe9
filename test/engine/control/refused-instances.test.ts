/** A refused instance is closed. Fake timers count the wake-ups that open emulators wait for. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let index: typeof import('course-admin-emulator')
let server: typeof import('course-admin-emulator/server')

// Note: the machine reads the timers when it is loaded, so it is loaded after they are replaced.
beforeAll(async () => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000 })
  // Note: a fake timer without its clock is one of the host.
  Object.assign(globalThis.setTimeout, { clock: undefined })
  index = await import('course-admin-emulator')
  server = await import('course-admin-emulator/server')
})
afterAll(() => void vi.useRealTimers().resetModules())

const origin = 'http://localhost:3000'

test.each([
  ['forks', { key: 'a' }, 'instance_taken'],
  ['forks', { key: 'b', snapshot: 'nope' }, 'unknown_snapshot'],
  ['instances', { key: 'a', clock: 'system', world: 'small-school' }, 'instance_taken'],
])('POST %s %j leaves no clock running', async (path, body, code) => {
  const baseUrl = `${origin}/api/v1`
  const emulator = index.createEmulator({ world: 'small-school', baseUrl, clock: 'system' })
  const handle = server.createHandler(emulator)
  const post = async (to: string, said: object): Promise<unknown> => {
    const url = `${origin}/_emulator/${to}`
    const response = await handle(new Request(url, { method: 'POST', body: JSON.stringify(said) }))
    return response.json()
  }
  await post('instances', { key: 'a', world: 'empty' })
  const hook = emulator.receiver({ url: 'https://app.test/hooks', answer: 503 })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await vi.advanceTimersByTimeAsync(100)
  expect(hook.deliveries).toHaveLength(1)
  const timerCount = vi.getTimerCount()
  expect(timerCount).toBeGreaterThan(0)
  expect(await post(path, body)).toMatchObject({ error: { code } })
  expect(vi.getTimerCount()).toBe(timerCount)
  emulator.close()
})
