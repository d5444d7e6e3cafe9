/** `npm run test:msw3`: runs the tests in the second lane, with the msw, vitest and Node it brings. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, exitUnless, installed, root, run } from './prepare.mjs'

const lane = join(root, 'test', 'compat', 'msw3')

ensureInstalled()
ensureBuilt()
ensureInstalled(lane)

const node = nodeOf(lane)
if (!node) {
  process.stderr.write('Left out: the msw 3 lane. No Node 24 is packaged for this system.\n')
  process.exit(0)
}

const vitest = join(lane, 'node_modules', 'vitest', 'vitest.mjs')
const config = join(lane, 'vitest.config.ts')
const args = process.argv.slice(2)
// Note: a filter may name only tests that this lane leaves out.
const lenient = args.length > 0 ? ['--passWithNoTests'] : []
exitUnless(
  run(node, [vitest, 'run', '--config', config, ...lenient, ...args], { stdio: 'inherit' }),
)

/** The Node that came with the packages, or else the one at hand when msw 3 accepts it. */
function nodeOf(folder) {
  const packaged = installed('node', folder)
  if (existsSync(packaged)) return packaged
  return Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : undefined
}
