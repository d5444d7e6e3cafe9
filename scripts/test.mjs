/** `npm test`: installs and builds what is missing, then runs all test projects, the unit tests last. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  ensureBuilt,
  ensureInstalled,
  exitOnFailure,
  installed,
  root,
  run,
  start,
} from './prepare.mjs'

ensureInstalled()
ensureBuilt()
const args = process.argv.slice(2)
// Note: Chromium leaves most of a processor free, so these tests run beside those with msw 3. The tests that start
// other programs come later, because the package that they pack is built again.
const browser = start('node', ['scripts/test-browser.mjs', ...args])
const msw3 = run('node', ['scripts/test-msw3.mjs', ...args])
const results = [
  ['msw 3', msw3],
  ['browser', await browser.finish()],
  ['outside', run('node', ['scripts/test-outside.mjs', ...args])],
]
// Note: a filter may match only tests that start other programs.
const lenient = args.some(matchesOutside) ? ['--passWithNoTests'] : []
const unit = run(installed('vitest'), ['run', ...lenient, ...args], { stdio: 'inherit' })
const failed = results.filter(([, status]) => status !== 0)
for (const [name] of failed)
  process.stderr.write(`The ${name} tests failed: see the output above.\n`)
exitOnFailure(unit || (failed[0]?.[1] ?? 0))

function matchesOutside(filter) {
  return readdirSync(join(root, 'test'), { recursive: true }).some(
    (path) => path.endsWith('.outside.test.ts') && `test/${path}`.includes(filter),
  )
}
