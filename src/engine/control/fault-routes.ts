/** Control-plane routes for faults and outages. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { findFault, type OutageOptions } from '../emulator/methods/faults.ts'
import type { FaultRule } from '../faults/fault-rule.ts'
import { contextOf } from '../emulator/emulator.ts'
import { faultFormChoices, labelFaults } from './views/fault-views.ts'
import type { ControlRoutes } from './route.ts'

export function faultRoutes(emulator: Emulator): ControlRoutes {
  return {
    /** Lists the fault rules with their hits. */
    'GET faults': () => labelFaults(emulator.faults(), emulator.now()),
    /** Lists the effects of faults. */
    'GET faults/effects': faultFormChoices,
    /**
     * Adds a fault rule.
     *
     * @body {"operation":"get_users","nth":2,"with":{"status":503}}
     */
    // Note: `fault` validates the rule.
    'POST faults': ({ body }) => emulator.fault(body as object as FaultRule).rule,
    /** Removes all fault rules and outages. */
    'DELETE faults'() {
      const { faults } = contextOf(emulator)
      const ended = faults.listActive().length
      faults.end(() => true)
      return { ended }
    },
    /** Removes a fault rule. */
    'DELETE faults/:id'({ id }) {
      const context = contextOf(emulator)
      const fault = findFault(context, id)
      const { matched, hits } = fault
      context.faults.end((each) => each === fault)
      return { ended: 1, matched, hits }
    },
    /**
     * Starts an outage.
     *
     * @body {"until":"2h","of":"api"}
     */
    'POST outages'({ body }) {
      const { id, faults } = emulator.outage(body as OutageOptions)
      return { id, faults }
    },
  }
}
