/** Collects the verdicts of schedules: counts, cells of the matrix and groups of equal failures. */
import { kindOf } from '../deviations/kinds.ts'
import { formatEndingDifferences } from '../oracles/difference.ts'
import { type Judgement, runNames } from '../oracles/judgement.ts'
import { pathPatternOf } from '../oracles/state-paths.ts'
import type { Verdict } from '../oracles/verdict.ts'
import type { Schedule } from '../run/schedule.ts'
import { addVerdict, noCounts, replaceVerdict, type VerdictCounts } from './exploration-parts.ts'

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
  `${kindsIn(schedule)}\n${failureKeyOf(judgement)}`

/** The kinds of the deviations, and the patterns of what fails: equal keys of several scenarios are one failure. */
export const patternKeyOf = (
  schedule: Schedule,
  { verdict, reason = '', differences }: Judgement,
): string => {
  const patterns = differences.map(({ path }) => pathPatternOf(path.split('.')))
  return [kindsIn(schedule), verdict, reason.replaceAll(/\d+/g, '#'), ...new Set(patterns)].join(
    '\n',
  )
}

const kindsIn = (schedule: Schedule): string =>
  [...new Set(schedule.map(({ name }) => kindOf(name).kind))].sort().join()

/** What fails: the verdict, the reason and the differences. */
export const failureKeyOf = ({
  verdict,
  reason = '',
  differences,
  names = runNames,
}: Judgement): string => `${verdict}\n${reason}\n${formatEndingDifferences(differences, names)}`

/** A schedule that was judged, with its index in the exploration. */
export interface JudgedSchedule {
  readonly schedule: Schedule
  readonly index: number
}

export class ScheduleResults<S extends JudgedSchedule = JudgedSchedule> {
  counts: VerdictCounts = noCounts
  /** The verdict of each schedule with one deviation: `500 GET /users/3 #1`. */
  readonly cells: [cell: string, verdict: Verdict][] = []
  readonly groups = new Map<string, S & FailureGroup>()
  readonly #accept: ReadonlySet<Verdict>
  readonly #keyOf: typeof groupKeyOf

  /** @param keyOf returns equal texts for schedules that fail in the same way */
  constructor(accept: ReadonlySet<Verdict>, keyOf: typeof groupKeyOf = groupKeyOf) {
    this.#accept = accept
    this.#keyOf = keyOf
  }

  /** The number of failing schedules. */
  get failureCount(): number {
    return [...this.groups.values()].reduce((sum, { count }) => sum + count, 0)
  }

  record(judged: S, judgement: Judgement): void {
    const { schedule } = judged
    const { verdict, isAmplified } = judgement
    const [deviation, ...others] = schedule
    const isOrder = deviation?.name === 'order'
    this.counts = addVerdict(this.counts, verdict, { isAmplified, depth: schedule.length, isOrder })
    if (deviation && others.length === 0 && !isOrder)
      this.cells.push([`${deviation.name} ${deviation.point}`, verdict])
    if (!this.#accept.has(verdict)) this.#group(judged, judgement)
  }

  /** Replaces the verdict of a schedule that converged by one that is not accepted. */
  correct(judged: S, judgement: Judgement): void {
    if (this.#accept.has(judgement.verdict)) return
    this.counts = replaceVerdict(this.counts, 'converged', judgement.verdict)
    this.#group(judged, judgement)
  }

  #group(judged: S, judgement: Judgement): void {
    const key = this.#keyOf(judged.schedule, judgement)
    const known = this.groups.get(key)
    this.groups.set(
      key,
      known ? { ...known, count: known.count + 1 } : { ...judged, judgement, count: 1 },
    )
  }
}
