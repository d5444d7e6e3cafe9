/** Measures all rows, prints them, and fails if a row misses its goal. */
import { parseArgs } from 'node:util'
import { bulkRows } from './bulk-rows.ts'
import { coldRows } from './cold-start.ts'
import { deliveryRows } from './deliveries.ts'
import { goals } from './goals.ts'
import { explorationRows } from './explorations.ts'
import { growthRows } from './growth.ts'
import { snapshotRows } from './snapshots.ts'
import { largeWorldRows } from './large-worlds.ts'
import { operationRows } from './operations.ts'
import { outageRows } from './outages.ts'
import { packageRows } from './package.ts'
import { peerRows } from './peers.ts'
import { recordingRows } from './recordings.ts'
import { requestRows } from './requests.ts'
import { seedingRows } from './seeded-worlds.ts'
import { virtualTimeRows } from './virtual-time.ts'
import { asLines, asTable, checkGoals } from './goal-check.ts'

/** The largest worlds come last, so that nothing else is measured in their heap. */
const groups = {
  'requests beside a static handler': requestRows,
  'recorded bodies': recordingRows,
  'peers with the same users': peerRows,
  deliveries: deliveryRows,
  'outages and long times': outageRows,
  'calls in virtual time': virtualTimeRows,
  'many operations': operationRows,
  'worlds and fresh emulators': seedingRows,
  'cold starts': coldRows,
  'the package': packageRows,
  explorations: explorationRows,
  'many rows': growthRows,
  'store: bulk rows': bulkRows,
  'worlds of any size': largeWorldRows,
  'fork, snapshot, restore, reset': snapshotRows,
}

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    /** Part of a group's name; only matching groups are measured. */
    only: { type: 'string', multiple: true },
  },
})
const ratios = new Map<string, number>()
const { only } = values
const wanted = Object.entries(groups).filter(
  ([name]) => !only || only.some((part) => name.includes(part)),
)
if (wanted.length === 0) throw new Error(`no group is named so: ${Object.keys(groups).join('; ')}`)

for (const [name, measure] of wanted) {
  process.stderr.write(`Measuring ${name} …\n`)
  try {
    for (const [row, ratio] of Object.entries(await measure())) ratios.set(row, ratio)
  } catch (error) {
    process.stderr.write(`Could not measure ${name}: ${String(error)}\n`)
  }
}

const due = only ? goals.filter(({ name }) => ratios.has(name)) : goals
const { rows, problems } = checkGoals(due, ratios)
process.stdout.write(values.json ? asLines(rows) : asTable(rows, goals))
for (const complaint of problems) process.stderr.write(`${complaint}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
