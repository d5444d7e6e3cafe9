/** Explores a scenario: runs it under every legal history within a budget and reports the failing ones. */
import { createRandom } from '../machine/random.ts'
import { monotonicNowMs } from '../machine/time/real-time-wakeup.ts'
import type { Connect, Integration } from '../scenarios/integration.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { LevelCount } from './coverage.ts'
import { type ExploredHistory, nextLevel } from './enumeration.ts'
import { Exploration } from './exploration.ts'
import type { ExplorationFailure, JudgedHistory } from './failure.ts'
import {
  type ExploreOptions,
  type ExploreSettings,
  exploreSettingsFrom,
} from './explore-options.ts'
import { formatEndingDifferences } from './difference.ts'
import { definitionOf, formatHistory, type History, parseHistory } from './history.ts'
import { runHistory } from './history-run.ts'
import type { RunOutcome } from './outcome.ts'
import { ReferenceRuns } from './reference-runs.ts'
import { shrinkHistory } from './shrink.ts'
import { prepareScenario, type PreparedScenario } from './prepared-scenario.ts'
import { judge, judgeAlternative, type Judgement, judgePlainRun } from './judgement.ts'

/**
 * Runs an integration under the histories of a scenario: each history has deliveries, calls or steps that
 * deviate from the plain run. Histories with fewer deviations come first.
 *
 * `connect` creates a new instance of the integration for each history and after each crash.
 *
 * @throws EmulatorError for an invalid option, and if an act of the scenario is refused in the plain run
 * @example
 * const exploration = await explore(merge, connect, { deviations: ['deliveries', 'crashes'] })
 * console.log(exploration.coverage)
 */
export async function explore<R, G>(
  scenario: Scenario<R, G>,
  connect: Connect | Integration,
  options: ExploreOptions<G> = {},
): Promise<Exploration> {
  const settings = exploreSettingsFrom(options)
  const replayed = options.replay === undefined ? undefined : parseHistory(options.replay)
  const { ending, events, seed } = options
  const replayedKinds = replayed?.map((each) => definitionOf(each).kind) ?? []
  const prepared = await prepareScenario(scenario, connect, {
    kinds: new Set([...settings.kinds, ...replayedKinds]),
    ...(seed !== undefined && { seed }),
    ...(ending && { ending }),
    ...(events && { events }),
  })
  return new Explorer(prepared, settings, options).explore(replayed)
}

class Explorer {
  readonly #prepared: PreparedScenario
  readonly #settings: ExploreSettings
  readonly #options: Pick<ExploreOptions, 'progress' | 'signal'>
  readonly #startedMs = monotonicNowMs()
  readonly #judged: JudgedHistory[] = []
  readonly #levels: LevelCount[] = []
  readonly #references: ReferenceRuns
  #prunedCount = 0
  #failureCount = 0

  constructor(
    prepared: PreparedScenario,
    settings: ExploreSettings,
    options: Pick<ExploreOptions, 'progress' | 'signal'>,
  ) {
    this.#prepared = prepared
    this.#settings = settings
    this.#options = options
    this.#references = new ReferenceRuns(prepared)
  }

