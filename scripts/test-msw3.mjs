/** `npm run test:msw3`: runs the tests, and those of the package, with msw 3 and the Vitest and Node that it requires. */
import { join } from 'node:path'
import {
  ensureBuilt,
  ensureGenerated,
  ensureInstalled,
  exitOnFailure,
  findNode,
  installed,
  root,
  run,
} from './prepare.mjs'
import { projectArgs } from './test-report.mjs'

const project = join(root, 'test', 'compat', 'msw3')

ensureInstalled()
ensureBuilt()
ensureInstalled(project)

const node = findNode(project, [24, 0])
if (!node) {
  process.stderr.write('The msw 3 tests did NOT run: no Node 24 is packaged for this system.\n')
  process.exit(0)
}

const vitest = join(project, 'node_modules', 'vitest', 'vitest.mjs')
const config = join(project, 'vitest.config.ts')
const args = projectArgs(config, process.argv.slice(2))
exitOnFailure(run(node, [vitest, ...args], { stdio: 'inherit' }))

ensureGenerated()
const packageArgs = projectArgs('vitest.outside.config.ts', ['test/package.outside.test.ts'])
const env = { ...process.env, PACKAGES: 'msw3' }
exitOnFailure(run(installed('vitest'), packageArgs, { stdio: 'inherit', env }))
