/** `npm run test:outside`: the tests that start other programs. */
import { ensureBuilt, ensureInstalled, exitUnless, installed, run } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
const filters = process.argv.slice(2)
// Note: a filter may name only tests of other lanes.
const lenient = filters.length > 0 ? ['--passWithNoTests'] : []
const args = ['run', '--config', 'vitest.outside.config.ts', ...lenient, ...filters]
exitUnless(run(installed('vitest'), args, { stdio: 'inherit' }))
