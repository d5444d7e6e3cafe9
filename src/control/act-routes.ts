/** The control plane's routes for what an administrator does, and for the mails that were sent. */
import { type ActView, actsIn } from '../emulator/act-list.ts'
import type { Emulator } from '../emulator/face.ts'
import { runAct } from '../emulator/stage.ts'
import { partsOf } from '../emulator.ts'
import type { Routes } from './route.ts'

export function actingRoutes(emulator: Emulator): Routes {
  return {
    'GET acts': (): ActView[] => actsIn(partsOf(emulator)),
    'POST acts/:id': (body, id) => runAct(partsOf(emulator), id, body),
    'GET outbox': () => emulator.outbox,
  }
}
