/** Control-plane routes that save and restore the world as a file. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { isWorldStart } from '../emulator/worlds/world-file.ts'
import { uncachedResponse, type ControlRoutes } from './route.ts'

/** The body of `PUT world`. */
export const savedWorldBody = {
  noun: 'a saved world. Send the text of a file that --save or GET world wrote',
  isStart: isWorldStart,
}

export function worldFileRoutes(emulator: Emulator): ControlRoutes {
  return {
    /** Returns the world as a file that `--load` and `PUT world` accept. */
    'GET world': () =>
      uncachedResponse(emulator.save(), {
        'content-type': 'application/json',
        'content-disposition': 'attachment; filename="world.json"',
      }),
    /**
     * Replaces the world.
     *
     * @body a file of `GET world`
     */
    'PUT world'({ body }) {
      emulator.restore(body)
      return { now: emulator.now().toISOString() }
    },
  }
}
