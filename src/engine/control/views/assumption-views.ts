/** Lists the assumptions of the emulator with their use in this run, and switches their alternatives. */
import { allBehaviours, alternativesOf, isSwitchable } from '../../define/behaviour.ts'
import type { EmulatorContext } from '../../emulator/context.ts'
import { parseAlternatives, resolvePreset, type AssumptionOverrides } from '../../model/settings.ts'

export interface AssumptionView {
  readonly id: string
  readonly summary: string
  readonly reason: string
  /** The summaries of the alternatives by name; empty if the assumption has none. */
  readonly alternatives: Readonly<Record<string, string>>
  /** Whether the service does not state it: an active alternative is an assumption too. */
  readonly isAssumed: boolean
  /** `default`, or the name of the selected alternative. */
  readonly selected: string
  /** The number of journal entries that relied on the assumption. */
  readonly used: number
  /** Whether the run relied on the assumption, also in entries that the journal does not have any more. */
  readonly isUsed: boolean
}

/** The reason of a behaviour that a fact states. It has alternatives, because the service may differ. */
const statedReason = 'the document or the contract of the service states it'

export function viewAssumptions(context: EmulatorContext): AssumptionView[] {
  const { journal, droppedEntries, alternativesCell } = context
  const usedBefore = droppedEntries.used().behaviours
  const counts = countUses(journal)
  return allBehaviours().flatMap((behaviour) => {
    const { id, summary, assumption } = behaviour
    if (!assumption && !isSwitchable(behaviour)) return []
    const reason = assumption?.reason ?? statedReason
    const selected = alternativesCell.value.get(id) ?? 'default'
    const alternatives = alternativesOf(behaviour)
    const used = counts.get(id) ?? 0
    const isUsed = used > 0 || usedBefore.has(behaviour)
    const isAssumed = assumption !== undefined || selected !== 'default'
    return [{ id, summary, reason, isAssumed, alternatives, selected, used, isUsed }]
  })
}

/** Counts the journal entries that used each behaviour, by the id of the behaviour. */
function countUses(journal: EmulatorContext['journal']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { behaviours } of journal.entries()) {
    for (const id of behaviours?.ids() ?? []) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/**
 * Selects the alternatives in `overrides`, an object or the name of a preset; the other assumptions keep theirs.
 *
 * @throws EmulatorError for an unknown assumption or alternative
 */
export function switchAssumptions(context: EmulatorContext, overrides: unknown): AssumptionView[] {
  const { assumptionPresets } = context.settings
  const selected = resolvePreset(overrides as AssumptionOverrides, assumptionPresets)
  parseAlternatives(selected)
  const merged = { ...Object.fromEntries(context.alternativesCell.value), ...selected }
  context.alternativesCell.value = parseAlternatives(merged)
  context.dispatcher.startQueued()
  return viewAssumptions(context)
}
