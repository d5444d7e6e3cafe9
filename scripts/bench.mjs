/** `npm run bench`: installs and builds what is missing, then runs the benchmark. */
import { spawnSync } from 'node:child_process'
import {
  ensureBuilt,
  ensureGenerated,
  ensureInstalled,
  exitOnFailure,
  installed,
  root,
} from './prepare.mjs'

ensureInstalled()
// Note: the size of the package is that with its types and pages.
ensureGenerated()
ensureBuilt({ withTypes: true })
const args = ['test/bench/main.ts', ...process.argv.slice(2)]
exitOnFailure(spawnSync(installed('tsx'), args, { cwd: root, stdio: 'inherit' }).status ?? 1)
