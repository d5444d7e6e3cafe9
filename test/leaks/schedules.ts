/**
 * Measures how the heap grows with the schedules of one exploration: prints the heap after a number of them and
 * after ten times as many, and the handles that stay open. Needs `node --expose-gc`.
 */
import { parseArgs } from 'node:util'
import { explore } from '../../src/explore.ts'
import { mirror, renamesOf } from '../conformance/explore/mirror.ts'

/** The largest heap after ten times the schedules, relative to the heap after the schedules. */
const ratioMax = 1.3

const { values } = parseArgs({ options: { schedules: { type: 'string', default: '1000' } } })
const few = Number(values.schedules)

function heap(): number {
  for (let i = 0; i < 3; i += 1) globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

if (!globalThis.gc) throw new Error('Start this file with node --expose-gc.')
const resources = (): string[] => process.getActiveResourcesInfo().toSorted()
const open = resources()
const heaps: number[] = []
const exploration = await explore(renamesOf(8), mirror(), {
  deviations: ['deliveries', 'crashes'],
  depth: 3,
  runs: few * 10,
  progress({ run }) {
    if (run === few || run === few * 10) heaps.push(heap())
  },
})
await new Promise(setImmediate)
const [before = 0, after = Infinity] = heaps
const handles = resources().filter((each, i) => each !== open[i])
const { run } = exploration.schedules
const ratio = after / before
process.stdout.write(
  `${JSON.stringify({ name: 'schedules', run, before, after, ratio, handles })}\n`,
)
if (ratio > ratioMax || handles.length > 0) process.exitCode = 1
