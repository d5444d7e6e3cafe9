/** Arranges journal entries in tracks, independently of the visible part. */
import type { EntrySummary, Track, Severity } from '../../engine/control/views/entry-summary.ts'

/** The horizontal axis: the emulator's clock, or the number of the entry. */
export type Axis = 'time' | 'order'

export interface Mark {
  readonly summary: EntrySummary
  readonly severity: Severity
  /** Start and end on the axis; they differ only for a delivery. */
  readonly from: number
  readonly to: number
}

export interface SceneTrack {
  readonly id: string
  readonly label: string
  readonly isDelivery: boolean
  /** Sorted by `from`. */
  readonly marks: readonly Mark[]
}

export interface Scene {
  readonly axis: Axis
  readonly tracks: readonly SceneTrack[]
  readonly from: number
  readonly to: number
  /** The track and the mark of each entry, by entry number. */
  readonly positions: ReadonlyMap<number, { readonly track: number; readonly mark: Mark }>
}

/** The number of webhooks with their own track; further webhooks share one. */
const webhookTracksMax = 5

const labels: Readonly<Record<Exclude<Track, 'deliveries'>, string>> = {
  clock: 'Clock',
  acts: 'Acts',
  faults: 'Faults',
  requests: 'Requests',
  changes: 'Changes',
  events: 'Events',
}

export function sceneOf(
  entries: readonly EntrySummary[],
  axis: Axis,
  nameOf: (webhook: string) => string,
): Scene {
  const ends = new Map<number, EntrySummary>()
  const marksByTrack = new Map<string, Mark[]>(Object.keys(labels).map((track) => [track, []]))
  const faultedCauses = new Set<number>()
  for (const summary of entries) {
    if (summary.cause === undefined) continue
    if (isEnd(summary)) ends.set(summary.cause, summary)
    if (summary.track === 'faults') faultedCauses.add(summary.cause)
  }
  for (const summary of entries) {
    if (isEnd(summary)) continue
    const { number } = summary
    const track =
      summary.track === 'deliveries' ? webhookTrack(marksByTrack, summary) : summary.track
    const mark = markOf(summary, ends.get(number), faultedCauses.has(number), axis)
    marksByTrack.get(track)?.push(mark)
  }
  if (marksByTrack.get('faults')?.length === 0) marksByTrack.delete('faults')
  const tracks = [...marksByTrack].map(([id, marks]) => ({
    id,
    label:
      labels[id as keyof typeof labels] ?? (id === otherWebhooks ? 'Other webhooks' : nameOf(id)),
    isDelivery: !(id in labels),
    marks: sortedByStart(marks),
  }))
  return { axis, tracks, ...extentOf(tracks), positions: positionsOf(tracks, ends) }
}

const otherWebhooks = '…'

/** Returns the track of the webhook, or the shared track if there are too many webhooks. */
function webhookTrack(
  marksByTrack: Map<string, Mark[]>,
  { webhook = otherWebhooks }: EntrySummary,
): string {
  if (marksByTrack.has(webhook)) return webhook
  const known = [...marksByTrack.keys()].filter((id) => !(id in labels) && id !== otherWebhooks)
  const track = known.length < webhookTracksMax ? webhook : otherWebhooks
  if (!marksByTrack.has(track)) marksByTrack.set(track, [])
  return track
}

/** Whether an entry ends a delivery; it has no mark and sets the end of the mark of its attempt. */
const isEnd = ({ kind }: EntrySummary): boolean => kind === 'answer' || kind === 'no answer'

function markOf(
  summary: EntrySummary,
  end: EntrySummary | undefined,
  isFaulted: boolean,
  axis: Axis,
): Mark {
  const positionOf = (each: EntrySummary): number => (axis === 'time' ? each.at : each.number)
  const severity =
    isFaulted || summary.severity === 'fault' ? 'fault' : (end?.severity ?? summary.severity)
  return { summary, severity, from: positionOf(summary), to: positionOf(end ?? summary) }
}

/** Sorts marks only if necessary: entries are out of order only after a snapshot was restored. */
function sortedByStart(marks: Mark[]): Mark[] {
  const isSorted = marks.every(({ from }, i) => i === 0 || (marks[i - 1] as Mark).from <= from)
  return isSorted ? marks : marks.sort((a, b) => a.from - b.from)
}

function extentOf(tracks: readonly SceneTrack[]): { from: number; to: number } {
  const starts = tracks.flatMap(({ marks }) => marks.slice(0, 1).map(({ from }) => from))
  const ends = tracks.flatMap(({ marks }) => marks.slice(-1).map(({ to }) => to))
  return { from: Math.min(...starts), to: Math.max(...ends) }
}

function positionsOf(tracks: readonly SceneTrack[], ends: ReadonlyMap<number, EntrySummary>) {
  const positions = new Map<number, { track: number; mark: Mark }>()
  tracks.forEach(({ marks }, track) => {
    for (const mark of marks) {
      const { number } = mark.summary
      positions.set(number, { track, mark })
      const end = ends.get(number)
      if (end) positions.set(end.number, { track, mark })
    }
  })
  return positions
}

/** Returns the index of the first mark at or after a point. */
export function firstMarkFrom(marks: readonly Mark[], point: number): number {
  let low = 0
  let high = marks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((marks[middle] as Mark).from < point) low = middle + 1
    else high = middle
  }
  return low
}
