/** The control plane's routes for what stands in the emulator and what was seen of it. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { partsOf } from '../emulator/emulator.ts'
import { Problem } from '../define/problems.ts'
import { version } from '../emulator/version.ts'
import type { Routes } from './route.ts'

export function stateRoutes(emulator: Emulator): Routes {
  return {
    'GET health': () => ({ status: 'ok', version, now: emulator.now().toISOString() }),
    'GET state': () => stateOf(emulator),
    'GET openapi.json': () => emulator.openapi(),
    'GET webhooks/:id'(_, id) {
      const webhook = emulator.webhook(id)
      if (!webhook) throw new Problem(404, { message: `There is no webhook ${id}.` })
      return webhook
    },
  }
}

function stateOf(emulator: Emulator): object {
  const { store, catalog, journal } = partsOf(emulator)
  const names = [...catalog.resources.keys()].filter((name) => name !== 'api_keys')
  const counts = Object.fromEntries(names.map((name) => [name, store.size(name)]))
  const kept = { kept: journal.entries().length, dropped: journal.dropped() }
  const { worldSeed: seed, flags } = emulator
  return { now: emulator.now().toISOString(), seed, flags, counts, journal: kept }
}
