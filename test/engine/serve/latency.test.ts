/** The option `latency`: each response takes time on the emulator's clock. */
import { describe, expect, test } from 'vitest'
import { createEmulator } from '../../../src/service/create-emulator.ts'
import type { EmulatorOptions } from '../../../src/engine/emulator/options.ts'

const start = Date.parse('2026-01-05T09:00:00.000Z')

const emulatorWith = (options: EmulatorOptions) => createEmulator({ world: 'empty', ...options })

describe('latency', () => {
  test.each(['virtual', 'auto'] as const)('takes time on a clock of mode %s', async (clock) => {
    const emulator = emulatorWith({ clock, latency: { readMs: 80, writeMs: 150 } })
    const { headers, fetch } = emulator
    const work = async () => {
      const list = await fetch('/users', { headers })
      const json = { ...headers, 'content-type': 'application/json' }
      const body = JSON.stringify({
        first_name: 'Mia',
        last_name: 'Berg',
        email: 'mia@example.org',
      })
      const created = await fetch('/users', { method: 'POST', headers: json, body })
      const missing = await fetch('/nothing', { headers })
      return [list.status, created.status, missing.status]
    }
    const statuses = clock === 'auto' ? await work() : await emulator.run(work)
    expect(statuses).toEqual([200, 201, 404])
    expect(emulator.now().getTime() - start).toBe(80 + 150 + 80)
  })

  test('of one number applies to reads and writes', async () => {
    const emulator = emulatorWith({ latency: { ms: 30 } })
    const { headers } = emulator
    await emulator.run(() => emulator.fetch('/users', { headers }))
    await emulator.run(() => emulator.fetch('/labels/1', { method: 'DELETE', headers }))
    expect(emulator.now().getTime() - start).toBe(60)
  })

  test.each([
    [{ readMs: 40 }],
    [{ writeMs: 40 }],
    [{ readMs: 40, writeMs: 0 }],
    [{ readMs: 0, writeMs: 40 }],
  ])('%j leaves the other calls without', async (latency) => {
    const emulator = emulatorWith({ latency })
    const { headers } = emulator
    await emulator.run(() => emulator.fetch('/users', { headers }))
    await emulator.run(() => emulator.fetch('/labels/1', { method: 'DELETE', headers }))
    expect(emulator.now().getTime() - start).toBe(40)
  })

  test('delays the response, not the write', async () => {
    const emulator = emulatorWith({ latency: { ms: 1_000 } })
    const body = JSON.stringify({ first_name: 'Mia', last_name: 'Berg', email: 'mia@example.org' })
    const headers = { ...emulator.headers, 'content-type': 'application/json' }
    let status: number | undefined
    const response = emulator.fetch('/users', { method: 'POST', headers, body })
    void response.then((answer) => (status = answer.status))
    expect(emulator.rows('users', { first_name: 'Mia' })).toHaveLength(1)
    await emulator.advance({ ms: 999 })
    expect(status).toBeUndefined()
    await emulator.advance({ ms: 1 })
    expect(status).toBe(201)
  })

  test('of parallel calls passes once', async () => {
    const emulator = emulatorWith({ latency: { ms: 80 } })
    const { headers } = emulator
    const calls = () => Promise.all([1, 2, 3].map(() => emulator.fetch('/users', { headers })))
    await emulator.run(calls)
    expect(emulator.now().getTime() - start).toBe(80)
  })

  test.each([
    [1_000, '09:00:01'],
    [86_400_000, '2026-01-06 09:00:00'],
  ])('of %i ms is in the transcript until the response is sent', async (latency, until) => {
    const emulator = emulatorWith({ latency: { ms: latency } })
    const response = emulator.fetch('/users', { headers: emulator.headers })
    const lastLine = () => emulator.transcript({ kind: 'request' }).split('\n').at(-1)
    expect(lastLine()).toMatch(new RegExp(` GET /users -> 200, answer waits until ${until}$`))
    await emulator.advance({ ms: latency })
    await response
    expect(lastLine()).toMatch(/ GET \/users -> 200$/)
  })

  test('adds to the latency of a fault, and applies to a 429', async () => {
    const emulator = emulatorWith({ latency: { ms: 80 }, rateLimit: { requestsPerWindowMax: 1 } })
    const { headers } = emulator
    emulator.fault({ operation: 'get_users', times: 1, with: { latency_ms: 1_000 } })
    const list = async () => (await emulator.fetch('/users', { headers })).status
    expect(await emulator.run(list)).toBe(200)
    expect(emulator.now().getTime() - start).toBe(1_080)
    expect(await emulator.run(list)).toBe(429)
    expect(emulator.now().getTime() - start).toBe(1_160)
  })

  test('lets a run make more than 10,000 jumps', { timeout: 60_000 }, async () => {
    const emulator = emulatorWith({
      latency: { ms: 1 },
      rateLimit: { requestsPerWindowMax: Infinity },
    })
    const { headers } = emulator
    await emulator.run(async () => {
      for (let call = 0; call < 10_500; call += 1) await emulator.fetch('/labels', { headers })
    })
    expect(emulator.now().getTime() - start).toBe(10_500)
  })

  test.each([
    [-1, /"latency" is -1/],
    [{ ms: -1 }, /"ms"/],
    [{ readMs: '80' }, /"latency.readMs" is "80"/],
    [{ readms: 80 }, /Did you mean "readMs"/],
    ['80 seconds', /"latency" is "80 seconds". Give a duration such as "80ms"/],
  ])('of %j is refused', (latency, message) => {
    expect(() => emulatorWith({ latency: latency as never })).toThrow(message)
  })

  test('of a fork is that of its parent', async () => {
    const emulator = emulatorWith({ latency: { ms: 80 } }).fork()
    await emulator.run(() => emulator.fetch('/users', { headers: emulator.headers }))
    expect(emulator.now().getTime() - start).toBe(80)
  })
})
