/** `npm run test:outside`: runs the tests that start other programs. */
import { ensureBuilt, ensureInstalled, exitOnFailure, installed, run } from './prepare.mjs'
import { reportArgs } from './test-report.mjs'

ensureInstalled()
ensureBuilt()
const filters = process.argv.slice(2)
// Note: a filter may match only tests of other test projects.
const lenient = filters.length > 0 ? ['--passWithNoTests'] : []
const args = [
  'run',
  '--config',
  'vitest.outside.config.ts',
  ...reportArgs(),
  ...lenient,
  ...filters,
]
exitOnFailure(run(installed('vitest'), args, { stdio: 'inherit' }))
