/** The cost of a long outage compared with requests, and of an advance with many due tasks. */
import { oneRequest } from './baseline.ts'
import { withInterception } from './network.ts'
import { timedCalls, type TimedRun, timeInterleaved, costRatio } from './interleaved-runs.ts'
import { type Emulator, defaultEmulator } from './worlds.ts'

const events = 10_000
const bursts = 100
const url = 'https://app.test/hooks'

export async function outageRows(): Promise<Record<string, number>> {
  const request = await oneRequest(defaultEmulator())
  const static10k: TimedRun = async () => {
    let sum = 0
    const slices = events / 8
    for (let i = 0; i < slices; i += 1) sum += await request()
    return sum * 8
  }
  const long = await withInterception(() =>
    timeInterleaved({ outage, static10k }, { rounds: 3, warmups: 1, slices: 1 }),
  )
  const due = await timeInterleaved(
    { few: await retries(1_000), many: await retries(10_000) },
    { rounds: 8, warmups: 3, slices: 2 },
  )
  const [empty, full] = [defaultEmulator(), await withFullQueue()]
  const forks = await timeInterleaved(
    { empty: timedCalls(20, () => empty.fork()), full: timedCalls(20, () => full.fork()) },
    { rounds: 30, warmups: 20 },
  )
  return {
    'outage of 72 hours, 10,000 events vs as many requests': costRatio(long.outage, long.static10k),
    'advance over 10,000 due tasks vs 1,000': costRatio(due.many, due.few),
    'fork with a full queue vs an empty one': costRatio(forks.full, forks.empty),
  }
}

let caused = 0

/** Causes `count` events over the API. */
async function cause(emulator: Emulator, count: number): Promise<void> {
  const headers = { ...emulator.headers, 'content-type': 'application/json' }
  for (let i = 0; i < count; i += 1) {
    caused += 1
    const body = JSON.stringify({ first_name: `Mia ${caused}` })
    await emulator.fetch('/users/7', { method: 'PUT', headers, body })
  }
}

/** Three days without a response, with events; each notification is sent three times. */
const outage: TimedRun = async () => {
  const emulator = defaultEmulator()
  emulator.receiver({ url, events: ['user.updated'] })
  const { faults } = emulator.outage({ until: '72h', of: 'webhooks' })
  const start = performance.now()
  for (let burst = 0; burst < bursts; burst += 1) {
    await cause(emulator, events / bursts)
    await emulator.advance('43m12s')
  }
  const ms = performance.now() - start
  const hits = emulator.faults()[0]?.hits
  if (faults.length !== 1 || hits !== 3 * events) throw new Error(`${hits} attempts were made`)
  return ms
}

/** Due retries, each at its own time; the same in each slice. */
async function retries(count: number): Promise<TimedRun> {
  const emulator = defaultEmulator()
  emulator.receiver({ url, events: ['user.updated'] })
  emulator.outage({ of: 'webhooks', with: { status: 503 } })
  for (let i = 0; i < count; i += 1) {
    await cause(emulator, 1)
    await emulator.advance({ ms: 10 })
  }
  const before = emulator.snapshot()
  return async () => {
    emulator.restore(before)
    const start = performance.now()
    const { ran } = await emulator.advance('5m')
    // Note: the answer to a retry is a task as well.
    if (ran !== 2 * count) throw new Error(`${ran} tasks ran for ${count} retries`)
    return performance.now() - start
  }
}

/** The maximum number of queued and in-flight notifications of a webhook. */
async function withFullQueue(): Promise<Emulator> {
  const emulator = defaultEmulator()
  emulator.receiver({ url, events: ['user.updated'] })
  emulator.outage({ of: 'webhooks' })
  await cause(emulator, events)
  await emulator.settle()
  return emulator
}
