/** `npm run simulate -- --minutes 10`: runs random sessions for a time. `--seed N` repeats a run. */
import { parseArgs } from 'node:util'
import { ensureInstalled, exitOnFailure, installed, run } from './prepare.mjs'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
})
ensureInstalled()
process.env.SIMULATE_MINUTES = values.minutes
if (values.seed !== undefined) process.env.SIMULATE_SEED = values.seed
exitOnFailure(run(installed('vitest'), ['run', 'test/simulator'], { stdio: 'inherit' }))
