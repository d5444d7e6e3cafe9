/** `npm run build`: clears what an earlier build left, then builds the doors and their types. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { exitUnless, installed, root, run } from './prepare.mjs'

rmSync(join(root, 'dist'), { recursive: true, force: true })
exitUnless(run(installed('tsup'), process.argv.slice(2)))
