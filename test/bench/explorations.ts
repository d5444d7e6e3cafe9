/** Explorations: the cost of a schedule, jobs, other processes, and the share of orders that pruning leaves. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ComparedDelivery, explore } from '../../src/explore.ts'
import { createEmulator } from '../../src/index.ts'
import { openProcess } from '../../src/adapters/process/process-integration.ts'
import { type Connect, merge, runScenario, type Scenario } from '../../src/scenarios.ts'
import { exampleConnect } from '../conformance/explore/example-connect.ts'
import { mirror, renamesOf } from '../conformance/explore/mirror.ts'
import { freePort } from '../support/free-port.ts'
import { root } from './built-package.ts'
import { costRatio, timeInterleaved } from './interleaved-runs.ts'

export async function explorationRows(): Promise<Record<string, number>> {
  return {
    'schedule vs a baseline run outside the explorer': await scheduleRatio(),
    'orders of 5 deliveries, declared independence vs all': await orderShare(),
    'exploration with 2 jobs vs 1': await jobRatio(),
    'processor time of a schedule over HTTP in Python vs of a module': await processRatio(),
  }
}

/** The scenario with a full synchronization at its start and at its end, as each schedule has at least. */
const synchronized: Scenario = {
  ...(merge as Scenario),
  async script(context) {
    const synchronize = () =>
      context.step('The integration synchronizes everything', context.resync)
    await synchronize()
    await (merge as Scenario).script(context)
    await synchronize()
  },
}

/** The schedules with one deviation, and as many baseline runs, each on a fork of the records. */
async function scheduleRatio(): Promise<number> {
  const options = { deviations: ['deliveries', 'requests'], depth: 1, runs: 100 } as const
  const times = await timeInterleaved(
    {
      async schedule() {
        const start = performance.now()
        const { schedules } = await explore(merge, exampleConnect(), options)
        return (performance.now() - start) / schedules.run
      },
      async plain() {
        const start = performance.now()
        for (let i = 0; i < options.runs; i += 1) {
          const emulator = createEmulator(synchronized.options)
          await runScenario(synchronized, exampleConnect(), { emulator })
          emulator.close()
        }
        return (performance.now() - start) / options.runs
      },
    },
    { rounds: 5, warmups: 1, slices: 2 },
  )
  return costRatio(times.schedule, times.plain)
}

const userOf = ({ body }: ComparedDelivery): number =>
  (body as { event_data: { id: number } }).event_data.id

/** The share of the 945 orders of 5 deliveries that run. The verdicts are the same. */
async function orderShare(): Promise<number> {
  const commute = (a: ComparedDelivery, b: ComparedDelivery): boolean => userOf(a) !== userOf(b)
  const connect = mirror({ commute })
  const options = { deviations: ['deliveries'], depth: 2, runs: 1_000 } as const
  const all = await explore(renamesOf(5), connect, { ...options, prune: false })
  const declared = await explore(renamesOf(5), connect, options)
  const [expected, actual] = [all, declared].map(({ verdicts }) => Object.keys(verdicts).join())
  if (actual !== expected) throw new Error(`the verdicts are ${actual} instead of ${expected}`)
  return declared.schedules.orders / all.schedules.orders
}

/** The time of an exploration without a scenario, with 2 jobs and with 1. The goal of 2 jobs is a minute on two cores. */
async function jobRatio(): Promise<number> {
  const [one, two] = [await secondsWith(1), await secondsWith(2)]
  return two / one
}

async function secondsWith(jobs: number): Promise<number> {
  const app = join(root, 'test/bench/example-app.ts')
  const cli = [join(root, 'dist/cli.js'), 'explore', '--app', app, '--jobs', String(jobs)]
  const begin = performance.now()
  const child = spawn(process.execPath, cli, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`explore with ${jobs} jobs ended with ${code}`)
  const seconds = (performance.now() - begin) / 1_000
  process.stderr.write(`${seconds.toFixed(0)} s: the example integration, --jobs ${jobs}\n`)
  return seconds
}

/** The processor time of this process for a schedule of an integration in Python, and of one in this process. */
async function processRatio(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const file = join(root, 'test/examples/python/mirror.py')
  const python = await openProcess({
    to: `${url}/hooks`,
    reset: `${url}/reset`,
    state: `${url}/state`,
    resync: `${url}/resync`,
    problems: `${url}/problems`,
    start: `python3 ${file} --port ${port} --file ${join(folder, 'names.json')}`,
  })
  try {
    const http = await processorMs(python.connect)
    process.stderr.write(`${(1_000 / http).toFixed(0)} schedules per second of processor time\n`)
    return http / (await processorMs(mirror()))
  } finally {
    await python.close()
    rmSync(folder, { recursive: true })
  }
}

/** The milliseconds of a schedule, when all code is compiled. */
async function processorMs(connect: Connect): Promise<number> {
  const perSchedule = async (): Promise<number> => {
    const before = process.cpuUsage()
    const { schedules } = await explore(renamesOf(3), connect, {
      deviations: ['deliveries'],
      depth: 2,
    })
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000 / schedules.run
  }
  await perSchedule()
  return perSchedule()
}
