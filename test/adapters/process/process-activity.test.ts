/** When another process computes, and when it waits for the emulator. */
import { afterEach, expect, test, vi } from 'vitest'
import { ProcessActivity } from '../../../src/adapters/process/process-activity.ts'

/** Tracks a process. `isTracked` tells whether virtual time stands still. */
function track({ quietMs = 0, timeoutMs = 60_000, onRelease = (): void => {} } = {}) {
  let open = 0
  const timeouts: string[] = []
  const activity = new ProcessActivity({
    idleTracker: {
      async trackExternal(work) {
        open += 1
        const result = await work()
        open -= 1
        onRelease()
        return result
      },
    },
    quietMs,
    timeoutMs,
    onTimeout: () => void timeouts.push('timeout'),
  })
  opened.push(activity)
  const isTracked = async (): Promise<boolean> => {
    await Promise.resolve()
    await Promise.resolve()
    return open === 1
  }
  return { activity, isTracked, timeouts }
}

const opened: ProcessActivity[] = []
afterEach(() => {
  for (const activity of opened.splice(0)) activity.close()
})

/** Work that ends when it is told to. */
function openWork(perform: (work: () => Promise<string>) => Promise<string>) {
  let resolve: (text: string) => void = () => {}
  const promise = new Promise<string>((each) => (resolve = each))
  const ended = perform(() => promise)
  return {
    async end(): Promise<string> {
      resolve('done')
      return ended
    },
  }
}

test('time stands still during an operation, but not while all operations wait', async () => {
  const { activity, isTracked } = track()
  expect(await isTracked()).toBe(false)
  const operation = openWork((work) => activity.operation(work))
  expect(await isTracked()).toBe(true)
  const call = openWork((work) => activity.waiting(work))
  expect(await isTracked()).toBe(false)
  expect(await call.end()).toBe('done')
  expect(await isTracked()).toBe(true)
  expect(await operation.end()).toBe('done')
  expect(await isTracked()).toBe(false)
})

test('an operation that fails has ended', async () => {
  const { activity, isTracked } = track()
  const fails = (): Promise<never> => Promise.reject(new Error('lost'))
  await expect(activity.operation(fails)).rejects.toThrow('lost')
  expect(await isTracked()).toBe(false)
  const operation = openWork((work) => activity.operation(work))
  await expect(activity.waiting(fails)).rejects.toThrow('lost')
  expect(await isTracked()).toBe(true)
  await operation.end()
})

test('time stands still for a moment while one of two operations waits', async () => {
  const { activity, isTracked, timeouts } = track({ timeoutMs: 1 })
  const operations = [1, 2].map(() => openWork((work) => activity.operation(work)))
  const call = openWork((work) => activity.waiting(work))
  expect(await isTracked()).toBe(true)
  await vi.waitFor(async () => expect(await isTracked()).toBe(false))
  await call.end()
  expect(await isTracked()).toBe(true)
  for (const each of operations) await each.end()
  expect([await isTracked(), timeouts]).toEqual([false, []])
})

test('queued operations are known after the first pause, until one begins or ends', async () => {
  const released: string[] = []
  const [known, other] = ['known', 'other'].map((name) =>
    track({ onRelease: () => void released.push(name) }),
  ) as [ReturnType<typeof track>, ReturnType<typeof track>]
  const wait = async ({ activity, isTracked }: typeof known): Promise<void> => {
    const call = openWork((work) => activity.waiting(work))
    await vi.waitFor(async () => expect(await isTracked()).toBe(false))
    await call.end()
  }
  const begin = ({ activity }: typeof known): void =>
    void openWork((work) => activity.operation(work))
  for (const each of [known, known, other, other]) begin(each)
  await wait(known)
  await Promise.all([wait(other), wait(known)])
  expect(released).toEqual(['known', 'known', 'other'])
  for (const each of [known, other]) begin(each)
  await Promise.all([wait(other), wait(known)])
  expect(released.slice(3)).toEqual(['other', 'known'])
})

test('a busy process computes, however often it says so', async () => {
  const { activity, isTracked } = track()
  for (const isBusy of [true, true]) activity.setBusy(isBusy)
  expect(await isTracked()).toBe(true)
  for (const isBusy of [false, false]) activity.setBusy(isBusy)
  expect(await isTracked()).toBe(false)
  activity.setBusy(true)
  expect(await isTracked()).toBe(true)
  const delivery = openWork((work) => activity.operation(work))
  expect(await isTracked()).toBe(true)
  await delivery.end()
  expect(await isTracked()).toBe(true)
})

test('the calls of a busy process say nothing about its open operations', async () => {
  const { activity, isTracked } = track()
  activity.setBusy(true)
  const delivery = openWork((work) => activity.operation(work))
  const calls = [1, 2].map(() => openWork((work) => activity.waiting(work)))
  expect(await isTracked()).toBe(true)
  await delivery.end()
  expect(await isTracked()).toBe(false)
  for (const each of calls) await each.end()
  expect(await isTracked()).toBe(true)
})

test('an idle process may still call for the quiet time after its last operation or request', async () => {
  const { activity, isTracked } = track({ quietMs: 30 })
  activity.touch()
  expect(await isTracked()).toBe(false)
  await activity.operation(async () => 'done')
  expect(await isTracked()).toBe(true)
  await vi.waitFor(async () => expect(await isTracked()).toBe(false))
  activity.touch()
  expect(await isTracked()).toBe(true)
  const sleep = openWork((work) => activity.waiting(work))
  expect(await isTracked()).toBe(false)
  await sleep.end()
  expect(await isTracked()).toBe(true)
})

test('a process that computes for too long is told once', async () => {
  const { activity, timeouts, isTracked } = track({ timeoutMs: 5 })
  const operation = openWork((work) => activity.operation(work))
  await vi.waitFor(() => expect(timeouts).toEqual(['timeout']))
  expect(await isTracked()).toBe(true)
  activity.close()
  expect(await isTracked()).toBe(false)
  await operation.end()
  const waiting = openWork((work) => activity.operation(() => activity.waiting(work)))
  await untilALaterLimitPasses()
  await waiting.end()
  expect(timeouts).toEqual(['timeout'])
})

/** Waits until the time limit of an activity that begins now is over. */
async function untilALaterLimitPasses(): Promise<void> {
  const { activity, timeouts } = track({ timeoutMs: 5 })
  const operation = openWork((work) => activity.operation(work))
  await vi.waitFor(() => expect(timeouts).toEqual(['timeout']))
  await operation.end()
}

test('an activity that is closed while it computes has no time limit', async () => {
  const { activity, timeouts } = track({ timeoutMs: 5 })
  const operation = openWork((work) => activity.operation(work))
  activity.close()
  await untilALaterLimitPasses()
  expect(timeouts).toEqual([])
  await operation.end()
})
