/** `npm run test:outside`: runs the tests that start other programs. */
import {
  ensureBuilt,
  ensureGenerated,
  ensureInstalled,
  exitOnFailure,
  installed,
  run,
} from './prepare.mjs'
import { projectArgs } from './test-report.mjs'

ensureInstalled()
ensureGenerated()
ensureBuilt()
const args = projectArgs('vitest.outside.config.ts', process.argv.slice(2))
exitOnFailure(run(installed('vitest'), args, { stdio: 'inherit' }))
