/** The assumptions that the emulator makes, how often this run relied on each, and which are read the other way. */
import { allBehaviours, type Behaviour } from '../../define/behaviours.ts'
import type { EmulatorContext } from '../../emulator/context.ts'
import { parseAlternatives, type AssumptionOverrides } from '../../model/settings.ts'
import { assertKnownKeys } from '../../machine/argument-checks.ts'

export interface AssumptionView {
  readonly id: string
  readonly summary: string
  readonly reason: string
  /** The other reading, where it can be switched to. */
  readonly alternative?: string
  readonly selected: 'default' | 'alternative'
  /** In how many entries of the journal it was relied on. */
  readonly used: number
}

export function viewAssumptions({ journal, alternativesCell }: EmulatorContext): AssumptionView[] {
  const counts = new Map<number, number>()
  for (const { used } of journal.entries()) {
    for (const number of new Set(used as number[] | undefined)) {
      counts.set(number, (counts.get(number) ?? 0) + 1)
    }
  }
  return allBehaviours().flatMap(({ id, summary, number, assumption }) =>
    assumption
      ? [
          {
            id,
            summary,
            ...assumption,
            selected: alternativesCell.value.has(id) ? 'alternative' : 'default',
            used: counts.get(number) ?? 0,
          },
        ]
      : [],
  )
}

/** Reads some assumptions otherwise from now on; the others stay as they are read. */
export function switchAssumptions(
  context: EmulatorContext,
  body: Readonly<Record<string, unknown>>,
): AssumptionView[] {
  assertKnownKeys(body, ['assumptions'], 'read the body')
  const { assumptions = {} } = body
  const current = [...context.alternativesCell.value].map((id) => [id, 'alternative'] as const)
  parseAlternatives(assumptions as AssumptionOverrides)
  const merged = { ...Object.fromEntries(current), ...(assumptions as AssumptionOverrides) }
  context.alternativesCell.value = parseAlternatives(merged)
  return viewAssumptions(context)
}

/** What was relied on, in words. */
export const behavioursUsed = (
  used: unknown,
): Pick<Behaviour, 'id' | 'summary' | 'assumption'>[] => {
  const all = allBehaviours()
  return [...new Set((used as number[] | undefined) ?? [])].flatMap((number) => {
    const behaviour = all[number]
    if (!behaviour) return []
    const { id, summary, assumption } = behaviour
    return [{ id, summary, ...(assumption && { assumption }) }]
  })
}
