/** `npm run check:static`: everything of the gate that is not a test. Stops at the first failure. */
import { ensureInstalled, exitUnless, installed, run } from './prepare.mjs'

const steps = [
  ['generated files are fresh', 'npm', ['run', '--silent', 'gen']],
  ['no generated file changed', 'git', ['diff', '--exit-code', '--stat']],
  ['types', installed('tsc'), ['-p', '.']],
  ['lint', installed('oxlint'), ['--deny-warnings']],
  ['format', installed('prettier'), ['--check', '--log-level', 'warn', '.']],
  ['package builds', 'node', ['scripts/build.mjs']],
  ['package is well formed', installed('publint'), ['--strict']],
  ['types are found by everybody', installed('attw'), ['--pack', '.', '--profile', 'esm-only']],
]

ensureInstalled()
for (const [name, command, args] of steps) {
  process.stderr.write(`\n— ${name}\n`)
  exitUnless(run(command, args))
}
