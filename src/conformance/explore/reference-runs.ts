/** The runs that histories are compared with: the plain run, and quiet twins of histories that change the world. */
import { definitionOf, formatHistory, type History } from './history.ts'
import { runHistory } from './history-run.ts'
import type { PreparedScenario } from './prepared-scenario.ts'
import type { DeviationKind } from './deviations.ts'
import type { RunOutcome } from './outcome.ts'
import { RecentValues } from '../../engine/store/recent-values.ts'
import { watchHostUse } from '../../engine/clock/fake-timers/host-use.ts'
import { judge, type Judgement, maskOf, type ReferenceRun } from './judgement.ts'

/** What a history changed in the world. */
type WorldChanges = Pick<RunOutcome, 'acts' | 'lostRights'>

/** The number of quiet twins that are kept, each with its emulator. */
const twinsMin = 32

export class ReferenceRuns {
  #prepared: PreparedScenario
  readonly #twins = new RecentValues<string, Promise<RunOutcome>>(twinsMin, () => new Map())
  /** What the token loses, by the history that causes it alone. */
  readonly #losses = new Map<string, string>()
  #plain: Promise<ReferenceRun> | undefined

  constructor(prepared: PreparedScenario) {
    this.#prepared = prepared
  }

  /** The prepared scenario, with what the plain run showed about it. */
  get prepared(): PreparedScenario {
    return this.#prepared
  }

  /** The plain run, with the paths in which its repetition differs. */
  plain(): Promise<ReferenceRun> {
    return (this.#plain ??= this.#runPlain())
  }

  /**
   * Yields the runs that a history is compared with. It may end like any of them: a change between two pages may
   * end like one before the walk, or like one after it. None if the service refuses the change in every twin.
   */
  async *of(history: History, { acts, lostRights }: WorldChanges): AsyncIterable<ReferenceRun> {
    const plain = await this.plain()
    const changes = history.filter((each) => worldKinds.has(definitionOf(each).kind))
    if (changes.length === 0 && acts.length === 0) return void (yield plain)
    const name = formatHistory(changes)
    // Note: a quiet twin changes the world when the integration is idle, so that rights that are lost before the same
    // idle moment share a twin.
    if (history.length === 1 && lostRights[0]) this.#losses.set(name, lostRights[0])
    const times = acts.length === 0 ? (['after'] as const) : (['after', 'before'] as const)
    for (const when of times) {
      const key = `${this.#losses.get(name) ?? name} ${when} ${JSON.stringify(acts)}`
      const found = this.#twins.get(key)
      const twin = found ?? runHistory(this.#prepared, changes, { quiet: { acts, when } })
      if (!found) this.#twins.set(key, twin)
      const outcome = await twin
      if (acts.length === 0 || outcome.isApplicable) yield { outcome, mask: plain.mask }
    }
  }

  /** Judges the run of a history by the runs that it is compared with. */
  async judge(history: History, outcome: RunOutcome): Promise<Judgement> {
    const plain = await this.plain()
    return judge(outcome, this.of(history, outcome), plain.outcome)
  }

  async #runPlain(): Promise<ReferenceRun> {
    const { result: first, use } = await watchHostUse(() => runHistory(this.#prepared, []))
    if (use) return { outcome: { ...first, inconclusive: use.message }, mask: new Set() }
    if (first.movesTime) this.#prepared = { ...this.#prepared, movesTime: true }
    const outcome = first.movesTime ? await runHistory(this.#prepared, []) : first
    return { outcome, mask: maskOf(outcome, await runHistory(this.#prepared, [])) }
  }
}

/** The kinds of deviations that change the world itself, and not only how the integration learns of it. */
const worldKinds: ReadonlySet<DeviationKind> = new Set(['rights', 'assumptions'])
