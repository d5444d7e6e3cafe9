/** What an exploration did not compare, and what is no failure, as sentences. */
import type { BaselineRun } from '../oracles/reference-runs.ts'
import type { DeviationKind } from '../deviations/kinds.ts'
import { obstacleNotes } from './absent-kinds.ts'
import { pathPatternOf } from '../oracles/state-paths.ts'

export function notesOf(
  { unsteady, timed, late, fresh, outcome }: BaselineRun,
  kinds: ReadonlySet<DeviationKind>,
): readonly string[] {
  const prefixed = outcome.unusedIgnores.filter((path) => path.startsWith('state.'))
  const unused = outcome.unusedIgnores.filter((path) => !prefixed.includes(path))
  return [
    ...(outcome.after && hasNoEvent(outcome) ? [noEvent] : []),
    ...(outcome.after ? obstacleNotes(kinds, outcome) : []),
    ...(outcome.process?.resets === false ? [noReset] : []),
    ...noteOf('not compared, because two runs without a deviation differ', unsteady),
    ...noteOf(
      'not compared, because it depends on the time or on numbers of the integration',
      timed.map((pattern) => `state.${pattern}`),
    ),
    ...noteOf('named in `ignore`, and no value of `state()` has it', unused),
    ...noteOf('named in `ignore`, whose paths begin below `state`: leave out "state."', prefixed),
    ...noteOf('compared after the final synchronization only, because no event tells of it', late),
    ...noteOf('differs from a fresh start and depends on the schedule', fresh?.unexplained ?? []),
    ...noteOf(
      `kept, although a fresh start does not have it (${fresh?.kept.length ?? 0})`,
      fresh?.kept.map(({ path }) => path) ?? [],
    ),
  ]
}

/** What may be the cause of failures, as sentences. */
export const causeNotes = ({
  synchronizes,
  hostTimer,
}: {
  readonly synchronizes: boolean
  readonly hostTimer: string | undefined
}): readonly string[] => [
  ...(synchronizes ? [] : ['no `resync`: nothing makes up for a lost delivery']),
  ...(hostTimer === undefined ? [] : [hostTimer.split('\n', 1)[0] as string]),
]

const noEvent =
  'no event: no step performs an act, and `given` makes no event. Change records with `emulator.act`'

/** Whether the steps change nothing, and the integration has nothing to do before the final synchronization. */
const hasNoEvent = (run: BaselineRun['outcome']): boolean =>
  run.callsBeforeEnd === 0 &&
  run.stepCount > 0 &&
  !run.movesTime &&
  !run.entries().some(({ kind }) => changeKinds.has(kind))

const changeKinds = new Set(['act', 'change', 'event', 'outage', 'fault', 'flags', 'scopes'])

const noReset =
  'no fresh start: the process has no address that empties its storage, which `--reset` gives'

/** One sentence with the patterns of the paths; none without a path. */
function noteOf(text: string, paths: readonly string[]): string[] {
  const patterns = [...new Set(paths.map((path) => pathPatternOf(path.split('.'))))]
  return patterns.length === 0 ? [] : [`${patterns.join(', ')}: ${text}`]
}
