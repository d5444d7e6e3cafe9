/** `npm run check:static`: runs all checks that are not tests. Stops at the first failure. */
import { ensureInstalled, exitOnFailure, installed, run } from './prepare.mjs'

const steps = [
  ['generated files are fresh', 'npm', ['run', '--silent', 'gen']],
  ['no generated file changed', 'git', ['diff', '--exit-code', '--stat']],
  ['types', installed('tsc'), ['-p', '.']],
  ['lint', installed('oxlint'), ['--deny-warnings']],
  ['format', installed('prettier'), ['--check', '--log-level', 'warn', '.']],
  ['package builds', 'node', ['scripts/build.mjs']],
  ['package is well formed', installed('publint'), ['--strict']],
  ['types resolve for all users', installed('attw'), ['--pack', '.', '--profile', 'esm-only']],
]

ensureInstalled()
for (const [name, command, args] of steps) {
  process.stderr.write(`\n— ${name}\n`)
  exitOnFailure(run(command, args))
}
