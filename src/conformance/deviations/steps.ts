/** Steps that do not wait for the integration. */
import { deviation, type DeviationKindDefinition } from './deviation.ts'

export const steps = {
  kind: 'steps',
  about: 'the next step happens before the integration is idle',
  selection: 'default',
  onSequences: true,
  absence:
    'no work of the integration is due at the end of a step. Choose another kind, unless the integration waits with `sleep`',
  companion(run, baseline) {
    const isKnown = (id: string): boolean => baseline.points.some((point) => point.id === id)
    const waits = run.points.find(({ type, id }) => type === 'step' && !isKnown(id))
    return waits && { after: { name: 'early', point: waits.id } }
  },
  deviations: [
    deviation<'step'>({
      name: 'early',
      at: 'step',
      summary: 'The next step happens before the integration is idle.',
      rule: 'the service: changes do not wait for an integration',
      apply: () => undefined,
    }),
  ],
} as const satisfies DeviationKindDefinition
