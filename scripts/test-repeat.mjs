/** `npm run test:repeat`: runs every scenario a thousand times and compares the transcripts. */
import { ensureInstalled, exitOnFailure, installed, run } from './prepare.mjs'

ensureInstalled()
process.env.REPEATS ??= '1000'
const args = [
  'run',
  'test/service/scenarios/scenarios.test.ts',
  '-t',
  'same transcript in',
  '--testTimeout',
  '600000',
]
exitOnFailure(run(installed('vitest'), args, { stdio: 'inherit' }))
