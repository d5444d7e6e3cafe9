/** The runs that histories are compared with: the plain run, and quiet twins of histories that change the world. */
import { definitionOf, formatHistory, type History } from './history.ts'
import { runHistory } from './history-run.ts'
import type { PreparedScenario } from './prepared-scenario.ts'
import type { DeviationKind } from './deviations.ts'
import type { PlacedAct } from './world/drift.ts'
import type { RunOutcome } from './outcome.ts'
import { watchHostUse } from '../machine/time/fake-timers/host-use.ts'
import { maskOf, type ReferenceRun } from './judgement.ts'

export class ReferenceRuns {
  #prepared: PreparedScenario
  readonly #twins = new Map<string, Promise<RunOutcome>>()
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
   * The runs that a history is compared with. It may end like any of them: a change between two pages may end
   * like one before the walk, or like one after it. Empty if the service refuses the change in every twin.
   */
  async of(history: History, acts: readonly PlacedAct[]): Promise<readonly ReferenceRun[]> {
    const plain = await this.plain()
    const changes = history.filter((each) => worldKinds.has(definitionOf(each).kind))
    if (changes.length === 0 && acts.length === 0) return [plain]
    const times = acts.length === 0 ? (['after'] as const) : (['after', 'before'] as const)
    const twins: ReferenceRun[] = []
    for (const when of times) {
      const key = `${formatHistory(changes)} ${when} ${JSON.stringify(acts)}`
      const found =
        this.#twins.get(key) ?? runHistory(this.#prepared, changes, { quiet: { acts, when } })
      this.#twins.set(key, found)
      const outcome = await found
      if (acts.length === 0 || outcome.isApplicable) twins.push({ outcome, mask: plain.mask })
    }
    return twins
  }

  async #runPlain(): Promise<ReferenceRun> {
    const watch = this.#prepared.monitor?.isRemote ? undefined : watchHostUse()
    const first = await runHistory(this.#prepared, [])
    const use = watch?.stop()
    if (use) return { outcome: { ...first, inconclusive: use.message }, mask: new Set() }
    if (first.movesTime) this.#prepared = { ...this.#prepared, movesTime: true }
    const outcome = first.movesTime ? await runHistory(this.#prepared, []) : first
    return { outcome, mask: maskOf(outcome, await runHistory(this.#prepared, [])) }
  }
}

/** The kinds of deviations that change the world itself, and not only how the integration learns of it. */
const worldKinds: ReadonlySet<DeviationKind> = new Set(['rights', 'assumptions'])
