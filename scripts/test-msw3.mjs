/** `npm run test:msw3`: runs the tests with msw 3 and the Vitest and Node that it requires. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, exitOnFailure, installed, root, run } from './prepare.mjs'
import { projectArgs } from './test-report.mjs'

const project = join(root, 'test', 'compat', 'msw3')

ensureInstalled()
ensureBuilt()
ensureInstalled(project)

const node = findNode(project)
if (!node) {
  process.stderr.write('The msw 3 tests did NOT run: no Node 24 is packaged for this system.\n')
  process.exit(0)
}

const vitest = join(project, 'node_modules', 'vitest', 'vitest.mjs')
const config = join(project, 'vitest.config.ts')
const args = projectArgs(config, process.argv.slice(2))
exitOnFailure(run(node, [vitest, ...args], { stdio: 'inherit' }))

/** The Node among the installed packages, or else the current Node if msw 3 supports it. */
function findNode(folder) {
  const packaged = installed('node', folder)
  if (existsSync(packaged)) return packaged
  return Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : undefined
}
