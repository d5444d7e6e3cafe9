/** Times that are coarser or later than the integration expects. */
import { deviation, type DeviationKindDefinition } from './deviation.ts'
import { selectAlternative } from './assumptions.ts'

export const moments = {
  kind: 'moments',
  about: 'changes have whole seconds, or the clock of the integration is ahead',
  selection: 'default',
  absence: 'the scenario has no step. Add one',
  deviations: [
    deviation<'run'>({
      name: 'whole-seconds',
      at: 'run',
      summary: 'All changes of a second have the same `updated_at`, without a fraction.',
      rule: 'the service: its document gives the format of a time, and not its precision',
      apply: ({ context }) =>
        selectAlternative(context, 'timestamp.fraction=alternative') ? undefined : 'refused',
    }),
    deviation<'run'>({
      name: 'clock-ahead',
      at: 'run',
      summary: 'The clock of the integration is 2 seconds ahead of that of the service.',
      rule: 'the machine: clocks differ',
      apply: (run) => void run.advanceClockOfIntegration(2_000),
    }),
  ],
} as const satisfies DeviationKindDefinition
