/** The runs that histories are compared with: the plain run, and quiet twins of histories that change the world. */
import { definitionOf, formatHistory, type History } from './history.ts'
import { runHistory } from './history-run.ts'
import type { RunOutcome } from './outcome.ts'
import type { Stage } from './stage.ts'
import { maskOf, type Reference } from './verdict.ts'

export interface PlainRun {
  readonly outcome: RunOutcome
  /** The second plain run. */
  readonly repeated: RunOutcome
}

export class ReferenceRuns {
  #stage: Stage
  readonly #twins = new Map<string, Promise<Reference>>()
  #plain: Promise<PlainRun> | undefined

  constructor(stage: Stage) {
    this.#stage = stage
  }

  /** The stage, with what the plain run showed about the scenario. */
  get stage(): Stage {
    return this.#stage
  }

  /** The plain run and its repetition. */
  plain(): Promise<PlainRun> {
    return (this.#plain ??= this.#runPlain())
  }

  /** The run that a history is compared with. */
  async of(history: History): Promise<Reference> {
    const { outcome, repeated } = await this.plain()
    const mask = maskOf(outcome, repeated)
    const changes = history.filter((each) => changesWorld(each))
    if (changes.length === 0) return { outcome, mask }
    const key = formatHistory(changes)
    const found = this.#twins.get(key) ?? this.#runTwin(changes, mask)
    this.#twins.set(key, found)
    return found
  }

  async #runPlain(): Promise<PlainRun> {
    const first = await runHistory(this.#stage, [])
    if (first.movesTime) this.#stage = { ...this.#stage, movesTime: true }
    const outcome = first.movesTime ? await runHistory(this.#stage, []) : first
    return { outcome, repeated: await runHistory(this.#stage, []) }
  }

  /** The same change of the world while the integration is idle: at the end of the step. */
  async #runTwin(changes: History, mask: ReadonlySet<string>): Promise<Reference> {
    return { outcome: await runHistory(this.#stage, changes, { isQuiet: true }), mask }
  }
}

/** Whether a deviation changes the world itself, and not only how the integration learns of it. */
const changesWorld = (deviation: History[number]): boolean =>
  ['rights', 'drift', 'assumptions'].includes(definitionOf(deviation).kind)
