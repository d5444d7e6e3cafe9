/** Control-plane routes of the inspector: its live data and its views. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { contextOf } from '../emulator/emulator.ts'
import type { ClockPlayer } from './views/clock-player.ts'
import { viewEmulatorInfo } from './views/emulator-info.ts'
import { viewEntryDetails } from './views/entry-details.ts'
import type { EventStream } from './views/event-stream.ts'
import { summarizePending } from './views/pending-tasks.ts'
import { viewTimeline } from './views/timeline-page.ts'
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
    'GET events': (_, __, request) => live.stream(request),
    /**
     * Returns the timeline of the inspector.
     *
     * @query after limit
     */
    'GET timeline'(_, __, request) {
      const query = new URL(request.url).searchParams
      const after = queryNumber(query, 'after', 0, 0, Number.MAX_SAFE_INTEGER)
      const limit = queryNumber(query, 'limit', 5_000, 1, 20_000)
      return redactedJson(context, viewTimeline(context, after, limit))
    },
    /** Returns an entry with its details. */
    'GET entries/:id': (_, id) => redactedJson(context, viewEntryDetails(context, id)),
    /** Summarizes the pending tasks. */
    'GET pending': () => summarizePending(emulator.pending()),
    /**
     * Plays the clock at a rate: emulated seconds per second.
     *
     * @body {"rate":60}
     */
    'POST clock/play'(body) {
      player.play(readBody({ rate: required<number>() }, body).rate)
      return clockStatus()
    },
    /** Stops the clock. */
    'POST clock/stop': () => (player.stop(), clockStatus()),
  }
}

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
    'GET notifications'(_, __, request) {
      const query = new URL(request.url).searchParams
      return viewNotifications(context, {
        webhook: queryText(query, 'webhook') ?? '',
        status: queryText(query, 'status'),
        before: queryNumber(query, 'before', Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER),
        limit: queryNumber(query, 'limit', 50, 1, 500),
      })
    },
    /** Returns a notification with its attempts. */
    'GET notifications/:id': (_, id) => viewNotification(context, id),
  }
}
