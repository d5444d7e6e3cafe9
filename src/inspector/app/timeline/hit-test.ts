/** Says what stands under the pointer. */
import { axisHeight, barWidth, type Picture } from './painter.ts'
import { firstFrom, type Mark } from './scene.ts'

type Ground = Pick<Picture, 'scene' | 'look' | 'width' | 'laneHeight'>

/** How far beside an entry it is still meant. */
const reach = 4
const listedMax = 200

export interface Pointed {
  readonly marks: readonly Mark[]
  readonly more: boolean
}

export const pointAt = ({ look, width }: Ground, x: number): number =>
  look.from + (x / width) * (look.to - look.from)

export function markedAt(ground: Ground, x: number, y: number): Pointed | undefined {
  const lane = ground.scene.lanes[Math.floor((y - axisHeight) / ground.laneHeight)]
  if (!lane || y < axisHeight) return undefined
  const [from, to] = [pointAt(ground, x - reach - barWidth), pointAt(ground, x + reach)]
  const end = firstFrom(lane.marks, to)
  const begin = firstFrom(lane.marks, from)
  if (begin < end) {
    const marks = lane.marks.slice(begin, Math.min(end, begin + listedMax))
    return { marks, more: end - begin > listedMax }
  }
  if (!lane.isDelivery) return undefined
  // Note: a delivery that began out of reach may still be under way here.
  const under = lane.marks.slice(Math.max(0, begin - 50), begin).filter((mark) => mark.to >= from)
  return under.length > 0 ? { marks: under, more: false } : undefined
}

const weight = { plain: 0, ok: 1, refused: 2, failed: 3, fault: 4 } as const

/** Of several entries, the one that a person would want to see first. */
export const worstOf = (marks: readonly Mark[]): Mark =>
  marks.reduce((worst, mark) => (weight[mark.tone] > weight[worst.tone] ? mark : worst))
