/** Which acts of generated scenarios follow each other: those whose records are the same or refer to each other. */
import { pause, type PlannedAct, shortPause } from './planned-act.ts'
import type { Sequence } from './sequence.ts'
import { type PlannedRecord, recordsIn } from './world-plan.ts'

/** Returns whether two acts share a record or a relation. */
export function connectionsIn(
  world: readonly PlannedRecord[],
): (a: PlannedAct, b: PlannedAct) => boolean {
  const references = new Map(world.map(({ name, values }) => [name, recordsIn(values)]))
  const neighbors = (act: PlannedAct): ReadonlySet<string> => {
    const own = [...recordsIn(act.input), ...(act.creates === undefined ? [] : [act.creates])]
    return new Set([...own, ...own.flatMap((name) => references.get(name) ?? [])])
  }
  const known = new Map<PlannedAct, ReadonlySet<string>>()
  const recordsOf = (act: PlannedAct): ReadonlySet<string> => {
    const found = known.get(act) ?? neighbors(act)
    known.set(act, found)
    return found
  }
  return (a, b) => {
    // Note: a created record has no name. Its creation is tried with the acts of records of its resource.
    if (a.resource !== undefined && a.resource === b.resource) {
      if ([a, b].some(({ act }) => act === 'create')) return true
    }
    const others = recordsOf(b)
    return [...recordsOf(a)].some((name) => others.has(name))
  }
}

/** The sequences that continue one by an act: at once, and after a pause. The second act also follows a short one. */
export const continuations = (sequence: Sequence, next: PlannedAct): readonly Sequence[] => [
  [...sequence, next],
  [...sequence, pause, next],
  ...(sequence.length === 1 ? [[...sequence, shortPause, next]] : []),
]

/** What is new about a sequence: the acts in their order, without the records, and whether time passes between. */
export const signatureOf = (sequence: Sequence): string =>
  sequence
    .map(({ act, resource = '', name }) => `${act} ${resource}${name.replaceAll(/\d+/g, '')}`)
    .join()
