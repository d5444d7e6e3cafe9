/** Control-plane routes for the assumption report and for explanations of responses. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { Problem } from '../define/problems.ts'
import type { ControlRoutes } from './route.ts'

export function assumptionReportRoutes(emulator: Emulator): ControlRoutes {
  return {
    /** Returns the behaviours that the run relied on. */
    'GET assumption-report': () => emulator.assumptionReport(),
    /** Explains the response of a request by the number of its entry. */
    'GET explain/:id'({ id }) {
      if (/^\d+$/.test(id)) return emulator.explain(Number(id))
      throw new Problem(404, { message: `There is no entry ${id} in the journal.` })
    },
  }
}
