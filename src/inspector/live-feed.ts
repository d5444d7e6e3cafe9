/** Loads the story and keeps clock, story and views current with the event stream. */
import { signal } from '@preact/signals'
import type { EmulatorInfo } from '../engine/control/views/emulator-info.ts'
import type { ClockStatus } from '../engine/control/views/event-stream.ts'
import type {
  KeptEntries,
  StoryLinesBatch,
  StoryLinesPage,
} from '../engine/control/views/story-lines-page.ts'
import { get, apiPrefix, queryString, availableRoutes, instanceKey } from './api-client.ts'
import { showError, showToast } from './toast.ts'
import { clearStory, mergeLines, storyEntries, trimLines } from './story-store.ts'

/** What the emulator keeps of the journal. */
let kept: KeptEntries = { first: 0, dropped: 0, droppedBodies: 0 }

export const emulatorInfo = signal<EmulatorInfo | undefined>(undefined)
export const clockStatus = signal<ClockStatus>({ now: 0, rate: 0, rows: 0, journal: kept })
/** The time of the last `clock` event, by `performance.now()`. */
export const clockStatusAt = signal(0)
export const isConnected = signal(false)
/** Whether the latest lines are loaded. */
export const isLoaded = signal(false)
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

/** Lines that the page received since it last painted. */
let newLines: StoryLinesBatch[] = []
let isMergeScheduled = false
let lastMergeMs = 0
/** A long story is arranged at most this often while lines arrive. */
const mergeIntervalMs = 250
const longStoryMin = 1_000

/** Merges new lines once per frame, or less often in a long story, however many events arrive. */
function scheduleMerge(): void {
  if (isMergeScheduled) return
  isMergeScheduled = true
  const waitMs =
    storyEntries().length < longStoryMin ? 0 : lastMergeMs + mergeIntervalMs - performance.now()
  setTimeout(() => requestAnimationFrame(merge), Math.max(0, waitMs))
}

function merge(): void {
  isMergeScheduled = false
  lastMergeMs = performance.now()
  mergeLines(newLines)
  newLines = []
  trimLines(kept)
}

/** The last status of the clock that the page received since it last painted. Each request sends one. */
let newStatus: { readonly text: string; readonly at: number } | undefined

function showStatus(): void {
  if (!newStatus) return
  const { text, at } = newStatus
  newStatus = undefined
  const status = JSON.parse(text) as ClockStatus
  const isNewError = status.error !== undefined && status.error !== clockStatus.value.error
  if (isNewError) showToast(status.error ?? '', { isError: true })
  clockStatusAt.value = at
  clockStatus.value = status
  kept = status.journal
  scheduleMerge()
}

/** The number of lines in the first request, and in each further one; small enough not to block the server. */
const firstBatchSize = 1_000
const batchSize = 4_000

export async function connect(): Promise<void> {
  try {
    await loadEmulatorInfo()
    const page = await loadLatest()
    subscribe(`${page.journal}.${page.last}`)
    await loadEarlier(page)
  } catch (error) {
    showToast(`${(error as Error).message} Retrying …`, { isError: true })
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

/** Loads the latest lines. */
async function loadLatest(): Promise<StoryLinesPage> {
  clearStory()
  const page = await get<StoryLinesPage>(`story-lines?limit=${firstBatchSize}`)
  kept = page
  trimLines(kept)
  mergeLines([page])
  isLoaded.value = true
  return page
}

/** Loads the lines before those of a page, while they are of the same journal. */
async function loadEarlier({ journal, entries: [first] }: StoryLinesPage): Promise<void> {
  for (let before = first?.number ?? 0; before > kept.first;) {
    const page = await get<StoryLinesPage>(`story-lines?before=${before}&limit=${batchSize}`)
    if (page.journal !== journal) return
    mergeLines([page])
    before = page.entries[0]?.number ?? Math.max(kept.first, before - batchSize)
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
  source.addEventListener('clock', ({ data }) => {
    if (newStatus === undefined) requestAnimationFrame(showStatus)
    newStatus = { text: data as string, at: performance.now() }
    scheduleRefresh()
  })
  onEvent<StoryLinesBatch>(source, 'entries', (batch) => {
    newLines.push(batch)
    scheduleMerge()
    scheduleRefresh()
  })
  onEvent<KeptEntries>(source, 'reset', (journal) => {
    newLines = []
    showStatus()
    clearStory()
    kept = journal
    trimLines(kept)
    scheduleRefresh()
    // Note: after a restart, the address belongs to another emulator, perhaps with other routes.
    loadEmulatorInfo().catch((error: Error) => showError(error))
  })
}

function onEvent<T>(source: EventSource, name: string, handle: (data: T) => void): void {
  source.addEventListener(name, (event) => handle(JSON.parse(event.data as string) as T))
}
