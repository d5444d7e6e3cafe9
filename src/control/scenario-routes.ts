/** The control plane's routes for scenarios: which there are, and playing one on this emulator. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { Problem } from '../define/problems.ts'
import { urlFrom } from '../emulator/base-url.ts'
import { parseBody, type ControlBody, type ControlRoutes } from './route.ts'

// Note: scenarios are loaded when somebody asks for them; the emulator starts without.
const loadScenarios = async () => ({
  ...(await import('../scenarios/shipped-scenarios.ts')),
  ...(await import('../scenarios/remote-integration.ts')),
  ...(await import('../scenarios/scenario-run.ts')),
})

export function scenarioRoutes(emulator: Emulator): ControlRoutes {
  let playing: string | undefined

  async function play(name: string, body: ControlBody): Promise<object> {
    const { findScenario, runScenario, remoteIntegration, waitUntilIdle } = await loadScenarios()
    const scenario = findScenario(name)
    const { to, resync } = parseBody(body, ['to', 'resync'])
    if (playing) throw new Problem(409, { message: `The scenario ${playing} is being played.` })
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
    'GET scenarios': async () => (await loadScenarios()).listScenarios(),
    /** `{"to":"http://127.0.0.1:3000/hooks"}`; its steps stand in the journal as they begin. */
    'POST scenarios/:id': (body, name) => play(name, body),
  }
}
