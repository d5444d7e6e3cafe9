/** The pattern of a synchronization: its segments in order, with loops where segments repeat. */
import type { Segment } from './trace.ts'

/** A place in the pattern. */
export interface Step {
  readonly segment: Segment
  /** The largest number of calls in one iteration of the loop around the step. */
  callsMax: number
}

interface Loop {
  readonly body: Pattern
  /** The largest number of iterations in one iteration of the loop around it. */
  iterationsMax: number
}

export type Pattern = readonly (Step | Loop)[]

const isLoop = (node: Step | Loop): node is Loop => 'body' in node

/** The steps of a pattern, in order. */
export const stepsOf = (pattern: Pattern): Step[] =>
  pattern.flatMap((node) => (isLoop(node) ? stepsOf(node.body) : [node]))

/** The largest number of nodes in the body of a loop. */
const bodyLengthMax = 8

const keyOf = (node: Step | Loop): string =>
  isLoop(node) ? `(${node.body.map(keyOf).join(' ')})` : node.segment.key

/** Finds the loops, innermost first. */
export function patternOf(segments: readonly Segment[]): Pattern {
  let nodes: (Step | Loop)[] = segments.map((segment) => ({ segment, callsMax: segment.calls }))
  for (let length = 1; length <= bodyLengthMax; length += 1) {
    const folded = foldLoops(nodes, length)
    if (folded.length < nodes.length) length = 0
    nodes = folded
  }
  return nodes
}

/** Replaces repetitions of `length` nodes by loops. */
function foldLoops(nodes: readonly (Step | Loop)[], length: number): (Step | Loop)[] {
  const keys = nodes.map(keyOf)
  const folded: (Step | Loop)[] = []
  for (let at = 0; at < nodes.length;) {
    let end = at + length
    while (end < nodes.length && keys[end] === keys[end - length]) end += 1
    const isPartial = (end - at) % length !== 0 && end < nodes.length
    if (isPartial) end -= (end - at) % length
    if (end - at < length * 2) {
      folded.push(nodes[at] as Step | Loop)
      at += 1
      continue
    }
    const body = nodes.slice(at, at + length)
    for (let index = at + length; index < end; index += 1) {
      mergeCounts(body[(index - at) % length] as Step | Loop, nodes[index] as Step | Loop)
    }
    folded.push({ body, iterationsMax: Math.ceil((end - at) / length) })
    at = end
  }
  return folded
}

function mergeCounts(into: Step | Loop, from: Step | Loop): void {
  if (isLoop(into)) {
    const other = from as Loop
    into.iterationsMax = Math.max(into.iterationsMax, other.iterationsMax)
    into.body.forEach((node, index) => mergeCounts(node, other.body[index] as Step | Loop))
  } else {
    const other = from as Step
    into.callsMax = Math.max(into.callsMax, other.callsMax)
    into.segment.width = Math.max(into.segment.width, other.segment.width)
  }
}

/** The numbers of one step in a run. */
interface StepTotals {
  calls: number
  rows: number
  width: number
  /** The number of separate segments. */
  segments: number
}

/** Assigns the segments of a run to the steps of a pattern; undefined if the run does not follow it. */
export function matchPattern(
  pattern: Pattern,
  segments: readonly Segment[],
): StepTotals[] | undefined {
  const totals = new Map(
    stepsOf(pattern).map((step) => [step, { calls: 0, rows: 0, width: 0, segments: 0 }]),
  )
  let at = 0
  const matchNodes = (nodes: Pattern): void => {
    for (const node of nodes) {
      if (isLoop(node)) {
        for (let before = -1; before < at;) {
          before = at
          matchNodes(node.body)
        }
        continue
      }
      const segment = segments[at]
      const total = totals.get(node) as StepTotals
      if (segment?.key !== node.segment.key) continue
      total.calls += segment.calls
      total.rows += segment.rows
      total.width = Math.max(total.width, segment.width)
      total.segments += 1
      at += 1
    }
  }
  matchNodes(pattern)
  return at === segments.length ? [...totals.values()] : undefined
}

/** Yields the steps in their order, each with its number of calls, until `totals` are used up. */
export function* playPattern(
  pattern: Pattern,
  totals: ReadonlyMap<Step, number>,
): Generator<readonly [Step, number]> {
  const left = new Map(totals)
  const isDone = (nodes: Pattern): boolean =>
    nodes.every((node) => (isLoop(node) ? isDone(node.body) : (left.get(node) ?? 0) <= 0))
  function* play(nodes: Pattern, isOuter: boolean): Generator<readonly [Step, number]> {
    for (const node of nodes) {
      if (isLoop(node)) {
        const iterations = isOuter ? Infinity : node.iterationsMax
        for (let i = 0; i < iterations && !isDone(node.body); i += 1) yield* play(node.body, false)
        continue
      }
      const rest = left.get(node) ?? 0
      const calls = isOuter ? rest : Math.min(rest, node.callsMax)
      left.set(node, rest - calls)
      if (calls > 0) yield [node, calls]
    }
  }
  yield* play(pattern, true)
}
