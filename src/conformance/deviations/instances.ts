/** Two instances of the integration on one storage. */
import { deviation, type DeviationKindDefinition } from './deviation.ts'

const rule = 'the machine: production runs more than one process'

export const instances = {
  kind: 'instances',
  about: 'two instances of the integration run on the same storage',
  selection: 'named',
  absence: 'the scenario has no step. Add one',
  obstacle: ({ process }) =>
    process && 'an address belongs to one process. Leave the kind out, or give a module as --app',
  deviations: [
    deviation<'run'>({
      name: 'two-instances',
      at: 'run',
      summary: 'Deliveries go in turn to two instances on the same storage.',
      rule,
      apply: (run) => void run.runTwoInstances('in turn'),
    }),
    deviation<'run'>({
      name: 'both-instances',
      at: 'run',
      summary: 'Each delivery arrives in two instances on the same storage at the same time.',
      rule: `${rule}; the service: delivery is at least once`,
      milder: 'two-instances',
      apply: (run) => void run.runTwoInstances('to both'),
    }),
  ],
} as const satisfies DeviationKindDefinition
