/** The control plane's routes that the inspector's page lives on, and that anybody else may use. */
import { Problem } from '../define/problems.ts'
import type { Assembly } from '../emulator/context.ts'
import type { Emulator } from '../emulator/emulator-api.ts'
import { allScopes } from '../emulator/worlds/seeded-world.ts'
import { viewEntry } from '../emulator/reports/views.ts'
import { partsOf } from '../emulator/emulator.ts'
import { version } from '../emulator/version.ts'
import { behavioursOf, switchReadings, viewAssumptions } from '../inspector/api/assumption-views.ts'
import { viewNotification, viewNotifications, viewWebhooks } from '../inspector/api/webhook-views.ts'
import { glanceOf } from '../inspector/api/entry-summary.ts'
import type { Live } from '../inspector/api/event-stream.ts'
import { pageFile } from '../inspector/api/page-assets.ts'
import type { Player } from '../inspector/api/clock-player.ts'
import { changeScopes, viewTokens, withTokensHidden } from '../inspector/api/token-views.ts'
import { insistOnKeys, numberIn, type Routes, textIn } from './route.ts'

export function pageRoutes(): Routes {
  return {
    'GET ': () => pageFile('page.html'),
    async 'GET assets/:id'(_, name) {
      const file = await pageFile(name)
      if (!file) throw new Problem(404, { message: `The page has no file ${name}.` })
      return file
    },
  }
}

export function liveRoutes(emulator: Emulator, live: Live, player: Player): Routes {
  const assembly = partsOf(emulator)
  const { settings, journal, clock } = assembly
  const { seed, mode, basePath } = settings
  return {
    'GET about': () => ({ version, seed, mode, basePath, baseUrl: emulator.baseUrl }),
    'GET events': (_, __, request) => live.stream(request),
    'GET timeline'(_, __, request) {
      const query = new URL(request.url).searchParams
      const after = numberIn(query, 'after', 0, 0, Number.MAX_SAFE_INTEGER)
      const limit = numberIn(query, 'limit', 5_000, 1, 20_000)
      const entries = journal.since(after, limit).map((entry) => glanceOf(assembly, entry))
      const told = { era: journal.era(), last: journal.last(), dropped: journal.dropped() }
      return withTokensHidden(assembly, { ...told, entries })
    },
    'GET entries/:id': (_, id) => viewEntryWithLinks(assembly, id),
    'GET pending'() {
      const pending = emulator.pending()
      return { count: pending.length, soonest: pending.slice(0, 50) }
    },
    'POST clock/play'(body) {
      const { rate } = insistOnKeys(body, ['rate'])
      player.play(rate as number)
      return { now: clock.now(), rate: player.rate }
    },
    'POST clock/stop': () => (player.stop(), { now: clock.now(), rate: player.rate }),
    'POST clock/next': () => emulator.advanceToNext(),
  }
}

export function deliveryRoutes(emulator: Emulator): Routes {
  const assembly = partsOf(emulator)
  return {
    'GET webhooks': () => viewWebhooks(assembly),
    'GET notifications'(_, __, request) {
      const query = new URL(request.url).searchParams
      return viewNotifications(assembly, {
        webhook: textIn(query, 'webhook') ?? '',
        status: textIn(query, 'status'),
        before: numberIn(query, 'before', Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER),
        limit: numberIn(query, 'limit', 50, 1, 500),
      })
    },
    'GET notifications/:id': (_, id) => viewNotification(assembly, id),
  }
}

export function switchRoutes(emulator: Emulator): Routes {
  const assembly = partsOf(emulator)
  return {
    'GET flags': () => emulator.flags,
    'GET tokens': () => ({ tokens: viewTokens(assembly), scopes: allScopes(assembly.catalog) }),
    'PUT tokens/:id': (body, id) =>
      changeScopes(assembly, id, insistOnKeys(body, ['scopes']).scopes),
    'GET assumptions': () => viewAssumptions(assembly),
    'POST readings': (body) => switchReadings(assembly, body),
  }
}

/** An entry with what led to it, what it led to, and what was relied on. */
function viewEntryWithLinks(assembly: Assembly, id: string): unknown {
  const { journal } = assembly
  const number = /^\d+$/.test(id) ? Number(id) : Number.NaN
  const [entry] = number >= 0 ? journal.since(number - 1, 1) : []
  if (entry?.number !== number) {
    const first = journal.last() - journal.entries().length + 1
    const holds = journal.last() < first ? 'is empty' : `holds ${first} to ${journal.last()}`
    throw new Problem(404, { message: `There is no entry ${id}: the journal ${holds}.` })
  }
  const causes = []
  for (let at = entry.cause; at !== undefined;) {
    const [cause] = journal.since(at - 1, 1)
    if (cause?.number !== at) break
    causes.unshift(glanceOf(assembly, cause))
    at = cause.cause
  }
  const effects = journal.since(number, Infinity).filter(({ cause }) => cause === number)
  return withTokensHidden(assembly, {
    entry: viewEntry(entry),
    causes,
    effects: effects.slice(0, 200).map((effect) => glanceOf(assembly, effect)),
    behaviours: behavioursOf(entry['used']),
  })
}
