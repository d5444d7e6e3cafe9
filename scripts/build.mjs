/** `npm run build`: removes the previous build, then builds the entry points, their types and the list of packages. */
import { openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { exitOnFailure, installed, root, run } from './prepare.mjs'

rmSync(join(root, 'dist'), { recursive: true, force: true })
exitOnFailure(run(installed('tsup'), process.argv.slice(2)))
// Note: the lock file names no registry, so this document of the installed packages does not either.
const sbom = openSync(join(root, 'dist', 'sbom.json'), 'w')
const args = ['sbom', '--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx']
exitOnFailure(run('npm', args, { stdio: ['ignore', sbom, 2] }))
