/** The alternatives of the assumptions that a run relied on, as choice points. */
import { alternativesOf } from '../../../engine/define/behaviour.ts'
import type { EmulatorContext } from '../../../engine/emulator/context.ts'
import { UsedBehaviours } from '../../../engine/kit/usage/dropped-entries.ts'
import { EmulatorError } from '../../../engine/errors/errors.ts'
import { type AlternativeOverrides, parseAlternatives } from '../../../engine/model/settings.ts'
import type { ChoicePoint } from '../choice-point.ts'

/**
 * Returns a point for each alternative of the explored assumptions in the journal:
 * `delete.response=alternative`.
 */
export function alternativePoints(
  { journal }: EmulatorContext,
  startNumber: number,
): ChoicePoint[] {
  const used = new UsedBehaviours()
  for (const entry of journal.entries()) {
    if (entry.number > startNumber) used.add(entry)
  }
  return [...used.behaviours]
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
