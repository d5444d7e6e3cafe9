/** Alternatives of the assumptions that the baseline run relied on. */
import { alternativesOf } from '../../engine/define/behaviour.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { UsedBehaviours } from '../../engine/kit/usage/dropped-entries.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { type AlternativeOverrides, parseAlternatives } from '../../engine/model/settings.ts'
import {
  type ChoicePoint,
  type DeviatedRun,
  type Deviation,
  deviation,
  type DeviationKindDefinition,
} from './deviation.ts'

/**
 * Returns a point for each alternative of the explored assumptions in the journal:
 * `delete.response=alternative`.
 */
function alternativePoints({ journal }: EmulatorContext, startNumber: number): ChoicePoint[] {
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

/** Under this alternative only a delivery without an answer is repeated. The document can be read both ways. */
const onlySilenceIsRepeated: Deviation = {
  name: 'alternative',
  point: 'webhook.delivered=alternative',
}

/** Whether the endpoint refused a delivery, so that the service may take it for delivered. */
const refusesDelivery = (run: DeviatedRun): boolean =>
  run.entries().some((entry) => entry.kind === 'answer' && isRefusal(entry.status))

const isRefusal = (status: number | null): boolean =>
  status !== null && (status < 200 || status > 299)

export const assumptions = {
  kind: 'assumptions',
  about: 'the service has the alternative of an assumption that the baseline run relied on',
  selection: 'all',
  absence:
    'the baseline run relies on no assumption that has an alternative. Add steps to the scenario that rely on one',
  comparedWith: 'itself',
  changesService: true,
  pointsAfter: alternativePoints,
  companion: (run) => (refusesDelivery(run) ? { before: onlySilenceIsRepeated } : undefined),
  deviations: [
    deviation<'assumption'>({
      name: 'alternative',
      at: 'assumption',
      summary: 'The service has the alternative of an assumption that the baseline run relied on.',
      rule: 'the service: its document does not decide the assumption',
      apply: ({ context }, { point }) =>
        selectAlternative(context, point) ? undefined : 'refused',
    }),
  ],
} as const satisfies DeviationKindDefinition
