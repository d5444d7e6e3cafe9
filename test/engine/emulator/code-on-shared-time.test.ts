/** Code under test that waits with the timers of the process, which share the time of an emulator. */
import { setupEmulator } from 'course-admin-emulator/node'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test, vi } from 'vitest'
import { cleanUpAfterEach, freshEmulator, secondsIn, wait } from './shared-time.ts'

cleanUpAfterEach()

/** Simulates other asynchronous work of the code under test. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('code under test', () => {
  /** Retries a rejected request after the delay that the service requests. */
  async function patientFetch(url: string, init: RequestInit): Promise<Response> {
    for (;;) {
      const response = await fetch(url, init)
      if (response.status !== 429) return response
      const seconds = Number(response.headers.get('retry-after'))
      await wait(seconds * 1_000)
    }
  }

  test('that backs off with setTimeout succeeds over the MSW network', async () => {
    using emulator = setupEmulator({
      world: 'empty',
      rateLimit: { requestsPerWindowMax: 2, windowMs: 300_000 },
    }).listen()
    emulator.shareTime(vi)
    const moments: number[] = []
    async function work(): Promise<void> {
      for (let i = 0; i < 5; i += 1) {
        await patientFetch(`${emulator.baseUrl}/users`, { headers: emulator.headers })
        moments.push(secondsIn(emulator))
      }
    }
    const done = work()
    await emulator.advance('1h')
    await done
    expect(moments).toEqual([0, 0, 300, 300, 600])
    expect(
      emulator.journal({ kind: 'request' }).filter(({ status }) => status === 429),
    ).toHaveLength(2)
  })

  test('that works for long after a wait does all of it at that time', async () => {
    using emulator = setupEmulator({ world: 'empty' }).listen()
    emulator.shareTime(vi)
    const moments = new Set<number>()
    async function work(): Promise<void> {
      await wait(60_000)
      for (let i = 0; i < 60; i += 1) {
        await fetch(`${emulator.baseUrl}/users`, { headers: emulator.headers })
        await turn()
        moments.add(secondsIn(emulator))
      }
    }
    const done = work()
    await emulator.advance('1h')
    await done
    expect([...moments]).toEqual([60])
  })

  test('that checks timestamps with its own library succeeds on the third attempt', async () => {
    const emulator = freshEmulator()
    emulator.shareTime(vi)
    let calls = 0
    const hook = emulator.receiver({
      url: 'https://app.test/hooks',
      async answer(request) {
        calls += 1
        if (calls < 3) return 503
        const library = new Webhook(hook.secret)
        library.verify(await request.text(), Object.fromEntries(request.headers))
        return 204
      },
    })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.advance('10m')
    expect(hook.transcript.map((line) => line.split('  ').at(-1))).toEqual(['503', '503', '204'])
  })

  test('that aborts with AbortSignal.timeout does so in the emulator’s time', async () => {
    const { timeout } = AbortSignal
    const emulator = freshEmulator()
    emulator.shareTime(vi)
    const signal = AbortSignal.timeout(10_000)
    await emulator.advance('9999ms')
    expect(signal.aborted).toBe(false)
    await emulator.advance('1ms')
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
    emulator.close()
    expect(AbortSignal.timeout).toBe(timeout)
  })

  test('that waits with setTimeout is a slow receiver', async () => {
    const emulator = freshEmulator()
    emulator.shareTime(vi)
    const served: number[] = []
    const hook = emulator.receiver({
      url: 'https://app.test/hooks',
      async answer() {
        await wait(12_000)
        served.push(secondsIn(emulator))
        return 200
      },
    })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.advance('1m')
    expect(served).toEqual([12])
    expect(hook.transcript).toEqual(['09:00:00  user.deleted  attempt 1  no answer in 10 s'])
  })
})
