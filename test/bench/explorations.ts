/** Explorations: the cost of a schedule, jobs, other processes, and the share of orders that pruning leaves. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ComparedDelivery, explore } from '../../src/explore.ts'
import { createEmulator } from '../../src/index.ts'
import { merge, runScenario, type Scenario } from '../../src/scenarios.ts'
import { exampleConnect } from '../conformance/explore/example-connect.ts'
import { mirror, renamesOf } from '../conformance/explore/mirror.ts'
import { freePort } from '../support/free-port.ts'
import { root } from './built-package.ts'
import { costRatio, timeInterleaved } from './interleaved-runs.ts'

export async function explorationRows(): Promise<Record<string, number>> {
  return {
    'schedule vs a baseline run outside the explorer': await scheduleRatio(),
    'orders of 5 deliveries, declared independence vs all': await orderShare(),
    ...(await commandRatios()),
  }
}

/** The scenario with a full synchronization at its end, as each schedule has one. */
const synchronized: Scenario = {
  ...(merge as Scenario),
  async script(context) {
    await (merge as Scenario).script(context)
    await context.step('The integration synchronizes everything', context.resync)
  },
}

/** The schedules with one deviation, and as many baseline runs, each on a fork of the records. */
async function scheduleRatio(): Promise<number> {
  const options = { deviations: ['deliveries', 'requests'], depth: 1, runs: 40 } as const
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
    { rounds: 3, warmups: 1, slices: 2 },
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

/** The schedules per second of the command with 1 and 2 jobs, and of the integration in Python. */
async function commandRatios(): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const at = (path: string): string => join(root, 'test', path)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = `python3 ${at('examples/python/mirror.py')} --port ${port} --file ${join(folder, 'names.json')}`
  const addresses = ['reset', 'state', 'resync', 'problems'].flatMap((name) => [
    `--${name}`,
    `${url}/${name}`,
  ])
  const app = ['--app', at('adapters/explore/mirror-app.ts')]
  const runs = 1_000
  try {
    const one = await perSchedule(runs, [...app, '--jobs', '1'])
    const two = await perSchedule(runs, [...app, '--jobs', '2'])
    const http = await perSchedule(100, ['--to', `${url}/hooks`, ...addresses, '--start', start])
    return {
      'schedule with 2 jobs vs 1': two / one,
      'schedule over HTTP in Python vs of a module': http / one,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The milliseconds of a schedule, with the start of the command, which a longer exploration hides. */
async function perSchedule(runs: number, args: readonly string[]): Promise<number> {
  const renames = join(root, 'test/adapters/explore/renames.ts')
  const cli = [join(root, 'dist/cli.js'), 'explore', renames, '--runs', String(runs), ...args]
  const begin = performance.now()
  const child = spawn(process.execPath, cli, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, no_proxy: '*' },
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`explore ${args.join(' ')} ended with ${code}`)
  const ms = (performance.now() - begin) / runs
  process.stderr.write(
    `${(1_000 / ms).toFixed(0)} schedules per second: ${args.slice(0, 4).join(' ')}\n`,
  )
  return ms
}
