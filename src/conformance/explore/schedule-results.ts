/** Collects the verdicts of histories: counts, cells of the matrix and groups of equal failures. */
import { formatEndingDifferences } from '../oracles/difference.ts'
import { definitionOf, type History } from '../run/schedule.ts'
import { type Judgement, runNames, type Verdict, verdicts } from '../oracles/judgement.ts'
import { isOwnHistory, type Shard } from './shards/shard.ts'

/** Histories that fail with the same kinds of deviations, verdict, reason and differences. */
export interface FailureGroup {
  readonly key: string
  /** The judgement of the first history. */
  readonly judgement: Judgement
  /** The first history of the group, with its index in the exploration. */
  readonly history: History
  readonly index: number
  count: number
}

/** The verdicts about a run without an ending. */
const withoutEnding: ReadonlySet<Verdict> = new Set(['hung', 'failed', 'could not tell'])

/** The kinds of the deviations of a history. */
export const kindsOf = (history: History): string =>
  [...new Set(history.map((each) => definitionOf(each).kind))].sort().join()

/** Failures with the same kinds of deviations, verdict, reason and differences have one key. */
const groupKeyOf = (history: History, judgement: Judgement): string =>
  `${kindsOf(history)}\n${failureKeyOf(judgement)}`

/** What fails: the verdict, the reason and the differences. */
export const failureKeyOf = ({
  verdict,
  reason = '',
  differences,
  names = runNames,
}: Judgement): string => `${verdict}\n${reason}\n${formatEndingDifferences(differences, names)}`

/** A group with only the plain run. */
export const plainGroup = (judgement: Judgement): FailureGroup => ({
  key: groupKeyOf([], judgement),
  judgement,
  history: [],
  index: 0,
  count: 1,
})

export class HistoryResults {
  /** The number of histories that were judged. */
  run = 0
  amplified = 0
  /** The number of orders of deliveries among them. */
  orders = 0
  readonly byDepth: number[] = []
  /** The verdict of each history with one deviation: `500 GET /users/3 #1`. */
  readonly cells = new Map<string, Verdict>()
  readonly groups = new Map<string, FailureGroup>()
  readonly #counts = new Map<Verdict, number>()
  readonly #accept: ReadonlySet<Verdict>
  readonly #shard: Shard | undefined
  #nextIndex = 0

  constructor(accept: ReadonlySet<Verdict>, shard: Shard | undefined) {
    this.#accept = accept
    this.#shard = shard
  }

  /** The number of histories by verdict, from good to bad. */
  get verdicts(): Partial<Record<Verdict, number>> {
    const counted = verdicts.filter((verdict) => this.#counts.has(verdict))
    return Object.fromEntries(counted.map((verdict) => [verdict, this.#counts.get(verdict)]))
  }

  /** The number of failing histories. */
  get failureCount(): number {
    return [...this.groups.values()].reduce((sum, { count }) => sum + count, 0)
  }

  /** Numbers the next history. */
  nextIndex(): number {
    this.#nextIndex += 1
    return this.#nextIndex - 1
  }

  /** Whether this shard reports the history with the index. */
  owns(index: number): boolean {
    return isOwnHistory(this.#shard, index)
  }

  /** Records the verdict of a history that this shard reports, or of a plain run that no history is compared with. */
  record(index: number, history: History, judgement: Judgement): void {
    const { verdict, isAmplified } = judgement
    const [deviation, ...others] = history
    this.run += 1
    this.#counts.set(verdict, (this.#counts.get(verdict) ?? 0) + 1)
    if (isAmplified) this.amplified += 1
    if (deviation?.name === 'order') this.orders += 1
    else this.byDepth[history.length] = (this.byDepth[history.length] ?? 0) + 1
    if (deviation && others.length === 0 && deviation.name !== 'order')
      this.cells.set(`${deviation.name} ${deviation.point}`, verdict)
    if (!this.#isAccepted(history, verdict)) this.#addFailure(index, history, judgement)
  }

  /** Records the plain run in place of its verdict "same". */
  replacePlain(judgement: Judgement): void {
    const same = (this.#counts.get('same') ?? 1) - 1
    if (same === 0) this.#counts.delete('same')
    else this.#counts.set('same', same)
    this.run -= 1
    this.byDepth[0] = 0
    this.record(0, [], judgement)
  }

  /** A plain run without an ending is never accepted, because nothing was compared. */
  #isAccepted(history: History, verdict: Verdict): boolean {
    return this.#accept.has(verdict) && !(history.length === 0 && withoutEnding.has(verdict))
  }

  #addFailure(index: number, history: History, judgement: Judgement): void {
    const key = groupKeyOf(history, judgement)
    const group = this.groups.get(key)
    if (group) group.count += 1
    else this.groups.set(key, { key, judgement, history, index, count: 1 })
  }
}
