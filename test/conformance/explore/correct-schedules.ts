/**
 * Explores each correct integration in generated scenarios and in its own one, and prints the verdicts. `npm run explore:all`
 * runs it. The arguments are the number of schedules of each exploration, the seed, and a part of the names.
 */
import { explore } from '../../../src/explore.ts'
import { correctIntegrations, explorationsOf } from './correct-integrations.ts'

const [runs = '20000', seed = '1', part = ''] = process.argv.slice(2)
const options = { runs: Number(runs), seed: Number(seed) }
let failureCount = 0

for (const [name, integration] of Object.entries(correctIntegrations)) {
  if (!name.includes(part)) continue
  const { connect, own } = integration
  const [generatedOptions, ownOptions] = explorationsOf(integration, options)
  for (const exploration of [
    await explore(connect, generatedOptions),
    await explore(own, connect, ownOptions),
  ]) {
    console.log(`${name}  ${exploration.scenario}  ${exploration.coverage}`)
    for (const { verdict, replay, count, reason = '' } of exploration.failures) {
      failureCount += 1
      console.log(`  ${verdict} (${count} like it): ${replay} ${reason}`)
    }
  }
}
console.log(`${failureCount} failures`)
process.exitCode = failureCount > 0 ? 1 : 0
