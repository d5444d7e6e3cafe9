/**
 * `npm test`: installs and builds what is missing, then runs the test projects and lists the failures of all.
 * `npm run check:all` also runs the tests that take long, the complete explorations and the tests with other runtimes.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ensureBuilt, ensureInstalled, installed, root, runBeside, start } from './prepare.mjs'
import { longTests } from './long-tests.mjs'
import { failuresIn, reportArgs } from './test-report.mjs'

ensureInstalled()
// Note: the example for Storybook is compiled with the types of the package.
ensureBuilt({ withTypes: true })
const args = process.argv.slice(2)
const reports = mkdtempSync(join(tmpdir(), 'emulator-'))
const reportOf = (name) => join(reports, `${name}.json`)
const withReport = (name) => ({ env: { ...process.env, TEST_REPORT: reportOf(name) } })
// Note: a run of named test files includes those that take long.
const leftOut = (name) => (args.length === 0 ? longTests[name] : [])
const script = (name) => [
  `scripts/test-${name}.mjs`,
  ...leftOut(name).flatMap((file) => ['--exclude', `**/${basename(file)}`]),
  ...args,
]

// Note: Chromium and other programs leave a part of a processor free, so their tests run beside the others.
const browser = start('node', script('browser'), withReport('browser'))
const browserEnd = timed('browser', browser.ended)
const outside = browser.ended.then(() => start('node', script('outside'), withReport('outside')))
const outsideEnd = outside.then(({ ended }) => timed('outside', ended))
const results = [await timed('unit', runUnitTests()), await browserEnd, await outsideEnd]
await browser.finish()
await (await outside).finish()
for (const { name, status, seconds } of results) {
  process.stderr.write(`The ${name} tests ${status === 0 ? 'passed' : 'failed'} in ${seconds} s.\n`)
  for (const failure of failuresIn(reportOf(name)))
    process.stderr.write(`  ${failure.replace(root, '')}\n`)
}
rmSync(reports, { recursive: true })
process.exitCode = results.some(({ status }) => status !== 0) ? 1 : 0

/** Returns the status of a project with the time that it took. */
async function timed(name, ended) {
  const startedMs = performance.now()
  const status = await ended
  return { name, status, seconds: Math.round((performance.now() - startedMs) / 1_000) }
}

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
