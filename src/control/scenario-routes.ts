/** The control plane's routes for scenarios: which there are, and playing one on this emulator. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { Problem } from '../define/problems.ts'
import { address } from '../emulator/base-url.ts'
import { insistOnKeys, type Body, type Routes } from './route.ts'

// Note: scenarios are loaded when somebody asks for them; the emulator starts without.
const load = async () => ({
  ...(await import('../scenarios/shipped-scenarios.ts')),
  ...(await import('../scenarios/remote-integration.ts')),
  ...(await import('../scenarios/scenario-run.ts')),
})

export function scenarioRoutes(emulator: Emulator): Routes {
  let playing: string | undefined

  async function play(name: string, body: Body): Promise<object> {
    const { scenarioNamed, runScenario, integrationAt, untilNoCallsCome } = await load()
    const scenario = scenarioNamed(name)
    const { to, resync } = insistOnKeys(body, ['to', 'resync'])
    if (playing) throw new Problem(409, { message: `The scenario ${playing} is being played.` })
    playing = name
    try {
      const url = typeof to === 'string' ? { url: address('to', to) } : {}
      const at = typeof resync === 'string' ? address('resync', resync) : undefined
      const { transcript } = await runScenario(scenario, integrationAt(at), {
        emulator,
        ...url,
        rest: () => untilNoCallsCome(emulator),
      })
      return { name, now: emulator.now().toISOString(), transcript }
    } finally {
      playing = undefined
    }
  }

  return {
    'GET scenarios': async () => (await load()).scenarioList(),
    /** `{"to":"http://127.0.0.1:3000/hooks"}`; its steps stand in the journal as they begin. */
    'POST scenarios/:id': (body, name) => play(name, body),
  }
}
