/** `npm run bench`: installs and builds what is missing, then runs the benchmark. */
import { spawnSync } from 'node:child_process'
import { ensureBuilt, ensureInstalled, exitOnFailure, installed, root } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
const args = ['test/bench/main.ts', ...process.argv.slice(2)]
exitOnFailure(spawnSync(installed('tsx'), args, { cwd: root, stdio: 'inherit' }).status ?? 1)
