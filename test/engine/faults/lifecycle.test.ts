/** The lifecycle of a fault: the calls it hits, its end, and its part in saved state. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { endFaults } from '../../support/internals.ts'

describe('a fault', () => {
  const statuses = async (emulator: Emulator, count: number): Promise<number[]> => {
    const seen: number[] = []
    for (let i = 0; i < count; i += 1) {
      seen.push((await emulator.fetch('/users', { headers: emulator.headers })).status)
    }
    return seen
  }

  test.each([
    [{}, [500, 500, 500, 500]],
    [{ times: 2 }, [500, 500, 200, 200]],
    [{ nth: 3 }, [200, 200, 500, 200]],
    [{ nth: 2, times: 2 }, [200, 500, 500, 200]],
    [{ nth: 1 }, [500, 200, 200, 200]],
    [{ operation: 'get_courses' }, [200, 200, 200, 200]],
    [{ path: '/users' }, [500, 500, 500, 500]],
    [{ path: '/users/{id}' }, [200, 200, 200, 200]],
  ] as const)('of %j hits its calls and no others', async (rule, expected) => {
    const emulator = createEmulator({ world: 'empty' })
    const fault = emulator.fault({ ...rule, with: { status: 500 } })
    expect(await statuses(emulator, 4)).toEqual(expected)
    expect(fault.hits).toBe(expected.filter((status) => status === 500).length)
  })

  test('hits between two times of the clock', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const { rule } = emulator.fault({
      from: '10m',
      until: '2026-01-05T09:20:00Z',
      with: { status: 502 },
    })
    expect(rule).toMatchObject({
      from: '2026-01-05T09:10:00.000Z',
      until: '2026-01-05T09:20:00.000Z',
    })
    expect(await statuses(emulator, 1)).toEqual([200])
    await emulator.advance('10m')
    expect(await statuses(emulator, 1)).toEqual([502])
    await emulator.advance('9m59s')
    expect(await statuses(emulator, 1)).toEqual([502])
    await emulator.advance('1s')
    expect(await statuses(emulator, 1)).toEqual([200])
  })

  test('and another that hits the same call combine, and the first takes precedence', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const first = emulator.fault({ with: { status: 500 } })
    const second = emulator.fault({ nth: 2, with: { status: 502, body: 'empty' } })
    await emulator.fetch('/users')
    const response = await emulator.fetch('/users')
    expect([response.status, await response.text()]).toEqual([500, ''])
    expect(response.headers.get('x-emulator-fault')).toBe('fault-1, fault-2')
    expect([first.hits, second.hits]).toEqual([2, 1])
  })

  test('applies before the rate limit and does not count towards it', async () => {
    const emulator = createEmulator({ world: 'empty', rateLimit: { requestsPerWindowMax: 2 } })
    emulator.fault({ times: 3, with: { status: 500 } })
    expect(await statuses(emulator, 6)).toEqual([500, 500, 500, 200, 200, 429])
  })

  test('is ended by its handle, which keeps its hits', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const fault = emulator.fault({ with: { status: 500 } })
    const other = emulator.fault({ with: { latency_ms: 0 } })
    await statuses(emulator, 1)
    fault.end()
    expect(await statuses(emulator, 1)).toEqual([200])
    expect(emulator.faults()).toMatchObject([{ id: other.id, hits: 2, matched: 2 }])
    expect(fault.hits).toBe(1)
    endFaults(emulator)
    expect(emulator.faults()).toEqual([])
    expect(other.hits).toBe(2)
  })

  test('is state: it is forked, restored with a snapshot, and removed by a reset', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const fault = emulator.fault({ times: 2, with: { status: 500 } })
    const snapshot = emulator.snapshot()
    expect(await statuses(emulator, 1)).toEqual([500])
    const fork = emulator.fork()
    expect(await statuses(fork, 2)).toEqual([500, 200])
    expect(fault.hits).toBe(1)
    emulator.restore(snapshot)
    expect(fault.hits).toBe(0)
    expect(await statuses(emulator, 3)).toEqual([500, 500, 200])
    emulator.reset()
    expect(emulator.faults()).toEqual([])
    expect(fault.hits).toBe(0)
  })

  test('whose change is rejected reports the error to the test', async () => {
    const emulator = createEmulator({ world: 'empty' })
    emulator.fault({ with: { change: { act: 'delete_user', input: { id: 4711 } } } })
    await expect(emulator.fetch('/users')).rejects.toThrow('"delete_user" of a fault: id does not')
  })

  test('on a HEAD request has no body', async () => {
    const emulator = createEmulator({ world: 'empty' })
    emulator.fault({ with: { status: 500 } })
    const response = await emulator.fetch('/users', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([500, ''])
  })
})

test('faults, their counters and their held requests are part of a saved world', async () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.receiver({ url: 'https://app.test/hooks', answer: 204 })
  emulator.outage({ of: 'api' })
  emulator.fault({ at: 'delivery', nth: 2, with: { reorder: true } })
  emulator.fault({ at: 'delivery', times: 1, with: { timeout: 'after' } })
  for (const user of emulator.given('users', 2)) emulator.act.deleteUser({ user: user })
  await emulator.fetch('/users')
  await emulator.settle()

  const later = createEmulator({ load: emulator.save() })
  expect(later.faults()).toEqual(emulator.faults())
  expect(later.faults().map(({ hits }) => hits)).toEqual([1, 1, 1])
  const hook = later.receiver({ url: 'https://app.test/hooks', register: false })
  await Promise.all([later.advance('1h'), emulator.advance('1h')])
  expect(later.faults()).toEqual(emulator.faults())
  expect(hook.transcript).toEqual([
    '09:00:00  user.deleted  attempt 1  no answer in 10 s',
    '09:00:10  user.deleted  attempt 1  200',
    '09:05:00  user.deleted  attempt 2  200',
  ])
})
