/** `npm test`: makes the checkout ready, then runs every test in every lane, the main lane last. */
import { ensureBuilt, ensureInstalled, exitUnless, installed, run } from './ready.mjs'

ensureInstalled()
ensureBuilt()
const args = process.argv.slice(2)
const second = run('node', ['scripts/test-msw3.mjs', ...args])
const browser = run('node', ['scripts/test-browser.mjs', ...args])
const main = run(installed('vitest'), ['run', ...args], { stdio: 'inherit' })
if (second !== 0) process.stderr.write('The msw 3 lane failed: see further up.\n')
if (browser !== 0) process.stderr.write('The browser lane failed: see further up.\n')
exitUnless(main || second || browser)
