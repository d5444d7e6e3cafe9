/** `npm run test:browser`: runs the browser tests with the Chromium of this machine. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, exitOnFailure, installed, root, run } from './prepare.mjs'
import { reportArgs } from './test-report.mjs'

const knownPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const chromium = process.env.CHROMIUM ?? knownPaths.find((path) => existsSync(path))

if (chromium === undefined) {
  process.stderr.write(
    'The browser tests did NOT run: Chromium is not installed. ' +
      'Install it (Debian: apt-get install chromium) or set CHROMIUM to its path.\n',
  )
} else {
  ensureInstalled()
  ensureBuilt()
  ensureInstalled(join(root, 'test', 'examples', 'storybook'))
  const filters = process.argv.slice(2)
  // Note: a filter may match only tests of other test projects.
  const lenient = filters.length > 0 ? ['--passWithNoTests'] : []
  const args = [
    'run',
    '--config',
    'vitest.browser.config.ts',
    ...reportArgs(),
    ...lenient,
    ...filters,
  ]
  exitOnFailure(run(installed('vitest'), args, { env: { ...process.env, CHROMIUM: chromium } }))
}
