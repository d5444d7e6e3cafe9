/** The assumptions that the emulator makes, how often this run relied on each, and which are read the other way. */
import type { BehaviourLog } from '../../define/behaviour-log.ts'
import { allBehaviours, type Behaviour } from '../../define/behaviours.ts'
import type { EmulatorContext } from '../../emulator/context.ts'
import { parseAlternatives, type AssumptionOverrides } from '../../model/settings.ts'
import { parseBody, type ControlBody } from '../../control/route.ts'

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
  const counts = new Map<string, number>()
  for (const { behaviours } of journal.entries()) {
    for (const id of behaviours?.ids() ?? []) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return allBehaviours().flatMap(({ id, summary, assumption }) =>
    assumption
      ? [
          {
            id,
            summary,
            ...assumption,
            selected: alternativesCell.value.has(id) ? 'alternative' : 'default',
            used: counts.get(id) ?? 0,
          },
        ]
      : [],
  )
}

/** Reads some assumptions otherwise from now on; the others stay as they are read. */
export function switchAssumptions(context: EmulatorContext, body: ControlBody): AssumptionView[] {
  const { assumptions = {} } = parseBody(body, ['assumptions'])
  const current = [...context.alternativesCell.value].map((id) => [id, 'alternative'] as const)
  parseAlternatives(assumptions as AssumptionOverrides)
  const merged = { ...Object.fromEntries(current), ...(assumptions as AssumptionOverrides) }
  context.alternativesCell.value = parseAlternatives(merged)
  return viewAssumptions(context)
}

/** The behaviours of a journal entry. */
export const behavioursUsed = (
  log: BehaviourLog | undefined,
): Pick<Behaviour, 'id' | 'summary' | 'assumption'>[] =>
  [...(log?.behaviours() ?? [])].map(({ id, summary, assumption }) => ({
    id,
    summary,
    ...(assumption && { assumption }),
  }))
