/** Control-plane routes for usage: as JSON, and as the inspector shows it. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { contextOf } from '../emulator/emulator.ts'
import { viewUsage } from './views/usage-overview.ts'
import { queryNumber, queryText, type ControlRoutes } from './route.ts'

export function usageRoutes(emulator: Emulator): ControlRoutes {
  return {
    /**
     * Returns what the run cost: calls, waits, scopes and advice.
     *
     * @query since
     */
    'GET usage'({ query }) {
      if (queryText(query, 'since') === undefined) return emulator.usage()
      return emulator.usage({ since: queryNumber(query, 'since', 0, 0, Number.MAX_SAFE_INTEGER) })
    },
    /** Returns the usage with its course over time. */
    'GET usage-chart': () => viewUsage(contextOf(emulator), emulator.usage()),
  }
}
