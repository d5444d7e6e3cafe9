/**
 * Sends journal entries, row changes and clock changes to inspector pages as server-sent events.
 *
 * The stream subscribes to the journal, the store, the faults and the clock player. It sends the changes of one turn
 * of the event loop together. The id of an event is the position from which a client resumes.
 */
import { contextOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import type { ClockPlayer } from './clock-player.ts'
import { journalIdOf } from './journal-id.ts'
import { redactTokens } from './token-views.ts'
import { type KeptEntries, keptEntries, linesOf } from './story-lines-page.ts'

export interface EventStream {
  /** Opens a stream. It starts after the position in the request, or with the next entry. */
  stream(request: Request): Response
  /** Tells the clients that state changed which is neither a row, an entry nor a fault, such as a snapshot. */
  announceChange(): void
  close(): void
}

/** How often a keep-alive event is sent, so that proxies do not close an idle connection. */
const keepAliveMs = 15_000
/** The largest number of entries in one event. */
const entriesPerEventMax = 2_000

interface Client {
  /** The number of the last entry that the client received. */
  lastNumber: number
  journalId: string
  /** Sends an event. The data is JSON. */
  send(event: string, data: string, id?: string): void
  end(): void
}

/** The data of a `clock` event. */
export interface ClockStatus {
  /** The time of the emulator's clock, in milliseconds since 1970. */
  readonly now: number
  /** Emulated seconds per real second; 0 for a clock that is stopped. */
  readonly rate: number
  /** Increases with each change of a row. */
  readonly rows: number
  /** The part of the journal that the emulator keeps. */
  readonly journal: KeptEntries
  /** The error that stopped the playback of the clock. */
  readonly error?: string
}

export function createEventStream(emulator: Emulator, player: ClockPlayer): EventStream {
  const context = contextOf(emulator)
  const { journal, clock, store, faults } = context
  const clients = new Set<Client>()
  let subscriptions: readonly (() => void)[] = []
  let isFlushScheduled = false
  let rows = 0
  let storeVersion: object | undefined

  /** Waits for the end of the turn: by then a request entry has its status. */
  function scheduleFlush(): void {
    if (isFlushScheduled) return
    isFlushScheduled = true
    queueMicrotask(flush)
  }

  function flush(): void {
    isFlushScheduled = false
    const status = currentStatus()
    for (const client of clients) {
      sendEntries(client)
      client.send('clock', JSON.stringify(status))
    }
  }

  function currentStatus(): ClockStatus {
    if (store.version() !== storeVersion) {
      storeVersion = store.version()
      rows += 1
    }
    const { rate, error } = player
    return { now: clock.now(), rate, rows, journal: keptEntries(context), ...(error && { error }) }
  }

  function sendEntries(client: Client): void {
    const journalId = journalIdOf(context)
    if (client.journalId !== journalId) {
      client.journalId = journalId
      client.lastNumber = 0
      client.send('reset', JSON.stringify(keptEntries(context)))
    }
    for (;;) {
      const entries = journal.entriesAfter(client.lastNumber, entriesPerEventMax)
      if (entries.length === 0) return
      client.lastNumber = entries.at(-1)?.number as number
      const batch = redactTokens(context, JSON.stringify(linesOf(context, entries)))
      client.send('entries', batch, `${journalId}.${client.lastNumber}`)
    }
  }

  function sendKeepAlive(): void {
    for (const client of clients) client.send('keep-alive', '{}')
  }

  function subscribe(): void {
    const timer = setInterval(sendKeepAlive, keepAliveMs)
    timer.unref?.()
    subscriptions = [
      journal.subscribe(scheduleFlush),
      store.subscribe(scheduleFlush),
      faults.subscribe(scheduleFlush),
      player.subscribe(scheduleFlush),
      () => clearInterval(timer),
    ]
  }

  function addClient(client: Client): void {
    clients.add(client)
    if (clients.size === 1) subscribe()
    client.send('clock', JSON.stringify(currentStatus()))
    sendEntries(client)
  }

  function removeClient(client: Client): void {
    if (!clients.delete(client) || clients.size > 0) return
    for (const unsubscribe of subscriptions) unsubscribe()
    subscriptions = []
  }

  return {
    stream(request) {
      const position = resumePosition(request) ?? {
        journalId: journalIdOf(context),
        lastNumber: journal.lastNumber(),
      }
      let client: Client
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          client = { ...position, ...eventWriter(controller) }
          addClient(client)
        },
        cancel: () => removeClient(client),
      })
      return new Response(body, { headers: streamHeaders })
    },
    announceChange: scheduleFlush,
    close() {
      for (const client of clients) {
        removeClient(client)
        client.end()
      }
    },
  }
}

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

/** Reads the position `JOURNAL.NUMBER` from the header `last-event-id` or the query key `after`. */
function resumePosition(request: Request): Pick<Client, 'journalId' | 'lastNumber'> | undefined {
  const after = new URL(request.url).searchParams.get('after')
  const id = request.headers.get('last-event-id') ?? after
  const [, journalId, lastNumber] = /^([^.]+)\.(\d+)$/.exec(id ?? '') ?? []
  return journalId === undefined ? undefined : { journalId, lastNumber: Number(lastNumber) }
}

function eventWriter(
  controller: ReadableStreamDefaultController<Uint8Array>,
): Pick<Client, 'send' | 'end'> {
  const encoder = new TextEncoder()
  return {
    send(event, data, id) {
      const idLine = id === undefined ? '' : `id: ${id}\n`
      const text = `${idLine}event: ${event}\ndata: ${data}\n\n`
      controller.enqueue(encoder.encode(text))
    },
    end: () => controller.close(),
  }
}
