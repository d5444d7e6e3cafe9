/** `npm run test:browser`: what can only be seen in a browser, with the Chromium of this machine. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, exitUnless, installed, root, run } from './prepare.mjs'

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const chromium = process.env.CHROMIUM ?? known.find((path) => existsSync(path))

if (chromium === undefined) {
  process.stderr.write(
    'The browser tests did NOT run: there is no Chromium here. ' +
      'Install one (Debian: apt-get install chromium) or name it in CHROMIUM.\n',
  )
} else {
  ensureInstalled()
  ensureBuilt()
  ensureInstalled(join(root, 'test', 'examples', 'storybook'))
  const filters = process.argv.slice(2)
  // Note: a filter may name only tests of other lanes.
  const lenient = filters.length > 0 ? ['--passWithNoTests'] : []
  const args = ['run', '--config', 'vitest.browser.config.ts', ...lenient, ...filters]
  exitUnless(run(installed('vitest'), args, { env: { ...process.env, CHROMIUM: chromium } }))
}
