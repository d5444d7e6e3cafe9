/** Control-plane routes that list scenarios and play a scenario on this emulator. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { Problem } from '../define/problems.ts'
import { urlFrom } from '../emulator/base-url.ts'
import type { ScenarioResult, ScenarioView } from '../inspector/api/scenario-views.ts'
import { parseBody, type ControlBody, type ControlRoutes } from './route.ts'

// Note: scenarios are loaded with the first request, so that the emulator starts faster.
const loadScenarios = async () => ({
  ...(await import('../scenarios/shipped-scenarios.ts')),
  ...(await import('../scenarios/remote-integration.ts')),
  ...(await import('../scenarios/scenario-run.ts')),
})

export function scenarioRoutes(emulator: Emulator): ControlRoutes {
  let playing: string | undefined

  async function play(name: string, body: ControlBody): Promise<ScenarioResult> {
    const { findScenario, runScenario, remoteIntegration, waitUntilIdle } = await loadScenarios()
    const scenario = findScenario(name)
    const { to, resync } = parseBody(body, ['to', 'resync'])
    if (playing) throw new Problem(409, { message: `The scenario ${playing} is already playing.` })
    playing = name
    try {
      const url = typeof to === 'string' ? { url: urlFrom('to', to) } : {}
      const at = typeof resync === 'string' ? urlFrom('resync', resync) : undefined
      const { transcript } = await runScenario(scenario, remoteIntegration(at), {
        emulator,
        ...url,
        drain: () => waitUntilIdle(emulator),
      })
      return { name, now: emulator.now().toISOString(), transcript }
    } finally {
      playing = undefined
    }
  }

  return {
    'GET scenarios': async (): Promise<ScenarioView[]> => (await loadScenarios()).listScenarios(),
    /** Takes `{"to":"http://127.0.0.1:3000/hooks"}`. Each step is recorded in the journal when it begins. */
    'POST scenarios/:id': (body, name) => play(name, body),
  }
}
