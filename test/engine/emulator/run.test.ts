/** `emulator.run`: the clock moves until the work settles. */
import { setTimeout as realWait } from 'node:timers/promises'
import { createEmulator, type Emulator, EmulatorError } from 'course-admin-emulator'
import { setupEmulator } from 'course-admin-emulator/node'
import { describe, expect, test, vi } from 'vitest'
import { cleanUpAfterEach, freshEmulator, secondsIn, wait } from './shared-time.ts'

cleanUpAfterEach()

const hang = () => new Promise<void>(() => undefined)

const minutesIn = (emulator: Emulator): number =>
  (emulator.now().getTime() - Date.parse('2026-01-05T09:00:00.000Z')) / 60_000

describe('run moves the time', () => {
  test('through waits for Retry-After with shared timers, over the MSW network', async () => {
    using emulator = setupEmulator({
      world: 'empty',
      rateLimit: { requestsPerWindowMax: 2, windowMs: 300_000 },
    }).listen()
    emulator.shareTime(vi)
    const moments: number[] = []
    async function sync(): Promise<string> {
      while (moments.length < 5) {
        const response = await fetch(`${emulator.baseUrl}/users`, { headers: emulator.headers })
        if (response.status === 429) await wait(Number(response.headers.get('retry-after')) * 1_000)
        else moments.push(secondsIn(emulator))
      }
      return 'done'
    }
    expect(await emulator.run(sync)).toBe('done')
    expect(moments).toEqual([0, 0, 300, 300, 600])
  })

  test('through emulator.sleep and the retries of a delivery', async () => {
    const emulator = freshEmulator()
    const hook = emulator.receiver({ url: 'https://app.test/hooks', answer: 503 })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.run(async () => {
      while (hook.transcript.length < 2) await emulator.sleep('1m')
    })
    expect(minutesIn(emulator)).toBe(5)
  })

  test('only until the work settles, and its timers remain', async () => {
    const emulator = freshEmulator()
    emulator.shareTime(vi)
    setTimeout(() => undefined, 3_600_000)
    await emulator.run(() => wait(60_000))
    expect(secondsIn(emulator)).toBe(60)
    expect(emulator.pending()).toHaveLength(1)
  })

  test('for a promise of work that has started', async () => {
    const emulator = freshEmulator()
    expect(await emulator.run(emulator.sleep('2h').then(() => 7))).toBe(7)
    expect(minutesIn(emulator)).toBe(120)
  })

  test('on an automatic and on a running clock as well', async () => {
    const auto = freshEmulator({ clock: 'auto' })
    await auto.run(() => auto.sleep('1h'))
    expect(minutesIn(auto)).toBe(60)
    const scaled = freshEmulator({ clock: { scale: 1_000_000 } })
    expect(await scaled.run(() => scaled.sleep('1h').then(() => 'slept'))).toBe('slept')
    await expect(scaled.run(() => new Promise(() => undefined), { limit: '1h' })).rejects.toThrow(
      "it has not settled after 1h on the emulator's clock",
    )
  })

  test('and lets work that advances the clock itself do so', async () => {
    const emulator = freshEmulator()
    const log: string[] = []
    void emulator.sleep('9m').then(() => log.push('slept'))
    await emulator.run(async () => {
      await emulator.advance('5m')
      log.push(`advanced to minute ${minutesIn(emulator)}`)
    })
    expect(log).toEqual(['advanced to minute 5'])
  })
})

describe('a run inside a run', () => {
  test('moves the time', async () => {
    const emulator = freshEmulator()
    expect(await emulator.run(() => emulator.run(() => emulator.sleep('1h').then(() => 7)))).toBe(7)
    expect(minutesIn(emulator)).toBe(60)
  })

  test('beside other sleeps of the outer run', async () => {
    const emulator = freshEmulator()
    const inner = () => emulator.run(() => emulator.sleep('2h'))
    await emulator.run(() => Promise.all([emulator.sleep('1h'), inner()]))
    expect(minutesIn(emulator)).toBe(120)
  })

  test('keeps its own limit', async () => {
    const emulator = freshEmulator()
    const inner = () => emulator.run(() => emulator.sleep('2h'), { limit: '1h' })
    await emulator.run(async () => {
      await emulator.sleep('1m')
      await expect(inner()).rejects.toThrow("not settled after 1h on the emulator's clock")
    })
    expect(minutesIn(emulator)).toBe(1)
  })

  test('gives up when nothing is due', async () => {
    const emulator = freshEmulator()
    await expect(emulator.run(() => emulator.run(hang))).rejects.toThrow('no delivery, sleep or')
  })
})

test('run rejects with the error of the work', async () => {
  const emulator = freshEmulator()
  const error = new RangeError('a mistake')
  const fail = async () => {
    await emulator.sleep('1m')
    throw error
  }
  await expect(emulator.run(fail)).rejects.toBe(error)
  const failAtOnce = () => {
    throw error
  }
  await expect(emulator.run(failAtOnce)).rejects.toBe(error)
})

