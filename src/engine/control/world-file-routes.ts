/** Control-plane routes that save and restore the world as a file. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { isWorldStart } from '../emulator/worlds/world-file.ts'
import { jsonDownload, type ControlRoutes } from './route.ts'

/** The body of `PUT world`. */
export const savedWorldBody = { noun: 'a saved world', isStart: isWorldStart }

export function worldFileRoutes(emulator: Emulator): ControlRoutes {
  return {
    'GET world': () => jsonDownload('world.json', emulator.save()),
    'PUT world'(body) {
      emulator.restore(body)
      return { now: emulator.now().toISOString() }
    },
  }
}
