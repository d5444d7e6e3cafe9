/** Control-plane routes of the inspector: its live data and its views. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { contextOf } from '../emulator/emulator.ts'
import type { ClockPlayer } from './views/clock-player.ts'
import { viewEmulatorInfo } from './views/emulator-info.ts'
import { viewEntryDetails } from './views/entry-details.ts'
import type { EventStream } from './views/event-stream.ts'
import { summarizePending } from './views/pending-tasks.ts'
import { viewStoryLines } from './views/story-lines-page.ts'
import { viewStoryMargins } from './views/story-margins.ts'
import { searchStory } from './views/story-search.ts'
import { redactedJson } from './views/token-views.ts'
import { viewNotification, viewNotifications, viewWebhooks } from './views/webhook-views.ts'
import { required } from '../errors/options.ts'
import { readBody, queryNumber, type ControlRoutes, queryText } from './route.ts'

export function liveRoutes(
  emulator: Emulator,
  live: EventStream,
  player: ClockPlayer,
): ControlRoutes {
  const context = contextOf(emulator)
  const { clock } = context
  const clockStatus = () => ({ now: clock.now(), rate: player.rate })
  return {
    /** Returns the settings of the emulator. */
    'GET about': () => viewEmulatorInfo(context, emulator.baseUrl),
    /** Streams changes as server-sent events. */
    'GET events': ({ request }) => live.stream(request),
    /**
     * Returns the lines of the story in batches, latest first.
     *
     * @query before limit
     */
    'GET story-lines'({ query }) {
      const before = beforeOf(query)
      const limit = queryNumber(query, 'limit', 2_000, 1, 20_000)
      return redactedJson(context, viewStoryLines(context, before, limit))
    },
    /** Returns the faults and the due tasks of the story. */
    'GET story-margins': () => redactedJson(context, viewStoryMargins(context)),
    /**
     * Returns the numbers of the entries with a text, also in bodies.
     *
     * @query text before
     */
    'GET story-search'({ query }) {
      return searchStory(context, queryText(query, 'text') ?? '', beforeOf(query))
    },
    /** Returns an entry with its details. */
    'GET entries/:id': ({ id }) => redactedJson(context, viewEntryDetails(context, id)),
    /** Summarizes the pending tasks. */
    'GET pending': () => summarizePending(emulator.pending()),
    /**
     * Plays the clock at a rate: emulated seconds per second.
     *
     * @body {"rate":60}
     */
    'POST clock/play'({ body }) {
      player.play(readBody({ rate: required<number>() }, body).rate)
      return clockStatus()
    },
    /** Stops the clock. */
    'POST clock/stop': () => (player.stop(), clockStatus()),
  }
}

/** The number that a page of a list continues before; the largest without one. */
const beforeOf = (query: URLSearchParams): number =>
  queryNumber(query, 'before', Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER)

export function deliveryRoutes(emulator: Emulator): ControlRoutes {
  const context = contextOf(emulator)
  return {
    /** Lists the webhooks. */
    'GET webhooks': () => viewWebhooks(context),
    /**
     * Lists the notifications of a webhook, newest first.
     *
     * @query webhook status before limit
     */
    'GET notifications'({ query }) {
      return viewNotifications(context, {
        webhook: queryText(query, 'webhook'),
        status: queryText(query, 'status'),
        before: beforeOf(query),
        limit: queryNumber(query, 'limit', 50, 1, 500),
      })
    },
    /** Returns a notification with its attempts. */
    'GET notifications/:id': ({ id }) => viewNotification(context, id),
  }
}
