/** Starts the page with an emulator in the page, for development without a service. */
import { setupEmulatorWorker } from 'course-admin-emulator/browser'
import { showPage } from '../../../examples/vite/src/app.ts'
import '../../../examples/vite/src/style.css'

const emulator = await setupEmulatorWorker({
  world: 'demo',
  clock: 'virtual',
}).start()
const mia = emulator.given('users', { email: 'mia@example.test' })
await showPage(emulator, mia.id)
