/** `npm test`: installs and builds what is missing, then runs all test projects and lists the failures of all. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, installed, root, runBeside, start } from './prepare.mjs'
import { failuresIn, reportArgs } from './test-report.mjs'

ensureInstalled()
// Note: the example for Storybook is compiled with the types of the package.
ensureBuilt({ withTypes: true })
const args = process.argv.slice(2)
const reports = mkdtempSync(join(tmpdir(), 'emulator-'))
const reportOf = (name) => join(reports, `${name}.json`)
const withReport = (name) => ({ env: { ...process.env, TEST_REPORT: reportOf(name) } })
const script = (name) => [`scripts/test-${name}.mjs`, ...args]

// Note: Chromium and other programs leave a part of a processor free, so their tests run beside the others.
const browser = start('node', script('browser'), withReport('browser'))
const outside = browser.ended.then(() => start('node', script('outside'), withReport('outside')))
const results = [
  ['msw3', await runBeside('node', script('msw3'), withReport('msw3'))],
  ['unit', await runUnitTests()],
  ['browser', await browser.finish()],
  ['outside', await (await outside).finish()],
]
for (const [name, status] of results) {
  process.stderr.write(`The ${name} tests ${status === 0 ? 'passed' : 'failed'}.\n`)
  for (const failure of failuresIn(reportOf(name)))
    process.stderr.write(`  ${failure.replace(root, '')}\n`)
}
rmSync(reports, { recursive: true })
process.exitCode = results.some(([, status]) => status !== 0) ? 1 : 0

function runUnitTests() {
  // Note: a filter may match only tests of the other projects.
  const lenient = args.some(matchesOthers) ? ['--passWithNoTests'] : []
  const vitest = ['run', ...reportArgs(reportOf('unit')), ...lenient, ...args]
  return runBeside(installed('vitest'), vitest, { stdio: 'inherit' })
}

function matchesOthers(filter) {
  return readdirSync(join(root, 'test'), { recursive: true }).some(
    (path) => /(^browser\/.*|\.outside)\.test\.ts$/.test(path) && `test/${path}`.includes(filter),
  )
}
