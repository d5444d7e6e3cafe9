/** `npm run explore:all -- 10000`: explores the example integration in every scenario, with every kind. */
import { ensureInstalled, exitOnFailure, installed, run } from './prepare.mjs'

const [schedules = '10000'] = process.argv.slice(2)
ensureInstalled()
const args = ['test/conformance/explore/all-schedules.ts', schedules]
exitOnFailure(run(installed('tsx'), args, { stdio: 'inherit' }))
