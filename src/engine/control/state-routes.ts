/** Control-plane routes for health, state, the OpenAPI document and single webhooks. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { contextOf } from '../emulator/emulator.ts'
import { Problem } from '../define/problems.ts'
import { viewWebhook } from '../emulator/reports/views.ts'
import { version } from '../emulator/version.ts'
import type { ControlRoutes } from './route.ts'

export function stateRoutes(emulator: Emulator): ControlRoutes {
  return {
    /** Returns the version and the time. */
    'GET health': () => ({ status: 'ok', version, now: emulator.now().toISOString() }),
    /** Returns the time, the seed, the flags and the number of records of each resource. */
    'GET state': () => emulatorState(emulator),
    /** Returns the OpenAPI document. */
    'GET openapi.json': () => emulator.openapi(),
    /** Returns a webhook with its secret and its notifications. */
    'GET webhooks/:id'({ id }) {
      const webhook = viewWebhook(contextOf(emulator), id)
      if (!webhook) throw new Problem(404, { message: `There is no webhook ${id}.` })
      return webhook
    },
  }
}

function emulatorState(emulator: Emulator): object {
  const { store, catalog, journal, random } = contextOf(emulator)
  const names = [...catalog.resources.keys()].filter((name) => name !== 'api_keys')
  const counts = Object.fromEntries(names.map((name) => [name, store.size(name)]))
  const journalSize = { kept: journal.entries().length, dropped: journal.droppedCount() }
  const flags = emulator.flags()
  return {
    now: emulator.now().toISOString(),
    seed: random.seed(),
    flags,
    counts,
    journal: journalSize,
  }
}
