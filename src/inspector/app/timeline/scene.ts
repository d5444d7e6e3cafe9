/** Lays the journal out in lanes: what stands where, before anybody looks at a part of it. */
import type { EntrySummary, Track, Severity } from '../../api/entry-summary.ts'

/** By the emulator's clock, or by the order in which things happened. */
export type Axis = 'time' | 'order'

export interface Mark {
  readonly summary: EntrySummary
  readonly severity: Severity
  /** Where it stands on the axis, and where it ends; both the same but for a delivery. */
  readonly from: number
  readonly to: number
}

export interface SceneTrack {
  readonly id: string
  readonly label: string
  readonly isDelivery: boolean
  /** In the order of `from`. */
  readonly marks: readonly Mark[]
}

export interface Scene {
  readonly axis: Axis
  readonly tracks: readonly SceneTrack[]
  readonly from: number
  readonly to: number
  /** Each entry that stands in the picture: its lane and its mark. */
  readonly positions: ReadonlyMap<number, { readonly track: number; readonly mark: Mark }>
}

/** More webhooks than this share a lane. */
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
  for (const glance of entries) {
    if (isEnd(glance)) continue
    const lane = glance.track === 'deliveries' ? webhookTrack(marksByTrack, glance) : glance.track
    marksByTrack
      .get(lane)
      ?.push(markOf(glance, ends.get(glance.number), faultedCauses.has(glance.number), axis))
  }
  if (marksByTrack.get('faults')?.length === 0) marksByTrack.delete('faults')
  const tracks = [...marksByTrack].map(([id, marks]) => ({
    id,
    label:
      labels[id as keyof typeof labels] ?? (id === otherWebhooks ? 'Other webhooks' : nameOf(id)),
    isDelivery: !(id in labels),
    marks: sortedByStart(marks),
  }))
  return { axis, tracks: tracks, ...extentOf(tracks), positions: positionsOf(tracks, ends) }
}

const otherWebhooks = '…'

/** The lane of the webhook, as long as there are few. */
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

/** What ends a delivery is drawn as the end of its mark. */
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

/** Time runs backward where a snapshot was restored; nowhere else is there anything to sort. */
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

/** The first mark that does not stand before a point. */
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