  async explore(replayed: History | undefined): Promise<Exploration> {
    const plain = await this.#references.plain()
    const judgement = judgePlainRun(plain)
    this.#record([], judgement)
    const isConclusive = judgement.verdict === 'same'
    if (isConclusive && replayed && replayed.length > 0) await this.#replay(replayed)
    else if (isConclusive && !replayed) await this.#exploreLevels(plain.outcome)
    const failures = await this.#failures()
    return new Exploration({
      scenario: this.#prepared.scenario.name,
      points: plain.outcome.points,
      judged: this.#judged,
      coverage: { levels: this.#levels, pruned: this.#prunedCount, cut: this.#cutReason() },
      failures,
      settings: this.#settings,
    })
  }

  async #exploreLevels(plainRun: RunOutcome): Promise<void> {
    const plain: ExploredHistory = { history: [], points: plainRun.points }
    const random = createRandom(this.#settings.seed)
    let explored: readonly ExploredHistory[] = [plain]
    for (let depth = 1; depth <= this.#settings.depth && explored.length > 0; depth += 1) {
      const level = nextLevel(explored, plain, this.#settings.kinds, random, this.#budget())
      const next: ExploredHistory[] = []
      const count = { depth, total: level.total, run: 0 }
      this.#levels.push(count)
      for (const history of level.histories()) {
        if (this.#isOver()) break
        const outcome = await this.#run(history)
        count.run += 1
        if (outcome.isApplicable) next.push({ history, points: outcome.points })
      }
      explored = next
    }
  }

  async #replay(history: History): Promise<void> {
    this.#levels.push({ depth: history.length, total: 1, run: 1 })
    await this.#run(history)
  }

  /** Runs a history and records its verdict. */
  async #run(history: History): Promise<RunOutcome> {
    const outcome = await runHistory(this.#references.prepared, history)
    if (!outcome.isApplicable && this.#settings.prune) this.#prunedCount += 1
    else this.#record(history, await this.#judge(history, outcome))
    return outcome
  }

  #record(history: History, judgement: Judgement): void {
    this.#judged.push({ history, judgement })
    if (!this.#settings.accept.has(judgement.verdict)) this.#failureCount += 1
    const { runs } = this.#settings
    this.#options.progress?.({ run: this.#judged.length, runs, failures: this.#failureCount })
  }

  #cutReason(): 'canceled' | 'time' | undefined {
    if (this.#options.signal?.aborted) return 'canceled'
    return this.#isOutOfTime() ? 'time' : undefined
  }

  #isOutOfTime(): boolean {
    const { timeMs } = this.#settings
    return timeMs !== undefined && monotonicNowMs() - this.#startedMs > timeMs
  }

  /** The number of histories that may still run. */
  #budget(): number {
    return this.#settings.runs - this.#levels.reduce((sum, level) => sum + level.run, 0)
  }

  #isOver(): boolean {
    return this.#budget() <= 0 || this.#cutReason() !== undefined
  }

  /** The failures, grouped by verdict and difference, each shrunk and run twice. */
  async #failures(): Promise<ExplorationFailure[]> {
    const groups = new Map<string, JudgedHistory[]>()
    for (const each of this.#judged) {
      if (this.#settings.accept.has(each.judgement.verdict)) continue
      const key = groupOf(each.judgement)
      const group = groups.get(key)
      if (group) group.push(each)
      else groups.set(key, [each])
    }
    const failures: ExplorationFailure[] = []
    for (const [key, group] of groups) {
      failures.push(await this.#failure(key, group))
    }
    return failures.sort((a, b) => a.deviations.length - b.deviations.length)
  }

  async #failure(key: string, group: readonly JudgedHistory[]): Promise<ExplorationFailure> {
    const [{ history, judgement } = { history: [], judgement: undefined }] = group
    const shrunk =
      history.length === 0
        ? history
        : await shrinkHistory(history, async (candidate) => {
            const { judged } = await this.#judgeAgain(candidate)
            return judged.verdict === judgement?.verdict
          })
    const { outcome, judged } = await this.#judgeAgain(shrunk)
    const isRepeated = shrunk !== history || groupOf(judged) === key
    const { verdict, reason, differences, isAmplified } = isRepeated
      ? judged
      : notReproducible(judged)
    return {
      deviations: shrunk,
      replay: formatHistory(shrunk),
      verdict,
      ...(reason !== undefined && { reason }),
      isAmplified,
      difference: differences,
      transcript: outcome.transcript(),
      count: group.length,
    }
  }

  async #judgeAgain(history: History): Promise<{ outcome: RunOutcome; judged: Judgement }> {
    const outcome = await runHistory(this.#references.prepared, history)
    if (history.length === 0) {
      const { mask } = await this.#references.plain()
      return { outcome, judged: judgePlainRun({ outcome, mask }) }
    }
    return { outcome, judged: await this.#judge(history, outcome) }
  }

  async #judge(history: History, outcome: RunOutcome): Promise<Judgement> {
    const isAlternative = history.every((each) => definitionOf(each).kind === 'assumptions')
    const { mask } = await this.#references.plain()
    if (isAlternative) return judgeAlternative({ outcome, mask })
    return judge(outcome, await this.#references.of(history, outcome.acts))
  }
}

/** Failures with the same verdict, reason and differences are one group. */
const groupOf = ({ verdict, reason = '', differences }: Judgement): string =>
  `${verdict}\n${reason}\n${formatEndingDifferences(differences)}`

const notReproducible = (judged: Judgement): Judgement => ({
  ...judged,
  verdict: 'not reproducible',
  reason: 'a second run of the history ended differently',
})
