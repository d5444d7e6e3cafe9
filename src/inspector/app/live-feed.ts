/** Keeps the page at the present: the clock, the journal, and a sign that rows changed. */
import { signal } from '@preact/signals'
import type { EntrySummary } from '../api/entry-summary.ts'
import type { Pulse } from '../api/event-stream.ts'
import {
  get,
  apiPrefix,
  queryString,
  availableRoutes,
  showToast,
  instanceKey,
} from './api-client.ts'
import { clearJournal, mergeEntries } from './journal-store.ts'

export interface EmulatorInfo {
  readonly version: string
  readonly seed: number
  readonly mode: 'virtual' | 'system' | { readonly scale: number }
  readonly baseUrl: string
}

export const emulatorInfo = signal<EmulatorInfo | undefined>(undefined)
export const pulse = signal<Pulse>({ now: 0, rate: 0, rows: 0 })
/** When the last pulse came, by the page's own clock. */
export const pulsedAt = signal(0)
export const isConnected = signal(false)
/** Counts up a little after rows changed or something was written down, however often that was. */
export const refreshTick = signal(0)

const refreshDelayMs = 250
let refreshTimer: ReturnType<typeof setTimeout> | undefined

function scheduleRefresh(): void {
  refreshTimer ??= setTimeout(() => {
    refreshTimer = undefined
    refreshTick.value += 1
  }, refreshDelayMs)
}

interface TimelinePage {
  readonly era: number
  readonly last: number
  readonly entries: readonly EntrySummary[]
}

/** Entries asked for at once: small enough that reading them holds up nothing. */
const batchSize = 4_000

export async function connect(): Promise<void> {
  try {
    const [routeNames, info] = await Promise.all([
      get<string[]>('routes'),
      get<EmulatorInfo>('about'),
    ])
    availableRoutes.value = new Set(routeNames)
    emulatorInfo.value = info
    subscribe(await loadJournal())
  } catch (error) {
    showToast(`Could not reach the emulator: ${(error as Error).message}. Trying again …`, true)
    setTimeout(() => void connect(), 2_000)
  }
}

/** Everything that is still in the ring; gives the place from where to listen. */
async function loadJournal(): Promise<string> {
  clearJournal()
  for (let after = 0; ;) {
    const { era, last, entries } = await get<TimelinePage>(
      `timeline?after=${after}&limit=${batchSize}`,
    )
    mergeEntries(entries)
    after = entries.at(-1)?.number ?? last
    if (after >= last) return `${era}.${after}`
  }
}

function subscribe(after: string): void {
  const source = new EventSource(`${apiPrefix}events${queryString({ after, instance: instanceKey })}`)
  source.addEventListener('open', () => (isConnected.value = true))
  source.addEventListener('error', () => {
    isConnected.value = false
    // Note: a browser takes up a lost line by itself, but not one that was refused.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => void connect(), 2_000)
  })
  onEvent<Pulse>(source, 'pulse', (nextPulse) => {
    pulsedAt.value = performance.now()
    if (nextPulse.error && nextPulse.error !== pulse.value.error) showToast(nextPulse.error, true)
    pulse.value = nextPulse
    scheduleRefresh()
  })
  onEvent<EntrySummary[]>(source, 'entries', (entries) => {
    mergeEntries(entries)
    scheduleRefresh()
  })
  onEvent(source, 'reset', () => {
    clearJournal()
    scheduleRefresh()
  })
}

function onEvent<T>(source: EventSource, name: string, handle: (data: T) => void): void {
  source.addEventListener(name, (event) => handle(JSON.parse(event.data as string) as T))
}
