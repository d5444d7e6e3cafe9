/** Shrinks a failing sequence: removes the acts that it does not need. */
import type { Schedule } from '../../run/schedule.ts'
import { isPause } from './planned-act.ts'
import type { Sequence } from './sequence.ts'
import type { SequenceRuns } from './sequence-runs.ts'

/** A schedule of a sequence. */
export interface SequenceSchedule {
  readonly sequence: Sequence
  readonly schedule: Schedule
}

/** The number of runs that shrinking one sequence may take. */
const shrinkRunsMax = 40

/** Removes each act that is not needed, until none can be removed. */
export async function shrinkSequence(
  runs: SequenceRuns,
  found: SequenceSchedule,
  stillFails: (candidate: SequenceSchedule) => Promise<boolean>,
): Promise<SequenceSchedule> {
  let runCount = 0
  let shortest = found
  for (let i = 0; shortest.sequence.length > 1 && i < shortest.sequence.length; i += 1) {
    const sequence = withoutAct(shortest.sequence, i)
    if (sequence.length === 0 || !(await runs.isAccepted(sequence))) continue
    for (const schedule of await schedulesLike(runs, sequence, shortest.schedule)) {
      if (runCount >= shrinkRunsMax) return shortest
      runCount += 1
      if (!(await stillFails({ sequence, schedule }))) continue
      shortest = { sequence, schedule }
      i = -1
      break
    }
  }
  return shortest
}

/** The sequence without an act. Pauses at its start and its end, and a second one in a row, go too. */
function withoutAct(sequence: Sequence, index: number): Sequence {
  const rest = sequence.filter((_, i) => i !== index)
  return rest.filter(
    (act, i) => !isPause(act) || (i > 0 && i < rest.length - 1 && !isPause(rest[i - 1]!)),
  )
}

/** The schedule, and if a deviation has no choice point any more, those at the points that differ by numbers alone. */
async function schedulesLike(
  runs: SequenceRuns,
  sequence: Sequence,
  schedule: Schedule,
): Promise<readonly Schedule[]> {
  const [deviation, ...others] = schedule
  if (!deviation || others.length > 0) return [schedule]
  const { outcome } = await runs.judgeOf(sequence).references.baseline()
  const ids = outcome.points.map(({ id }) => id)
  if (ids.includes(deviation.point)) return [schedule]
  const like = ids.filter((id) => withoutNumbers(id) === withoutNumbers(deviation.point))
  return [...new Set(like)].map((point) => [{ ...deviation, point }])
}

/** Without the ids of records too: a record that an act creates has another id in a shorter sequence. */
const withoutNumbers = (point: string): string => point.replaceAll(/\d+/g, '')
