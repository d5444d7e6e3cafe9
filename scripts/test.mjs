/** `npm test`: makes the checkout ready, then runs every test in both lanes, the main lane last. */
import { spawnSync } from 'node:child_process'
import { ensureBuilt, ensureInstalled, exitUnless, installed, root } from './ready.mjs'

ensureInstalled()
ensureBuilt()
const args = process.argv.slice(2)
exitUnless(
  spawnSync(installed('vitest'), ['run', ...args], { cwd: root, stdio: 'inherit' }).status ?? 1,
)
