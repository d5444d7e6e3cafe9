/** The control plane's routes for what a run relies on: the bill, and why a request was answered so. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { Problem } from '../define/problems.ts'
import type { ControlRoutes } from './route.ts'

export function assumptionReportRoutes(emulator: Emulator): ControlRoutes {
  return {
    'GET assumption-report': () => emulator.assumptionReport(),
    'GET explain/:id'(_, id) {
      if (/^\d+$/.test(id)) return emulator.explain(Number(id))
      throw new Problem(404, { message: `There is no entry ${id} in the journal.` })
    },
  }
}
