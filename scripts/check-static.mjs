/** `npm run check:static`: runs all checks that are not tests. Ends at the first failure. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, exitOnFailure, installed, run, start } from './prepare.mjs'

const freshness = [
  ['generated files are fresh', 'npm', ['run', '--silent', 'gen']],
  ['no generated file changed', 'git', ['diff', '--exit-code', '--stat']],
]
const sources = [
  ['lint', installed('oxlint'), ['--deny-warnings']],
  [
    'imports',
    installed('depcruise'),
    ['--config', '.dependency-cruiser.mjs', 'src', 'scripts', 'test/other-service'],
  ],
  ['package builds', 'node', ['scripts/build.mjs']],
  ['nothing is unused', installed('knip'), ['--no-progress']],
  ['package is well formed', installed('publint'), ['--strict']],
]

ensureInstalled()
const format = start(installed('prettier'), ['--check', '--log-level', 'warn', '.'])
runSteps(freshness)
exitOnFailure(await reported('format', format))
// Note: the compiler uses one processor, as each of the other checks does. It reads generated files.
const types = start(installed('tsc'), ['-p', '.'])
runSteps(sources)
checkPackedTypes()
exitOnFailure(await reported('types', types))

function runSteps(steps) {
  for (const [name, command, args] of steps) {
    process.stderr.write(`\n— ${name}\n`)
    exitOnFailure(run(command, args))
  }
}

function reported(name, command) {
  process.stderr.write(`\n— ${name}\n`)
  return command.finish()
}

function checkPackedTypes() {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-'))
  // Note: without scripts, because the package is built already.
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]
  runSteps([['package is packed', 'npm', pack]])
  const files = readdirSync(folder).map((name) => join(folder, name))
  const profile = ['--profile', 'esm-only']
  runSteps([['types resolve for all users', installed('attw'), [...files, ...profile]]])
  rmSync(folder, { recursive: true })
}
