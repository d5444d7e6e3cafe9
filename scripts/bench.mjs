/** `npm run bench`: makes the checkout ready, then measures what was built against the goals. */
import { spawnSync } from 'node:child_process'
import { ensureBuilt, ensureInstalled, exitUnless, installed, root } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
const args = ['test/bench/main.ts', ...process.argv.slice(2)]
exitUnless(spawnSync(installed('tsx'), args, { cwd: root, stdio: 'inherit' }).status ?? 1)
