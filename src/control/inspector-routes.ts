/** The control plane's routes that the inspector's page lives on, and that anybody else may use. */
import { Problem } from '../define/problems.ts'
import type { EmulatorContext } from '../emulator/context.ts'
import type { Emulator } from '../emulator/emulator-api.ts'
import { allScopes } from '../emulator/worlds/seeded-world.ts'
import { viewEntry } from '../emulator/reports/views.ts'
import { contextOf } from '../emulator/emulator.ts'
import { version } from '../emulator/version.ts'
import {
  behavioursUsed,
  switchAssumptions,
  viewAssumptions,
} from '../inspector/api/assumption-views.ts'
import {
  viewNotification,
  viewNotifications,
  viewWebhooks,
} from '../inspector/api/webhook-views.ts'
import { summarizeEntry } from '../inspector/api/entry-summary.ts'
import type { EventStream } from '../inspector/api/event-stream.ts'
import { pageFile } from '../inspector/api/page-assets.ts'
import type { ClockPlayer } from '../inspector/api/clock-player.ts'
import { setTokenScopes, viewTokens, redactedJson } from '../inspector/api/token-views.ts'
import { parseBody, queryNumber, type ControlRoutes, queryText } from './route.ts'

export function pageRoutes(): ControlRoutes {
  return {
    'GET ': () => pageFile('page.html'),
    async 'GET assets/:id'(_, name) {
      const file = await pageFile(name)
      if (!file) throw new Problem(404, { message: `The page has no file ${name}.` })
      return file
    },
  }
}

export function liveRoutes(
  emulator: Emulator,
  live: EventStream,
  player: ClockPlayer,
): ControlRoutes {
  const context = contextOf(emulator)
  const { settings, journal, clock } = context
  const { seed, mode, basePath } = settings
  return {
    'GET about': () => ({ version, seed, mode, basePath, baseUrl: emulator.baseUrl }),
    'GET events': (_, __, request) => live.stream(request),
    'GET timeline'(_, __, request) {
      const query = new URL(request.url).searchParams
      const after = queryNumber(query, 'after', 0, 0, Number.MAX_SAFE_INTEGER)
      const limit = queryNumber(query, 'limit', 5_000, 1, 20_000)
      const entries = journal
        .entriesAfter(after, limit)
        .map((entry) => summarizeEntry(context, entry))
      const position = {
        era: journal.generation(),
        last: journal.lastNumber(),
        dropped: journal.droppedCount(),
      }
      return redactedJson(context, { ...position, entries })
    },
    'GET entries/:id': (_, id) => viewEntryWithLinks(context, id),
    'GET pending'() {
      const pending = emulator.pending()
      return { count: pending.length, soonest: pending.slice(0, 50) }
    },
    'POST clock/play'(body) {
      const { rate } = parseBody(body, ['rate'])
      player.play(rate as number)
      return { now: clock.now(), rate: player.rate }
    },
    'POST clock/stop': () => (player.stop(), { now: clock.now(), rate: player.rate }),
    'POST clock/next': () => emulator.advanceToNext(),
  }
}

export function deliveryRoutes(emulator: Emulator): ControlRoutes {
  const context = contextOf(emulator)
  return {
    'GET webhooks': () => viewWebhooks(context),
    'GET notifications'(_, __, request) {
      const query = new URL(request.url).searchParams
      return viewNotifications(context, {
        webhook: queryText(query, 'webhook') ?? '',
        status: queryText(query, 'status'),
        before: queryNumber(query, 'before', Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER),
        limit: queryNumber(query, 'limit', 50, 1, 500),
      })
    },
    'GET notifications/:id': (_, id) => viewNotification(context, id),
  }
}

export function settingsViewRoutes(emulator: Emulator): ControlRoutes {
  const context = contextOf(emulator)
  return {
    'GET flags': () => emulator.flags,
    'GET tokens': () => ({ tokens: viewTokens(context), scopes: allScopes(context.catalog) }),
    'PUT tokens/:id': (body, id) => setTokenScopes(context, id, parseBody(body, ['scopes']).scopes),
    'GET assumptions': () => viewAssumptions(context),
    'POST assumptions': (body) => switchAssumptions(context, body),
  }
}

/** An entry with what led to it, what it led to, and what was relied on. */
function viewEntryWithLinks(context: EmulatorContext, id: string): unknown {
  const { journal } = context
  const number = /^\d+$/.test(id) ? Number(id) : Number.NaN
  const [entry] = number >= 0 ? journal.entriesAfter(number - 1, 1) : []
  if (entry?.number !== number) {
    const first = journal.lastNumber() - journal.entries().length + 1
    const range =
      journal.lastNumber() < first ? 'is empty' : `holds ${first} to ${journal.lastNumber()}`
    throw new Problem(404, { message: `There is no entry ${id}: the journal ${range}.` })
  }
  const causes = []
  for (let at = entry.cause; at !== undefined;) {
    const [cause] = journal.entriesAfter(at - 1, 1)
    if (cause?.number !== at) break
    causes.unshift(summarizeEntry(context, cause))
    at = cause.cause
  }
  const effects = journal.entriesAfter(number, Infinity).filter(({ cause }) => cause === number)
  return redactedJson(context, {
    entry: viewEntry(context, entry),
    causes,
    effects: effects.slice(0, 200).map((effect) => summarizeEntry(context, effect)),
    behaviours: behavioursUsed(entry.behaviours),
  })
}
