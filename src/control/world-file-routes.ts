/** The control plane's routes for the whole world as a file: fetched, and put back. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { attached, type Routes } from './route.ts'

export function savingRoutes(emulator: Emulator): Routes {
  return {
    'GET world': () => attached('world.json', emulator.save()),
    'PUT world'(body) {
      emulator.load(body)
      return { now: emulator.now().toISOString() }
    },
  }
}
