/** `npm run test:typescript7`: compiles a module that imports every entry point with TypeScript 7. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, exitOnFailure, root, run } from './prepare.mjs'

const project = join(root, 'test', 'compat', 'typescript7')
const generated = join(project, 'generated')

ensureInstalled()
ensureBuilt({ withTypes: true })
ensureInstalled(project)

const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
// Note: the project is a package of its own, so that a name of this package needs an installed one.
const link = join(project, 'node_modules', name)
if (!existsSync(link)) symlinkSync(root, link, 'junction')
const lines = Object.keys(exports)
  .filter((path) => path !== './package.json')
  .map((path, i) => `export * as entryPoint${i} from '${path.replace('.', name)}'\n`)
mkdirSync(generated, { recursive: true })
writeFileSync(join(generated, 'entry-points.ts'), lines.join(''))

exitOnFailure(
  run('node', [join(project, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', project]),
)
