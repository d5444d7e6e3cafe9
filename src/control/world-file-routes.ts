/** The control plane's routes for the whole world as a file: fetched, and put back. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { jsonDownload, type ControlRoutes } from './route.ts'

export function worldFileRoutes(emulator: Emulator): ControlRoutes {
  return {
    'GET world': () => jsonDownload('world.json', emulator.save()),
    'PUT world'(body) {
      emulator.load(body)
      return { now: emulator.now().toISOString() }
    },
  }
}
