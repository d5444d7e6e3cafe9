/** The alternatives of the assumptions that a run relied on, as choice points. */
import { alternativesOf } from '../../engine/define/behaviour.ts'
import { addBehaviourUsage, createBehaviourUsage } from '../../engine/emulator/behaviour-usage.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { type AlternativeOverrides, parseAlternatives } from '../../engine/model/settings.ts'
import type { ChoicePoint } from '../run/choice-point.ts'

/**
 * Returns a point for each alternative of the explored assumptions in the journal:
 * `delete.response=alternative`.
 */
export function alternativePoints(
  { journal }: EmulatorContext,
  startNumber: number,
): ChoicePoint[] {
  const usage = createBehaviourUsage()
  for (const entry of journal.entries()) {
    if (entry.number > startNumber) addBehaviourUsage(usage, entry)
  }
  return [...usage.behaviours]
    .filter(({ assumption }) => assumption?.isExplored !== false)
    .flatMap((behaviour) =>
      Object.keys(alternativesOf(behaviour)).map((name) => ({
        type: 'assumption' as const,
        id: `${behaviour.id}=${name}`,
        subject: behaviour.id,
      })),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Selects the alternative of a point. Returns whether the assumption has it. */
export function selectAlternative({ alternativesCell }: EmulatorContext, point: string): boolean {
  const [id = '', name = ''] = point.split('=')
  try {
    const selected = parseAlternatives({ [id]: name } as AlternativeOverrides)
    alternativesCell.value = new Map([...alternativesCell.value, ...selected])
    return true
  } catch (error) {
    if (error instanceof EmulatorError) return false
    throw error
  }
}
