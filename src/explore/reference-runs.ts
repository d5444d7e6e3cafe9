/** The runs that histories are compared with: the plain run, and quiet twins of histories that change the world. */
import { definitionOf, formatHistory, type History } from './history.ts'
import { runHistory } from './history-run.ts'
import type { PreparedScenario } from './prepared-scenario.ts'
import { maskOf, type ReferenceRun } from './judgement.ts'

export class ReferenceRuns {
  #prepared: PreparedScenario
  readonly #twins = new Map<string, Promise<ReferenceRun>>()
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

  /** The run that a history is compared with. */
  async of(history: History): Promise<ReferenceRun> {
    const plain = await this.plain()
    const changes = history.filter((each) => changesWorld(each))
    if (changes.length === 0) return plain
    const key = formatHistory(changes)
    const found = this.#twins.get(key) ?? this.#runTwin(changes, plain.mask)
    this.#twins.set(key, found)
    return found
  }

  async #runPlain(): Promise<ReferenceRun> {
    const first = await runHistory(this.#prepared, [])
    if (first.movesTime) this.#prepared = { ...this.#prepared, movesTime: true }
    const outcome = first.movesTime ? await runHistory(this.#prepared, []) : first
    return { outcome, mask: maskOf(outcome, await runHistory(this.#prepared, [])) }
  }

  /** The same change of the world while the integration is idle: at the end of the step. */
  async #runTwin(changes: History, mask: ReadonlySet<string>): Promise<ReferenceRun> {
    return { outcome: await runHistory(this.#prepared, changes, { isQuiet: true }), mask }
  }
}

/** Whether a deviation changes the world itself, and not only how the integration learns of it. */
const changesWorld = (deviation: History[number]): boolean =>
  definitionOf(deviation).kind === 'rights'
