/** Control-plane routes for acts. */
import { type ActView, listActs } from '../emulator/reports/act-catalog.ts'
import type { Emulator } from '../emulator/emulator-api.ts'
import { performAct } from '../emulator/methods/acts.ts'
import { contextOf } from '../emulator/emulator.ts'
import type { ControlRoutes } from './route.ts'

export function actRoutes(emulator: Emulator): ControlRoutes {
  return {
    /** Lists the acts with their inputs. */
    'GET acts': (): ActView[] => listActs(contextOf(emulator)),
    /**
     * Performs an act of an administrator.
     *
     * @body {"primary_user_id":2,"secondary_user_id":3}
     */
    'POST acts/:id': ({ body, id }) => performAct(contextOf(emulator), id, body),
  }
}
