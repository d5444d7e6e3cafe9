/** `npm run test:outside`: runs the tests that start other programs. */
import { join } from 'node:path'
import {
  ensureBuilt,
  ensureGenerated,
  ensureInstalled,
  exitOnFailure,
  installed,
  root,
  run,
} from './prepare.mjs'
import { projectArgs } from './test-report.mjs'

ensureInstalled()
// Note: one test runs the package with msw 3 on Node 24.
ensureInstalled(join(root, 'test', 'compat', 'msw3'))
ensureGenerated()
ensureBuilt()
const args = projectArgs('vitest.outside.config.ts', process.argv.slice(2))
exitOnFailure(run(installed('vitest'), args, { stdio: 'inherit' }))
