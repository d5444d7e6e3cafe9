/** Keeps the page at the present: the clock, the journal, and a sign that rows changed. */
import { signal } from '@preact/signals'
import type { Glance } from '../api/entry-summary.ts'
import type { Pulse } from '../api/event-stream.ts'
import { get, prefix, queryOf, routes, say, world } from './api-client.ts'
import { clearJournal, takeEntries } from './journal-store.ts'

export interface About {
  readonly version: string
  readonly seed: number
  readonly mode: 'virtual' | 'system' | { readonly scale: number }
  readonly baseUrl: string
}

export const about = signal<About | undefined>(undefined)
export const pulse = signal<Pulse>({ now: 0, rate: 0, rows: 0 })
/** When the last pulse came, by the page's own clock. */
export const pulsedAt = signal(0)
export const connected = signal(false)
/** Counts up a little after rows changed or something was written down, however often that was. */
export const tick = signal(0)

const settleMs = 250
let settling: ReturnType<typeof setTimeout> | undefined

function stir(): void {
  settling ??= setTimeout(() => {
    settling = undefined
    tick.value += 1
  }, settleMs)
}

interface Timeline {
  readonly era: number
  readonly last: number
  readonly entries: readonly Glance[]
}

/** Entries asked for at once: small enough that reading them holds up nothing. */
const batch = 4_000

export async function begin(): Promise<void> {
  try {
    const [known, facts] = await Promise.all([get<string[]>('routes'), get<About>('about')])
    routes.value = new Set(known)
    about.value = facts
    listen(await readJournal())
  } catch (error) {
    say(`Could not reach the emulator: ${(error as Error).message}. Trying again …`, true)
    setTimeout(() => void begin(), 2_000)
  }
}

/** Everything that is still in the ring; gives the place from where to listen. */
async function readJournal(): Promise<string> {
  clearJournal()
  for (let after = 0; ;) {
    const { era, last, entries } = await get<Timeline>(`timeline?after=${after}&limit=${batch}`)
    takeEntries(entries)
    after = entries.at(-1)?.number ?? last
    if (after >= last) return `${era}.${after}`
  }
}

function listen(after: string): void {
  const source = new EventSource(`${prefix}events${queryOf({ after, world })}`)
  source.addEventListener('open', () => (connected.value = true))
  source.addEventListener('error', () => {
    connected.value = false
    // Note: a browser takes up a lost line by itself, but not one that was refused.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => void begin(), 2_000)
  })
  on<Pulse>(source, 'pulse', (told) => {
    pulsedAt.value = performance.now()
    if (told.trouble && told.trouble !== pulse.value.trouble) say(told.trouble, true)
    pulse.value = told
    stir()
  })
  on<Glance[]>(source, 'entries', (entries) => {
    takeEntries(entries)
    stir()
  })
  on(source, 'reset', () => {
    clearJournal()
    stir()
  })
}

function on<T>(source: EventSource, name: string, take: (data: T) => void): void {
  source.addEventListener(name, (event) => take(JSON.parse(event.data as string) as T))
}
