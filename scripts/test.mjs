/** `npm test`: makes the checkout ready, then runs every test in every lane, the unit suite last. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, exitUnless, installed, root, run } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
const args = process.argv.slice(2)
const lanes = {
  'msw 3': ['node', ['scripts/test-msw3.mjs', ...args]],
  browser: ['node', ['scripts/test-browser.mjs', ...args]],
  outside: ['node', ['scripts/test-outside.mjs', ...args]],
}
const ended = Object.entries(lanes).map(([name, [command, given]]) => [name, run(command, given)])
// Note: a filter may name only tests of the lane that starts other programs.
const lenient = args.some(namesOutside) ? ['--passWithNoTests'] : []
const unit = run(installed('vitest'), ['run', ...lenient, ...args], { stdio: 'inherit' })
const failed = ended.filter(([, status]) => status !== 0)
for (const [name] of failed) process.stderr.write(`The ${name} lane failed: see further up.\n`)
exitUnless(unit || (failed[0]?.[1] ?? 0))

function namesOutside(filter) {
  return readdirSync(join(root, 'test'), { recursive: true }).some(
    (path) => path.endsWith('.outside.test.ts') && `test/${path}`.includes(filter),
  )
}
