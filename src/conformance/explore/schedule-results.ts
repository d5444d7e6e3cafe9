/** Collects the verdicts of schedules: counts, cells of the matrix and groups of equal failures. */
import { kindOf } from '../deviations/kinds.ts'
import { formatEndingDifferences } from '../oracles/difference.ts'
import { type Judgement, runNames } from '../oracles/judgement.ts'
import type { Verdict } from '../oracles/verdict.ts'
import type { Schedule } from '../run/schedule.ts'
import { addVerdict, noCounts, type VerdictCounts } from './exploration-parts.ts'

/** Schedules that fail with the same kinds of deviations, verdict, reason and differences. */
export interface FailureGroup {
  /** The judgement of the first schedule. */
  readonly judgement: Judgement
  /** The first schedule of the group, with its index in the exploration. */
  readonly schedule: Schedule
  readonly index: number
  readonly count: number
}

/** The kinds of the deviations, and what fails: equal keys are one failure. */
export const groupKeyOf = (schedule: Schedule, judgement: Judgement): string =>
  `${[...new Set(schedule.map(({ name }) => kindOf(name).kind))].sort().join()}\n${failureKeyOf(judgement)}`

/** What fails: the verdict, the reason and the differences. */
export const failureKeyOf = ({
  verdict,
  reason = '',
  differences,
  names = runNames,
}: Judgement): string => `${verdict}\n${reason}\n${formatEndingDifferences(differences, names)}`

export class ScheduleResults {
  counts: VerdictCounts = noCounts
  /** The verdict of each schedule with one deviation: `500 GET /users/3 #1`. */
  readonly cells: [cell: string, verdict: Verdict][] = []
  readonly groups = new Map<string, FailureGroup>()
  readonly #accept: ReadonlySet<Verdict>

  constructor(accept: ReadonlySet<Verdict>) {
    this.#accept = accept
  }

  /** The number of failing schedules. */
  get failureCount(): number {
    return [...this.groups.values()].reduce((sum, { count }) => sum + count, 0)
  }

  record(index: number, schedule: Schedule, judgement: Judgement): void {
    const { verdict, isAmplified } = judgement
    const [deviation, ...others] = schedule
    const isOrder = deviation?.name === 'order'
    this.counts = addVerdict(this.counts, verdict, { isAmplified, depth: schedule.length, isOrder })
    if (deviation && others.length === 0 && !isOrder)
      this.cells.push([`${deviation.name} ${deviation.point}`, verdict])
    if (this.#accept.has(verdict)) return
    const key = groupKeyOf(schedule, judgement)
    const known = this.groups.get(key)
    this.groups.set(
      key,
      known ? { ...known, count: known.count + 1 } : { judgement, schedule, index, count: 1 },
    )
  }
}
