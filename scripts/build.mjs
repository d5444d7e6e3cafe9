/** `npm run build`: removes the previous build, then builds the entry points and their types. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { exitOnFailure, installed, root, run } from './prepare.mjs'

rmSync(join(root, 'dist'), { recursive: true, force: true })
exitOnFailure(run(installed('tsup'), process.argv.slice(2)))
