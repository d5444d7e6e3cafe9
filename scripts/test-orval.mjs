/** `npm run test:orval`: generates clients from the OpenAPI document with orval, and compiles them. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  ensureBuilt,
  ensureInstalled,
  exitOnFailure,
  findNode,
  installed,
  root,
  run,
} from './prepare.mjs'

const project = join(root, 'test', 'compat', 'orval')
const generated = join(project, 'generated')

ensureInstalled()
ensureBuilt()
ensureInstalled(project)

const node = findNode(project, [22, 18])
if (!node) {
  process.stderr.write(
    'The orval test did NOT run: it requires Node 22.18, and no Node 24 is packaged.\n',
  )
  process.exit(0)
}

const { createEmulator } = await import(pathToFileURL(join(root, 'dist', 'index.js')).href)
rmSync(generated, { recursive: true, force: true })
mkdirSync(generated, { recursive: true })
const document = await createEmulator({ world: 'empty' }).openapi()
writeFileSync(join(generated, 'openapi.json'), JSON.stringify(document))

const orval = join(project, 'node_modules', 'orval', 'dist', 'bin', 'orval.mjs')
exitOnFailure(run(node, [orval, '--config', 'orval.config.ts'], { cwd: project }))
exitOnFailure(run(installed('tsc'), ['-p', project]))
