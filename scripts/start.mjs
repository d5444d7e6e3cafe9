/** `npm start -- …`: installs and builds what is missing, then starts the emulator with the same arguments. */
import { ensureBuilt, ensureInstalled } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
await import('../dist/cli.js')
