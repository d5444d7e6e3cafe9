/** The auto clock: it jumps while code awaits a response, and otherwise does not move. */
import { createEmulator, type Emulator, type EmulatorOptions } from 'course-admin-emulator'
import { setupEmulator } from 'course-admin-emulator/node'
import { afterEach, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'

const url = 'https://app.test/hooks'
const emulators: Emulator[] = []
afterEach(() => {
  for (const emulator of emulators.splice(0)) emulator.close()
})

function fresh(options: EmulatorOptions = {}): Emulator {
  const emulator = createEmulator({ world: 'empty', clock: 'auto', ...options })
  emulators.push(emulator)
  return emulator
}

const time = (emulator: Emulator): string => emulator.now().toISOString().slice(11, 19)

test('it starts like a virtual clock and does not move until code waits', async () => {
  const emulator = fresh()
  emulator.given('enrollments', { status: 'confirmed' })
  await emulator.settle()
  expect(emulator.now().toISOString()).toBe('2026-01-05T09:00:00.000Z')
})

test('a sleep ends at once, after the tasks that are due before it', async () => {
  const emulator = fresh()
  const seen: string[] = []
  const early = emulator.sleep('5m').then(() => seen.push(`early ${time(emulator)}`))
  await emulator.sleep('90m')
  await early
  expect([...seen, time(emulator)]).toEqual(['early 09:05:00', '10:30:00'])
  expect(emulator.journal().map(({ kind }) => kind)).toEqual(['clock', 'clock'])
})

test('a client that backs off with emulator.sleep succeeds', async () => {
  using emulator = setupEmulator({
    world: 'empty',
    clock: 'auto',
    rateLimit: { requestsPerWindowMax: 2, windowMs: 300_000 },
  }).listen()
  const moments: string[] = []
  for (let i = 0; i < 5; i += 1) {
    const call = () => fetch(`${emulator.baseUrl}/users`, { headers: emulator.headers })
    const response = await call()
    if (response.status === 429) {
      await emulator.sleep(`${response.headers.get('retry-after')}s`)
      await call()
    }
    moments.push(time(emulator))
  }
  expect(moments).toEqual(['09:00:00', '09:00:00', '09:05:00', '09:05:00', '09:10:00'])
})

test('deliveries start without advance; the clock waits for a response, not for a retry', async () => {
  const emulator = fresh()
  const hook = emulator.receiver({ url, answer: { status: 503, latency: '9s' } })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.settle()
  expect(hook.transcript).toEqual(['09:00:00  user.deleted  attempt 1  503'])
  expect(time(emulator)).toBe('09:00:09')
  expect(emulator.pending()).toMatchObject([{ kind: 'retry' }])
  await emulator.sleep('5m')
  expect(hook.transcript).toHaveLength(2)
})

test('a receiver that sleeps or never responds takes no real time', async () => {
  const emulator = fresh()
  const served: string[] = []
  const slow = emulator.receiver({
    url,
    async answer() {
      await emulator.sleep('12s')
      served.push(time(emulator))
      return 200
    },
  })
  const mute = emulator.receiver({ url: `${url}/2`, answer: () => new Promise(() => undefined) })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.settle()
  expect(served).toEqual(['09:00:12'])
  expect(slow.transcript).toEqual(['09:00:00  user.deleted  attempt 1  no answer in 10 s'])
  expect(mute.transcript).toEqual(slow.transcript)
})

test('an advance runs, although other code sleeps forever', async () => {
  const emulator = fresh()
  let polls = 0
  void (async () => {
    for (;;) {
      await emulator.sleep('1m')
      polls += 1
    }
  })()
  await emulator.advance('1h')
  expect(polls).toBeGreaterThanOrEqual(60)
  await expect(emulator.settle()).rejects.toThrow(
    /there is still code that sleeps on the clock\. Pending: the end of a sleep at \S+ \S+\. Call `advance\(duration\)` in place of `settle\(\)`/,
  )
})

test('a runaway task rejects a sleep', async () => {
  const emulator = fresh()
  const { clock } = contextOf(emulator)
  clock.registerHandler(
    'echo',
    () => void clock.schedule({ at: clock.now(), kind: 'echo', payload: 0 }),
  )
  const slept = emulator.sleep('1m')
  clock.schedule({ at: clock.now() + 1_000, kind: 'echo', payload: 0 })
  await expect(slept).rejects.toThrow('"echo" keeps rescheduling itself')
})

test('forks and other emulators jump independently', async () => {
  const parent = fresh()
  const fork = parent.fork()
  emulators.push(fork)
  await fork.sleep('1h')
  await fresh().sleep('1d')
  expect([time(parent), time(fork)]).toEqual(['09:00:00', '10:00:00'])
})

test('a stopped clock does not jump', async () => {
  const emulator = fresh()
  emulator.close()
  let woke = false
  void emulator.sleep('1m').then(() => (woke = true))
  await emulator.settle()
  expect([woke, time(emulator)]).toEqual([false, '09:00:00'])
})
