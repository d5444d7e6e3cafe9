/**
 * `npm run explore:all -- 10000 20000`: explores the example integration in every scenario, with every kind, and each correct
 * integration of the tests.
 */
import { ensureInstalled, exitOnFailure, installed, run } from './prepare.mjs'

const [schedules = '10000', ofCorrect = '20000'] = process.argv.slice(2)
ensureInstalled()
const statuses = [
  ['all-schedules.ts', schedules],
  ['correct-schedules.ts', ofCorrect],
].map(([file, count]) =>
  run(installed('tsx'), [`test/conformance/explore/${file}`, count], { stdio: 'inherit' }),
)
exitOnFailure(Math.max(...statuses))
