/**
 * Tells pages what happens while it happens, as server-sent events.
 *
 * It looks a few times a second, and only while somebody listens; entries that came at once go out at
 * once. An event's id says where a listener that lost its line goes on.
 */
import { contextOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import type { StoredJournalEntry } from '../../define/journal/kind-table.ts'
import { summarizeEntry, isUnanswered } from './entry-summary.ts'
import type { ClockPlayer } from './clock-player.ts'

export interface EventStream {
  /** A stream from behind the event with this id; null for what happens from now on. */
  stream(request: Request): Response
  close(): void
}

const pollIntervalMs = 100
/** How often a running clock says what time it is, in looks. */
const pulseEveryPolls = 10
/** How often an idle line is shown to be open, in looks. */
const keepAliveEveryPolls = 150
/** No event carries more entries than this. */
export const entriesPerEventMax = 2_000

interface Listener {
  /** The number of the last entry that it was told of. */
  lastNumber: number
  generation: number
  /** Requests that it knows of and that were not answered yet. */
  unanswered: StoredJournalEntry[]
  send(event: string, data: unknown, id?: string): void
  end(): void
}

/** What a pulse tells; a page asks for the rest. */
export interface Pulse {
  readonly now: number
  /** Emulated seconds in a second; 0 on a clock that stands still. */
  readonly rate: number
  /** Changes whenever a row does. */
  readonly rows: number
  /** Why the clock is not being played any more, if it was stopped by an error. */
  readonly error?: string
}

export function createEventStream(emulator: Emulator, player: ClockPlayer): EventStream {
  const context = contextOf(emulator)
  const { journal, clock, store } = context
  const listeners = new Set<Listener>()
  let timer: ReturnType<typeof setInterval> | undefined
  let polls = 0
  let rows = 0
  let storeVersion: object | undefined
  let lastFacts = ''

  function poll(): void {
    polls += 1
    if (store.version() !== storeVersion) {
      storeVersion = store.version()
      rows += 1
    }
    const pulse = currentPulse()
    const facts = comparableFacts(pulse)
    const isDue = facts !== lastFacts || (pulse.rate > 0 && polls % pulseEveryPolls === 0)
    lastFacts = facts
    for (const listener of listeners) {
      sendUpdates(listener)
      if (isDue) listener.send('pulse', pulse)
      if (polls % keepAliveEveryPolls === 0) listener.send('sign', {})
    }
  }

  function currentPulse(): Pulse {
    const { rate, error } = player
    return { now: clock.now(), rate, rows, ...(error && { error }) }
  }

  /** What makes a pulse worth sending: everything but the running of a clock. */
  function comparableFacts({ now, ...rest }: Pulse): string {
    const moment = rest.rate === 0 ? now : 0
    return JSON.stringify([rest, moment, journal.lastNumber()])
  }

  function sendUpdates(listener: Listener): void {
    if (listener.generation !== journal.generation()) {
      Object.assign(listener, { era: journal.generation(), told: 0, open: [] })
      listener.send('reset', {})
    }
    const newEntries = journal.entriesAfter(listener.lastNumber, entriesPerEventMax)
    const answered = listener.unanswered.filter((entry) => !isUnanswered(entry))
    if (newEntries.length === 0 && answered.length === 0) return
    listener.lastNumber = newEntries.at(-1)?.number ?? listener.lastNumber
    listener.unanswered = [...listener.unanswered, ...newEntries].filter(isUnanswered)
    const summaries = [...answered, ...newEntries].map((entry) => summarizeEntry(context, entry))
    listener.send('entries', summaries, `${listener.generation}.${listener.lastNumber}`)
  }

  function addListener(listener: Listener): void {
    listeners.add(listener)
    listener.send('pulse', currentPulse())
    sendUpdates(listener)
    if (timer) return
    timer = setInterval(poll, pollIntervalMs)
    timer.unref?.()
  }

  function removeListener(listener: Listener): void {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    stream(request) {
      const [generation, lastNumber] = resumePosition(request) ?? [
        journal.generation(),
        journal.lastNumber(),
      ]
      let listener: Listener
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          listener = { lastNumber, generation, unanswered: [], ...eventWriter(controller) }
          addListener(listener)
        },
        cancel: () => removeListener(listener),
      })
      return new Response(body, { headers: streamHeaders })
    },
    close() {
      for (const listener of listeners) {
        removeListener(listener)
        listener.end()
      }
    },
  }
}

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

/** Where a listener goes on: behind the event it saw last, or behind the entry that it names. */
function resumePosition(request: Request): [era: number, told: number] | undefined {
  const named = new URL(request.url).searchParams.get('after')
  const id = request.headers.get('last-event-id') ?? named
  const [, era, told] = /^(\d+)\.(\d+)$/.exec(id ?? '') ?? []
  return era === undefined ? undefined : [Number(era), Number(told)]
}

function eventWriter(
  controller: ReadableStreamDefaultController<Uint8Array>,
): Pick<Listener, 'send' | 'end'> {
  const encoder = new TextEncoder()
  return {
    send(event, data, id) {
      const name = id === undefined ? '' : `id: ${id}\n`
      const text = `${name}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
      controller.enqueue(encoder.encode(text))
    },
    end: () => controller.close(),
  }
}
