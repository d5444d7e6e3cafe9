/** Control-plane routes for faults and outages. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { findFault, type OutageOptions } from '../emulator/methods/faults.ts'
import type { FaultRule } from '../faults/fault-rule.ts'
import { contextOf } from '../emulator/emulator.ts'
import { faultFormChoices, labelFaults } from './views/fault-views.ts'
import type { ControlRoutes } from './route.ts'

export function faultRoutes(emulator: Emulator): ControlRoutes {
  return {
    'GET faults': () => labelFaults(emulator.faults()),
    'GET faults/effects': faultFormChoices,
    // Note: `fault` validates the rule.
    'POST faults': (body) => emulator.fault(body as object as FaultRule).rule,
    'DELETE faults'() {
      const { faults } = contextOf(emulator)
      const ended = faults.listActive().length
      faults.end(() => true)
      return { ended }
    },
    'DELETE faults/:id'(_, id) {
      const context = contextOf(emulator)
      const fault = findFault(context, id)
      const { matched, hits } = fault
      context.faults.end((each) => each === fault)
      return { ended: 1, matched, hits }
    },
    'POST outages'(body) {
      const { id, faults } = emulator.outage(body as OutageOptions)
      return { id, faults }
    },
  }
}
