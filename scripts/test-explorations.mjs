/** `npm run test:explorations`: runs the complete explorations of the example integrations. */
import { ensureInstalled, exitOnFailure, installed, run } from './prepare.mjs'
import { projectArgs } from './test-report.mjs'

ensureInstalled()
const args = projectArgs('vitest.explorations.config.ts', process.argv.slice(2))
exitOnFailure(run(installed('vitest'), args, { stdio: 'inherit' }))
