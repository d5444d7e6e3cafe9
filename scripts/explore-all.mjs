/** `npm run explore:all -- 10000`: explores the example integration in every scenario, with every kind. */
import { ensureInstalled, exitOnFailure, installed, run } from './prepare.mjs'

const [histories = '10000'] = process.argv.slice(2)
ensureInstalled()
const args = ['test/conformance/explore/all-histories.ts', histories]
exitOnFailure(run(installed('tsx'), args, { stdio: 'inherit' }))
