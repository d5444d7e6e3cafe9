/** Routes of the control plane that list the scenarios and run a scenario on an emulator. */
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import { urlFrom } from '../../engine/emulator/base-url.ts'
import { Problem } from '../../engine/define/problems.ts'
import { targetRefusal } from '../../engine/deliver/network/target-host.ts'
import { quoteValue } from '../../engine/errors/argument-checks.ts'
import { defined } from '../../engine/errors/defined.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { option } from '../../engine/errors/options.ts'
import { readBody, type ControlBody, type ControlRoutes } from '../../engine/control/route.ts'

// Note: the scenarios are loaded on the first request for them, so that the server starts faster.
const loadScenarios = () => import('./shipped-runs.ts')

export function scenarioRoutes(emulator: Emulator): ControlRoutes {
  let running: string | undefined

  async function run(name: string, body: ControlBody): Promise<object> {
    const { findScenario, runScenario, remoteIntegration, waitUntilIdle } = await loadScenarios()
    const scenario = findScenario(name)
    const { to, resync } = readBody({ to: option(), resync: option() }, body)
    if (running) {
      throw new Problem(409, { message: `The scenario ${running} is already running.` })
    }
    running = name
    try {
      const url = to === undefined ? {} : { url: allowedUrl(emulator, 'to', to) }
      const resyncUrl = resync === undefined ? undefined : allowedUrl(emulator, 'resync', resync)
      const after = contextOf(emulator).journal.lastNumber()
      const { transcript } = await runScenario(scenario, remoteIntegration(resyncUrl), {
        emulator,
        ...url,
        drain: () => waitUntilIdle(emulator),
      })
      const now = emulator.now().toISOString()
      return { name, now, transcript, ...defined({ warning: warningAfter(emulator, after) }) }
    } finally {
      running = undefined
    }
  }

  return {
    /** Lists the scenarios. */
    'GET scenarios': async () => (await loadScenarios()).listScenarios(),
    /** Runs a scenario. */
    'POST scenarios/:id': ({ body, id: name }) => run(name, body),
  }
}

/** What a run without a delivery leaves untested. */
function warningAfter(emulator: Emulator, after: number): string | undefined {
  const has = (kind: 'event' | 'attempt'): boolean => emulator.journal({ kind, after }).length > 0
  if (!has('event') || has('attempt')) return undefined
  return 'No delivery was sent: no active webhook subscribes to the events. Give the address of your integration as "to", or register a webhook first.'
}

/** Returns a URL that deliveries may reach. @throws EmulatorError for another host, and for another value */
function allowedUrl(emulator: Emulator, name: string, value: unknown): string {
  const url = urlFrom(name, typeof value === 'string' ? value : quoteValue(value))
  const refusal = targetRefusal(url, contextOf(emulator).settings.deliverTo)
  if (refusal === undefined) return url
  throw new EmulatorError('host_not_allowed', {
    action: `use "${name}"`,
    reason: refusal,
    advice: 'Start the server with --deliver-to HOST.',
  })
}
