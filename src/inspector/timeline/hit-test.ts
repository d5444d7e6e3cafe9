/** Finds the marks under the pointer. */
import { axisHeight, barWidth, type Picture } from './painter.ts'
import { firstMarkFrom, type Mark } from './scene.ts'

type Geometry = Pick<Picture, 'scene' | 'viewport' | 'width' | 'trackHeight'>

/** The horizontal tolerance around a mark. */
const hitDistancePx = 4
const listedMax = 200

export interface Hit {
  readonly marks: readonly Mark[]
  readonly hasMore: boolean
}

export const axisValueAt = ({ viewport, width }: Geometry, x: number): number =>
  viewport.from + (x / width) * (viewport.to - viewport.from)

export function hitTest(geometry: Geometry, x: number, y: number): Hit | undefined {
  const track = geometry.scene.tracks[Math.floor((y - axisHeight) / geometry.trackHeight)]
  if (!track || y < axisHeight) return undefined
  const [from, to] = [
    axisValueAt(geometry, x - hitDistancePx - barWidth),
    axisValueAt(geometry, x + hitDistancePx),
  ]
  const end = firstMarkFrom(track.marks, to)
  const start = firstMarkFrom(track.marks, from)
  if (start < end) {
    const marks = track.marks.slice(start, Math.min(end, start + listedMax))
    return { marks, hasMore: end - start > listedMax }
  }
  if (!track.isDelivery) return undefined
  // Note: a delivery that started further left may still be under way here.
  const ongoing = track.marks
    .slice(Math.max(0, start - 50), start)
    .filter((mark) => mark.to >= from)
  return ongoing.length > 0 ? { marks: ongoing, hasMore: false } : undefined
}

const severityRank = { plain: 0, ok: 1, refused: 2, failed: 3, fault: 4 } as const

/** Returns the mark with the highest severity. */
export const mostSevere = (marks: readonly Mark[]): Mark =>
  marks.reduce((mostSevereMark, mark) =>
    severityRank[mark.severity] > severityRank[mostSevereMark.severity] ? mark : mostSevereMark,
  )
