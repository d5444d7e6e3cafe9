/** `npm run check:static`: runs all checks that are not tests. Ends at the first failure. */
import { ensureInstalled, exitOnFailure, installed, run, start } from './prepare.mjs'

const freshness = [
  ['generated files are fresh', 'npm', ['run', '--silent', 'gen']],
  ['no generated file changed', 'git', ['diff', '--exit-code', '--stat']],
]
const sources = [
  ['lint', installed('oxlint'), ['--deny-warnings']],
  ['format', installed('prettier'), ['--check', '--log-level', 'warn', '.']],
  ['package builds', 'node', ['scripts/build.mjs']],
  ['package is well formed', installed('publint'), ['--strict']],
  ['types resolve for all users', installed('attw'), ['--pack', '.', '--profile', 'esm-only']],
]

ensureInstalled()
// Note: the compiler uses one processor, as each of the other checks does.
const types = start(installed('tsc'), ['-p', '.'])
runSteps(freshness)
exitOnFailure(await reported('types', types))
runSteps(sources)

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
