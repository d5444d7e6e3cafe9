/** The control plane's routes for what an administrator does, and for the mails that were sent. */
import { type ActView, actsIn } from '../emulator/reports/act-catalog.ts'
import type { Emulator } from '../emulator/emulator-api.ts'
import { runAct } from '../emulator/methods/tokens.ts'
import { partsOf } from '../emulator/emulator.ts'
import type { Routes } from './route.ts'

export function actingRoutes(emulator: Emulator): Routes {
  return {
    'GET acts': (): ActView[] => actsIn(partsOf(emulator)),
    'POST acts/:id': (body, id) => runAct(partsOf(emulator), id, body),
    'GET outbox': () => emulator.outbox,
  }
}
