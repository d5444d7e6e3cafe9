/** Crashes of the integration, before and after what it does. */
import {
  type ChoicePointType,
  deviation,
  type DeviationDefinition,
  type DeviationEffect,
  type DeviationKindDefinition,
  hitBy,
  type Sites,
} from './deviation.ts'

const crash = <T extends ChoicePointType>(
  name: string,
  at: T,
  when: string,
  effect?: (site: Sites[T]) => DeviationEffect,
): DeviationDefinition =>
  deviation({
    name,
    at,
    summary: `The integration crashes ${when}, and a new instance starts on the same storage.`,
    rule: 'the machine: a process can end at any time',
    restarts: true,
    repeatsEffects: true,
    apply(run, site) {
      run.crash()
      return effect?.(site)
    },
  })

export const crashes = {
  kind: 'crashes',
  about: 'the integration crashes, and a new instance starts on the same storage',
  selection: 'default',
  absence: 'the integration makes no call and stores nothing. Let it read the service',
  obstacle({ process, writesStorage }) {
    if (process)
      return process.restarts
        ? undefined
        : 'the process cannot be started again. Add the command that starts it: --start "npm start"'
    return writesStorage
      ? undefined
      : 'the integration writes nothing to `storage`. Keep there what must survive a crash'
  },
  deviations: [
    crash('crash-before', 'request', 'before the call', () =>
      hitBy('crash-before', { reset: true }),
    ),
    crash('crash-after', 'request', 'after the call, before it receives the answer', () =>
      hitBy('crash-after', { timeout: 'after' }),
    ),
    crash('crash-before-answer', 'answer', 'before it answers the delivery'),
    crash('crash-after-answer', 'answer', 'right after it answers the delivery', ({ send }) =>
      send(),
    ),
    crash('crash-after-write', 'stored', 'after it stores a value'),
  ],
} as const satisfies DeviationKindDefinition