describe('run gives up', () => {
  test('after seven days, and names the timers and deliveries it waits for', async () => {
    const emulator = freshEmulator()
    emulator.shareTime(vi)
    await expect(emulator.run(() => wait(8 * 86_400_000))).rejects.toThrow(
      "Could not run the work: it has not settled after 7d on the emulator's clock. " +
        'Pending: a shared timer (setTimeout of 8d) at 2026-01-13 09:00:00. Give a longer limit',
    )
    expect(emulator.now().getTime()).toBeLessThanOrEqual(Date.parse('2026-01-12T09:00:00Z'))
  })

  test('at its own limit, which names a delivery by its event and URL', async () => {
    const emulator = freshEmulator()
    emulator.receiver({ url: 'https://app.test/hooks', answer: 503 })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await expect(emulator.run(hang, { limit: '1m' })).rejects.toThrow(
      'Pending: a retry of user.deleted to https://app.test/hooks at 2026-01-05 09:05:00.',
    )
    expect(minutesIn(emulator)).toBe(0)
  })

  test('when nothing is due that the work could wait for', async () => {
    const emulator = freshEmulator()
    await expect(emulator.run(hang)).rejects.toThrow(
      'it has not settled, and no delivery, sleep or shared timer is due',
    )
  })

  test('when a timer is real although timers are shared', async () => {
    const emulator = freshEmulator()
    emulator.shareTime(vi)
    const timer = (): Promise<void> => realWait(60_000, undefined, { ref: false })
    await expect(emulator.run(timer)).rejects.toThrow(
      'Timers of `node:timers/promises`, and those set before `shareTime`, are real: use the global `setTimeout`',
    )
  })

  test('when only changes by date are due', async () => {
    const emulator = freshEmulator({ world: 'small-school' })
    expect(emulator.pending().map(({ kind }) => kind)).toContain('date')
    await expect(emulator.run(hang)).rejects.toThrow(
      'it has not settled, and no delivery, sleep or shared timer is due. The work waits for something',
    )
  })

  test('when an interval runs forever', async () => {
    const emulator = freshEmulator()
    emulator.shareTime(vi)
    setInterval(() => undefined, 1_000)
    await expect(emulator.run(hang)).rejects.toThrow('after 10000 jumps of the clock')
    expect(minutesIn(emulator)).toBe(10_000 / 60)
  })

  test('when its signal aborts, at whichever check of the signal', async () => {
    /** Runs work that never ends with a signal that has aborted from one of its checks on. */
    async function runAborted(check: number) {
      let checks = 0
      const { signal } = new AbortController()
      Object.defineProperty(signal, 'aborted', { get: () => (checks += 1) >= check })
      const run = createEmulator({ world: 'empty' }).run(hang, { signal })
      const message = await run.catch(String)
      return { message, checks }
    }
    const { message, checks } = await runAborted(Infinity)
    expect(message).not.toContain('its signal has')
    for (let check = 1; check <= checks; check += 1) {
      expect((await runAborted(check)).message).toContain('its signal has')
    }
  })

  test('when its signal has aborted before', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const signal = AbortSignal.abort()
    const run = emulator.run(() => new Promise(() => undefined), { signal })
    await expect(run).rejects.toThrow('its signal has')
  })

  test('when its signal aborts', async () => {
    const emulator = freshEmulator()
    const controller = new AbortController()
    const reason = new Error('enough')
    const work = async () => {
      await emulator.sleep('1m')
      controller.abort(reason)
      await emulator.sleep('1h')
    }
    const run = emulator.run(work, { signal: controller.signal })
    await expect(run).rejects.toThrow('Pending: the end of a sleep at 2026-01-05 10:01:00')
    await expect(run).rejects.toMatchObject({ code: 'unsettled_work', cause: reason })
    expect(minutesIn(emulator)).toBe(1)
  })

  test('at once when its signal aborts on a running clock', async () => {
    const emulator = freshEmulator({ clock: 'system' })
    const start = emulator.now().getTime()
    const controller = new AbortController()
    const reason = new Error('enough')
    const work = async () => {
      // Note: the run listens to its signal after it has started the work.
      await Promise.resolve()
      controller.abort(reason)
      await hang()
    }
    const run = emulator.run(work, { signal: controller.signal, limit: '20s' })
    await expect(run).rejects.toMatchObject({ code: 'unsettled_work', cause: reason })
    expect(emulator.now().getTime() - start).toBeLessThan(10_000)
  })
})

test.each([
  [7, {}],
  [undefined, {}],
  [() => 1, { limit: 'soon' }],
  [() => 1, { limits: '1d' }],
  [() => 1, { signal: {} }],
  [() => 1, null],
])('run refuses %o with %o', async (work, options) => {
  const emulator = createEmulator({ world: 'empty' })
  await expect(emulator.run(work as never, options as never)).rejects.toThrow(EmulatorError)
})
