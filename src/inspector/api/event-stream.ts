/**
 * Tells pages what happens while it happens, as server-sent events.
 *
 * It looks a few times a second, and only while somebody listens; entries that came at once go out at
 * once. An event's id says where a listener that lost its line goes on.
 */
import { partsOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import type { Entry } from '../../machine/journal.ts'
import { glanceOf, isOpen } from './entry-summary.ts'
import type { Player } from './clock-player.ts'

export interface Live {
  /** A stream from behind the event with this id; null for what happens from now on. */
  stream(request: Request): Response
  close(): void
}

const lookEveryMs = 100
/** How often a running clock says what time it is, in looks. */
const pulseEvery = 10
/** How often an idle line is shown to be open, in looks. */
const signEvery = 150
/** No event carries more entries than this. */
export const entriesPerEventMax = 2_000

interface Listener {
  /** The number of the last entry that it was told of. */
  told: number
  era: number
  /** Requests that it knows of and that were not answered yet. */
  open: Entry[]
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
  readonly trouble?: string
}

export function createLive(emulator: Emulator, player: Player): Live {
  const assembly = partsOf(emulator)
  const { journal, clock, store } = assembly
  const listeners = new Set<Listener>()
  let timer: ReturnType<typeof setInterval> | undefined
  let looks = 0
  let rows = 0
  let version: object | undefined
  let before = ''

  function look(): void {
    looks += 1
    if (store.version() !== version) {
      version = store.version()
      rows += 1
    }
    const pulse = pulseOf()
    const facts = factsOf(pulse)
    const isDue = facts !== before || (pulse.rate > 0 && looks % pulseEvery === 0)
    before = facts
    for (const listener of listeners) {
      tell(listener)
      if (isDue) listener.send('pulse', pulse)
      if (looks % signEvery === 0) listener.send('sign', {})
    }
  }

  function pulseOf(): Pulse {
    const { rate, trouble } = player
    return { now: clock.now(), rate, rows, ...(trouble && { trouble }) }
  }

  /** What makes a pulse worth sending: everything but the running of a clock. */
  function factsOf({ now, ...rest }: Pulse): string {
    const moment = rest.rate === 0 ? now : 0
    return JSON.stringify([rest, moment, journal.last()])
  }

  function tell(listener: Listener): void {
    if (listener.era !== journal.era()) {
      Object.assign(listener, { era: journal.era(), told: 0, open: [] })
      listener.send('reset', {})
    }
    const fresh = journal.since(listener.told, entriesPerEventMax)
    const answered = listener.open.filter((entry) => !isOpen(entry))
    if (fresh.length === 0 && answered.length === 0) return
    listener.told = fresh.at(-1)?.number ?? listener.told
    listener.open = [...listener.open, ...fresh].filter(isOpen)
    const glances = [...answered, ...fresh].map((entry) => glanceOf(assembly, entry))
    listener.send('entries', glances, `${listener.era}.${listener.told}`)
  }

  function join(listener: Listener): void {
    listeners.add(listener)
    listener.send('pulse', pulseOf())
    tell(listener)
    if (timer) return
    timer = setInterval(look, lookEveryMs)
    timer.unref?.()
  }

  function leave(listener: Listener): void {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    stream(request) {
      const [era, told] = placeOf(request) ?? [journal.era(), journal.last()]
      let listener: Listener
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          listener = { told, era, open: [], ...lineTo(controller) }
          join(listener)
        },
        cancel: () => leave(listener),
      })
      return new Response(body, { headers: streamHeaders })
    },
    close() {
      for (const listener of listeners) {
        leave(listener)
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
function placeOf(request: Request): [era: number, told: number] | undefined {
  const named = new URL(request.url).searchParams.get('after')
  const id = request.headers.get('last-event-id') ?? named
  const [, era, told] = /^(\d+)\.(\d+)$/.exec(id ?? '') ?? []
  return era === undefined ? undefined : [Number(era), Number(told)]
}

function lineTo(
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
