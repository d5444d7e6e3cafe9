/** The assumptions that the emulator makes, how often this run relied on each, and which are read the other way. */
import { allBehaviours, type Behaviour } from '../../define/behaviours.ts'
import type { Assembly } from '../../emulator/context.ts'
import { readingsFrom, type ReadingsGiven } from '../../model/settings.ts'
import { insistOnKeys, type Body } from '../../control/route.ts'

export interface AssumptionView {
  readonly id: string
  readonly says: string
  readonly because: string
  /** The other reading, where it can be switched to. */
  readonly instead?: string
  readonly reading: 'default' | 'instead'
  /** In how many entries of the journal it was relied on. */
  readonly used: number
}

export function viewAssumptions({ journal, readingsCell }: Assembly): AssumptionView[] {
  const counts = new Map<number, number>()
  for (const { used } of journal.entries()) {
    for (const number of new Set(used as number[] | undefined)) {
      counts.set(number, (counts.get(number) ?? 0) + 1)
    }
  }
  return allBehaviours().flatMap(({ id, says, number, assumed }) =>
    assumed
      ? [
          {
            id,
            says,
            ...assumed,
            reading: readingsCell.value.has(id) ? 'instead' : 'default',
            used: counts.get(number) ?? 0,
          },
        ]
      : [],
  )
}

/** Reads some assumptions otherwise from now on; the others stay as they are read. */
export function switchReadings(assembly: Assembly, body: Body): AssumptionView[] {
  const { readings = {} } = insistOnKeys(body, ['readings'])
  const before = [...assembly.readingsCell.value].map((id) => [id, 'instead'] as const)
  readingsFrom(readings as ReadingsGiven)
  const given = { ...Object.fromEntries(before), ...(readings as ReadingsGiven) }
  assembly.readingsCell.value = readingsFrom(given)
  return viewAssumptions(assembly)
}

/** What was relied on, in words. */
export const behavioursOf = (used: unknown): Pick<Behaviour, 'id' | 'says' | 'assumed'>[] => {
  const all = allBehaviours()
  return [...new Set((used as number[] | undefined) ?? [])].flatMap((number) => {
    const behaviour = all[number]
    if (!behaviour) return []
    const { id, says, assumed } = behaviour
    return [{ id, says, ...(assumed && { assumed }) }]
  })
}
