/** Loads the journal and keeps clock, journal and views current with the event stream. */
import { signal } from '@preact/signals'
import type { EntrySummary } from '../engine/control/views/entry-summary.ts'
import type { EmulatorInfo } from '../engine/control/views/emulator-info.ts'
import type { ClockStatus } from '../engine/control/views/event-stream.ts'
import type { KeptEntries, TimelinePage } from '../engine/control/views/timeline-page.ts'
import { get, apiPrefix, queryString, availableRoutes, instanceKey } from './api-client.ts'
import { showToast } from './toast.ts'
import { clearJournal, mergeEntries, trimEntries } from './journal-store.ts'

/** What the emulator keeps of the journal. */
let kept: KeptEntries = { first: 0, dropped: 0 }

export const emulatorInfo = signal<EmulatorInfo | undefined>(undefined)
export const clockStatus = signal<ClockStatus>({ now: 0, rate: 0, rows: 0, journal: kept })
/** The time of the last `clock` event, by `performance.now()`. */
export const clockStatusAt = signal(0)
export const isConnected = signal(false)
/** Increases shortly after rows or the journal changed; views reload their data then. */
export const refreshTick = signal(0)

const refreshDelayMs = 250
let refreshTimer: ReturnType<typeof setTimeout> | undefined

function scheduleRefresh(): void {
  refreshTimer ??= setTimeout(() => {
    refreshTimer = undefined
    refreshTick.value += 1
  }, refreshDelayMs)
}

/** Entries that the page received since it last painted. */
let newEntries: EntrySummary[] = []
let isMergeScheduled = false

/** Merges new entries once per frame, however many events arrive. */
function scheduleMerge(): void {
  if (isMergeScheduled) return
  isMergeScheduled = true
  requestAnimationFrame(() => {
    isMergeScheduled = false
    mergeEntries(newEntries)
    newEntries = []
    trimEntries(kept)
  })
}

/** The number of entries per request; small enough not to block the server. */
const batchSize = 4_000

export async function connect(): Promise<void> {
  try {
    await loadEmulatorInfo()
    subscribe(await loadJournal())
  } catch (error) {
    showToast(`Could not reach the emulator: ${(error as Error).message}. Retrying …`, true)
    setTimeout(() => void connect(), 2_000)
  }
}

async function loadEmulatorInfo(): Promise<void> {
  const [routeNames, info] = await Promise.all([
    get<string[]>('routes'),
    get<EmulatorInfo>('about'),
  ])
  availableRoutes.value = new Set(routeNames)
  emulatorInfo.value = info
}

/** Loads all entries of the journal. Returns the position from which to subscribe. */
async function loadJournal(): Promise<string> {
  clearJournal()
  for (let after = 0; ;) {
    const page = await get<TimelinePage>(`timeline?after=${after}&limit=${batchSize}`)
    const { journal, last, entries } = page
    kept = page
    trimEntries(kept)
    mergeEntries(entries)
    after = entries.at(-1)?.number ?? last
    if (after >= last) return `${journal}.${after}`
  }
}

function subscribe(after: string): void {
  const source = new EventSource(
    `${apiPrefix}events${queryString({ after, instance: instanceKey })}`,
  )
  source.addEventListener('open', () => (isConnected.value = true))
  source.addEventListener('error', () => {
    isConnected.value = false
    // Note: the browser reconnects after a lost connection, but not after a refused one.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => void connect(), 2_000)
  })
  onEvent<ClockStatus>(source, 'clock', (status) => {
    clockStatusAt.value = performance.now()
    if (status.error && status.error !== clockStatus.value.error) showToast(status.error, true)
    clockStatus.value = status
    kept = status.journal
    scheduleMerge()
    scheduleRefresh()
  })
  onEvent<EntrySummary[]>(source, 'entries', (entries) => {
    newEntries.push(...entries)
    scheduleMerge()
    scheduleRefresh()
  })
  onEvent<KeptEntries>(source, 'reset', (journal) => {
    newEntries = []
    clearJournal()
    kept = journal
    trimEntries(kept)
    scheduleRefresh()
    // Note: after a restart, the address belongs to another emulator, perhaps with other routes.
    loadEmulatorInfo().catch((error: Error) => showToast(error.message, true))
  })
}

function onEvent<T>(source: EventSource, name: string, handle: (data: T) => void): void {
  source.addEventListener(name, (event) => handle(JSON.parse(event.data as string) as T))
}
