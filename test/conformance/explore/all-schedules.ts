/**
 * Explores the example integration in every shipped scenario with every kind of deviations, and prints the
 * verdicts. `npm run explore:all` runs it. The argument is the number of schedules.
 */
import { allKinds } from '../../../src/conformance/deviations/kinds.ts'
import { explore } from '../../../src/explore.ts'
import { scenarios } from '../../../src/scenarios.ts'
import { exampleConnect } from './example-connect.ts'

const total = Number(process.argv[2] ?? 10_000)
// Note: kinds with few choice points come first, so that the others get the schedules that they leave.
const kinds = [
  'assumptions',
  'moments',
  'steps',
  'drift',
  'rights',
  'crashes',
  'storage',
  'deliveries',
  'requests',
] as const
if (kinds.length !== allKinds.length) throw new Error('a kind of deviations is missing')

const pairs = kinds.flatMap((kind) => scenarios.map((scenario) => ({ scenario, kind })))
const sums = { run: 0, failures: 0 }
const verdicts: Record<string, number> = {}

for (const [i, { scenario, kind }] of pairs.entries()) {
  const runs = Math.max(1, Math.ceil((total - sums.run) / (pairs.length - i)))
  const exploration = await explore(scenario, exampleConnect(), { deviations: [kind], runs })
  const { schedules, failures } = exploration
  // Note: the scenario has no choice point for this kind, such as a list with a second page.
  if (failures[0]?.reason?.includes('no choice point')) {
    console.log(`${kind}  ${scenario.name}  has no choice point`)
    continue
  }
  sums.run += schedules.run
  for (const [verdict, count] of Object.entries(exploration.verdicts))
    verdicts[verdict] = (verdicts[verdict] ?? 0) + count
  console.log(`${kind}  ${scenario.name}  ${exploration.coverage}`)
  for (const { verdict, replay, count, reason = '' } of failures) {
    sums.failures += count
    console.log(`  ${verdict} (${count} like it): ${replay} ${reason}`)
  }
}

const counts = Object.entries(verdicts).map(([verdict, count]) => `${count} ${verdict}`)
console.log(`${sums.run} schedules, ${sums.failures} failing: ${counts.join(', ')}`)
process.exitCode = sums.failures > 0 ? 1 : 0
