/** `npm run test:browser`: runs the browser tests with the Chromium of this machine. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, exitOnFailure, installed, root, run } from './prepare.mjs'
import { projectArgs } from './test-report.mjs'

const knownPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const chromium = process.env.CHROMIUM ?? knownPaths.find((path) => existsSync(path))

if (chromium === undefined) {
  process.stderr.write(
    'The browser tests did NOT run: Chromium is not installed. ' +
      'Install it (Debian: apt-get install chromium) or set CHROMIUM to its path.\n',
  )
} else {
  ensureInstalled()
  ensureBuilt({ withTypes: true })
  ensureInstalled(join(root, 'test', 'examples', 'storybook'))
  const args = projectArgs('vitest.browser.config.ts', process.argv.slice(2))
  exitOnFailure(run(installed('vitest'), args, { env: { ...process.env, CHROMIUM: chromium } }))
}
