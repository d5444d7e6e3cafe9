/** `npm run test:repeat`: tells every scenario a thousand times; each time in the same words. */
import { ensureInstalled, exitUnless, installed, run } from './prepare.mjs'

ensureInstalled()
process.env.REPEATS ??= '1000'
const args = [
  'run',
  'test/scenarios/scenarios.test.ts',
  '-t',
  'same words',
  '--testTimeout',
  '600000',
]
exitUnless(run(installed('vitest'), args, { stdio: 'inherit' }))
