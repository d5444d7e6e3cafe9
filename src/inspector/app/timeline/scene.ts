/** Lays the journal out in lanes: what stands where, before anybody looks at a part of it. */
import type { Glance, Lane, Tone } from '../../api/entry-summary.ts'

/** By the emulator's clock, or by the order in which things happened. */
export type Axis = 'time' | 'order'

export interface Mark {
  readonly glance: Glance
  readonly tone: Tone
  /** Where it stands on the axis, and where it ends; both the same but for a delivery. */
  readonly from: number
  readonly to: number
}

export interface SceneLane {
  readonly id: string
  readonly label: string
  readonly isDelivery: boolean
  /** In the order of `from`. */
  readonly marks: readonly Mark[]
}

export interface Scene {
  readonly axis: Axis
  readonly lanes: readonly SceneLane[]
  readonly from: number
  readonly to: number
  /** Each entry that stands in the picture: its lane and its mark. */
  readonly places: ReadonlyMap<number, { readonly lane: number; readonly mark: Mark }>
}

/** More webhooks than this share a lane. */
const webhookLanesMax = 5

const labels: Readonly<Record<Exclude<Lane, 'deliveries'>, string>> = {
  clock: 'Clock',
  acts: 'Acts',
  faults: 'Faults',
  requests: 'Requests',
  changes: 'Changes',
  events: 'Events',
}

export function sceneOf(
  entries: readonly Glance[],
  axis: Axis,
  nameOf: (webhook: string) => string,
): Scene {
  const ends = new Map<number, Glance>()
  const lanes = new Map<string, Mark[]>(Object.keys(labels).map((lane) => [lane, []]))
  const struck = new Set<number>()
  for (const glance of entries) {
    if (glance.cause === undefined) continue
    if (isEnd(glance)) ends.set(glance.cause, glance)
    if (glance.lane === 'faults') struck.add(glance.cause)
  }
  for (const glance of entries) {
    if (isEnd(glance)) continue
    const lane = glance.lane === 'deliveries' ? webhookLane(lanes, glance) : glance.lane
    lanes.get(lane)?.push(markOf(glance, ends.get(glance.number), struck.has(glance.number), axis))
  }
  if (lanes.get('faults')?.length === 0) lanes.delete('faults')
  const shown = [...lanes].map(([id, marks]) => ({
    id,
    label: labels[id as keyof typeof labels] ?? (id === others ? 'Other webhooks' : nameOf(id)),
    isDelivery: !(id in labels),
    marks: inOrder(marks),
  }))
  return { axis, lanes: shown, ...extentOf(shown), places: placesOf(shown, ends) }
}

const others = '…'

/** The lane of the webhook, as long as there are few. */
function webhookLane(lanes: Map<string, Mark[]>, { webhook = others }: Glance): string {
  if (lanes.has(webhook)) return webhook
  const known = [...lanes.keys()].filter((id) => !(id in labels) && id !== others)
  const lane = known.length < webhookLanesMax ? webhook : others
  if (!lanes.has(lane)) lanes.set(lane, [])
  return lane
}

/** What ends a delivery is drawn as the end of its mark. */
const isEnd = ({ kind }: Glance): boolean => kind === 'answer' || kind === 'no answer'

function markOf(glance: Glance, end: Glance | undefined, isStruck: boolean, axis: Axis): Mark {
  const place = (each: Glance): number => (axis === 'time' ? each.at : each.number)
  const tone = isStruck || glance.tone === 'fault' ? 'fault' : (end?.tone ?? glance.tone)
  return { glance, tone, from: place(glance), to: place(end ?? glance) }
}

/** Time runs backward where a snapshot was restored; nowhere else is there anything to sort. */
function inOrder(marks: Mark[]): Mark[] {
  const isSorted = marks.every(({ from }, i) => i === 0 || (marks[i - 1] as Mark).from <= from)
  return isSorted ? marks : marks.sort((a, b) => a.from - b.from)
}

function extentOf(lanes: readonly SceneLane[]): { from: number; to: number } {
  const starts = lanes.flatMap(({ marks }) => marks.slice(0, 1).map(({ from }) => from))
  const ends = lanes.flatMap(({ marks }) => marks.slice(-1).map(({ to }) => to))
  return { from: Math.min(...starts), to: Math.max(...ends) }
}

function placesOf(lanes: readonly SceneLane[], ends: ReadonlyMap<number, Glance>) {
  const places = new Map<number, { lane: number; mark: Mark }>()
  lanes.forEach(({ marks }, lane) => {
    for (const mark of marks) {
      const { number } = mark.glance
      places.set(number, { lane, mark })
      const end = ends.get(number)
      if (end) places.set(end.number, { lane, mark })
    }
  })
  return places
}

/** The first mark that does not stand before a point. */
export function firstFrom(marks: readonly Mark[], point: number): number {
  let low = 0
  let high = marks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((marks[middle] as Mark).from < point) low = middle + 1
    else high = middle
  }
  return low
}
