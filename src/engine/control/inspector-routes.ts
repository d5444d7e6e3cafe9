/** Control-plane routes of the inspector: its live data and its views. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { contextOf } from '../emulator/emulator.ts'
import { allScopes } from '../emulator/worlds/seeded-world.ts'
import { switchAssumptions, viewAssumptions } from './views/assumption-views.ts'
import type { ClockPlayer } from './views/clock-player.ts'
import { viewEmulatorInfo } from './views/emulator-info.ts'
import { viewEntryDetails } from './views/entry-details.ts'
import type { EventStream } from './views/event-stream.ts'
import { summarizePending } from './views/pending-tasks.ts'
import { viewStoryLines } from './views/story-lines-page.ts'
import { viewStoryMargins } from './views/story-margins.ts'
import { searchStory } from './views/story-search.ts'
import { redactedJson, setTokenScopes, type TokenList, viewTokens } from './views/token-views.ts'
import { viewNotification, viewNotifications, viewWebhooks } from './views/webhook-views.ts'
import { parseBody, queryNumber, type ControlRoutes, queryText } from './route.ts'

export function liveRoutes(
  emulator: Emulator,
  live: EventStream,
  player: ClockPlayer,
): ControlRoutes {
  const context = contextOf(emulator)
  const { clock } = context
  const clockStatus = () => ({ now: clock.now(), rate: player.rate })
  return {
    'GET about': () => viewEmulatorInfo(context, emulator.baseUrl),
    'GET events': (_, __, request) => live.stream(request),
    'GET story-lines'(_, __, request) {
      const query = new URL(request.url).searchParams
      const before = beforeOf(query)
      const limit = queryNumber(query, 'limit', 2_000, 1, 20_000)
      return redactedJson(context, viewStoryLines(context, before, limit))
    },
    'GET story-margins': () => redactedJson(context, viewStoryMargins(context)),
    'GET story-search'(_, __, request) {
      const query = new URL(request.url).searchParams
      return searchStory(context, queryText(query, 'text') ?? '', beforeOf(query))
    },
    'GET entries/:id': (_, id) => redactedJson(context, viewEntryDetails(context, id)),
    'GET pending': () => summarizePending(emulator.pending()),
    'POST clock/play'(body) {
      player.play(parseBody(body, ['rate']).rate as number)
      return clockStatus()
    },
    'POST clock/stop': () => (player.stop(), clockStatus()),
  }
}

/** The number that a page of a list continues before; the largest without one. */
const beforeOf = (query: URLSearchParams): number =>
  queryNumber(query, 'before', Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER)

export function deliveryRoutes(emulator: Emulator): ControlRoutes {
  const context = contextOf(emulator)
  return {
    'GET webhooks': () => viewWebhooks(context),
    'GET notifications'(_, __, request) {
      const query = new URL(request.url).searchParams
      return viewNotifications(context, {
        webhook: queryText(query, 'webhook') ?? '',
        status: queryText(query, 'status'),
        before: beforeOf(query),
        limit: queryNumber(query, 'limit', 50, 1, 500),
      })
    },
    'GET notifications/:id': (_, id) => viewNotification(context, id),
  }
}

export function settingsViewRoutes(emulator: Emulator): ControlRoutes {
  const context = contextOf(emulator)
  return {
    'GET flags': () => emulator.flags(),
    'GET tokens': (): TokenList => ({
      tokens: viewTokens(context),
      scopes: allScopes(context.catalog),
    }),
    'PUT tokens/:id': (body, id) => setTokenScopes(context, id, parseBody(body, ['scopes']).scopes),
    'GET assumptions': () => viewAssumptions(context),
    // Note: the alternatives may also be under the key `assumptions`, as in the options of an emulator.
    'POST assumptions': (body) =>
      switchAssumptions(
        context,
        'assumptions' in body ? parseBody(body, ['assumptions']).assumptions : body,
      ),
  }
}
