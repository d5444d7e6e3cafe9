/** The control plane's routes for the whole world as a file: fetched, and put back. */
import type { Emulator } from '../../emulator/face.ts'
import type { Routes } from './route.ts'

export function savingRoutes(emulator: Emulator): Routes {
  return {
    'GET world': () =>
      new Response(emulator.save(), {
        headers: {
          'content-type': 'application/json',
          'content-disposition': 'attachment; filename="world.json"',
          'cache-control': 'no-store',
        },
      }),
    'PUT world'(body) {
      emulator.load(body)
      return { now: emulator.now().toISOString() }
    },
  }
}
