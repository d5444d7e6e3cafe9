/** `npm run leaks`: measures the heap after 10,000 and 100,000 rounds of each kind of work. */
import { spawnSync } from 'node:child_process'
import { ensureInstalled, exitOnFailure, root } from './prepare.mjs'

ensureInstalled()
const args = ['--expose-gc', '--import', 'tsx', 'test/leaks/growth.ts', ...process.argv.slice(2)]
exitOnFailure(spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1)
