/** Starts the page with an emulator in the page, for development without a service. */
import { setupEmulatorWorker } from 'course-admin-emulator/browser'
import { showPage } from '../../../examples/vite/src/app.ts'

const isKept = new URLSearchParams(location.search).has('keep')
const emulator = await setupEmulatorWorker({
  world: 'small-school',
  clock: 'virtual',
  afterReload: isKept ? 'tab' : 'world',
}).start()

const email = 'mia@example.test'
const [mia = emulator.given('users', { email })] = emulator.rows('users', { email })

Object.assign(globalThis, { emulator })
await showPage(emulator, mia.id)
