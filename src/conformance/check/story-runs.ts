/** Runs the stories of checks on the engine of explorations. */
import type { ChoicePoint } from '../deviations/deviation.ts'
import { findDeviation } from '../deviations/kinds.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import type { RunOutcome } from '../run/outcome.ts'
import { sentence } from '../run/run-end.ts'
import { runSchedule } from '../run/schedule-run.ts'
import { errorIn, judgeBaseline, noCallReason } from '../oracles/baseline-judgement.ts'
import { type PreparedScenario, prepareScenario } from '../run/prepared-scenario.ts'
import { freshState } from '../oracles/fresh-start.ts'
import { ReferenceRuns } from '../oracles/reference-runs.ts'
import type { Connect } from '../scenario/integration.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'
import type { IntegrationPart } from './integration-part.ts'
import { judgedRun, type StoryRun, storyRun } from './story-run.ts'
import { type StoryVariant, variedConnect } from './story-variant.ts'
import { oneEnrollment } from './stories/enrollment-stories.ts'
import { type Subject, withSubject } from './subject.ts'
import { CheckEnd, inconclusive, skipped } from './check-verdict.ts'

/** Which deviations are tried, and where. */
export interface DeviationChoice {
  /** The names of the deviations: `twice`, `crash-after`. */
  readonly names: readonly string[]
  /** The choice points. Default: each point that a deviation applies to. */
  readonly at?: (point: ChoicePoint) => boolean
  /** The largest number of schedules. Default: 12, spread evenly over the choice points. */
  readonly runs?: number
}

interface StoryRunsOptions {
  readonly connect: Connect
  /** The functions that the integration has. */
  readonly parts: ReadonlySet<IntegrationPart>
  readonly seed: number
  /** Whether the integration can be restarted. */
  readonly restarts: boolean
  /** The records that the stories are about. Default: enrollments and students. */
  readonly subject?: Subject
}

/** The number of schedules of a check. */
const runsDefault = 12

/** The worlds after `given`, by `given` and the options of the emulator. */
type StoryWorlds = Map<
  Scenario['given'],
  Map<Scenario['options'], ReturnType<typeof prepareScenario>>
>

export class StoryRuns {
  readonly #options: StoryRunsOptions
  readonly #references = new Map<Scenario, Promise<ReferenceRuns>>()
  readonly #varied = new Map<Scenario, Promise<StoryRun>>()
  readonly #worlds: StoryWorlds
  readonly #isEffective: () => boolean

  /** `isEffective` returns whether a call went through the connection that a variant changed. */
  constructor(
    options: StoryRunsOptions,
    worlds: StoryWorlds = new Map(),
    isEffective = (): boolean => true,
  ) {
    this.#options = options
    this.#worlds = worlds
    this.#isEffective = isEffective
  }

  /** Whether the integration has a function. */
  has(part: IntegrationPart): boolean {
    return this.#options.parts.has(part)
  }

  /** The records that the stories are about; undefined for enrollments and students. */
  get subject(): Subject | undefined {
    return this.#options.subject
  }

  /** Returns runs whose stories are about other records. */
  about(subject: Subject): StoryRuns {
    return new StoryRuns({ ...this.#options, subject })
  }

  /** What the story without a deviation does, also if it cannot be judged, and the world before its first step. */
  async baselineOf(
    story: Scenario,
  ): Promise<{ readonly outcome: RunOutcome; readonly emulator: Emulator }> {
    const references = await this.#referencesOf(story)
    const { outcome } = await references.baseline()
    return { outcome, emulator: references.prepared.emulator }
  }

  /**
   * Runs the story without a deviation.
   *
   * @throws CheckEnd if the integration makes no call, or the run ends without an ending to compare
   */
  async plain(story: Scenario): Promise<StoryRun> {
    const references = await this.#referencesOf(story)
    const plain = await references.baseline()
    const { outcome } = plain
    // Note: a story need not change what the integration keeps.
    const stateChanged = outcome.stateChanged || outcome.startChangesState
    const own = judgeBaseline({ ...plain, outcome: { ...outcome, stateChanged } })
    const judged = own.verdict === 'unstable' ? await references.judge([], outcome) : own
    const run = storyRun(story, [], outcome, judged)
    const { verdict, reason = '' } = run.judgement
    const { failed, hung, inconclusive: untold } = outcome
    const showsNothing = outcome.callCount === 0 && !outcome.changesEarly
    if (showsNothing && (failed ?? hung ?? untold) === undefined) {
      const end = errorIn(outcome) === undefined ? skipped : inconclusive
      throw new CheckEnd(end(sentence(`The story cannot be judged: ${noCallReason(outcome)}`), run))
    }
    if (failed !== undefined || hung !== undefined) {
      const text = failed === undefined ? 'hangs' : 'fails'
      throw new CheckEnd(inconclusive(sentence(`The baseline run ${text}: ${reason}`), run))
    }
    // Note: a check that judges calls and answers needs no state.
    const hasNoState = outcome.after !== undefined && !('state' in outcome.after)
    const isUntold = verdict === 'inconclusive' && !(hasNoState && untold === undefined)
    if (isUntold || verdict === 'failed') {
      throw new CheckEnd(inconclusive(sentence(`The story cannot be judged: ${reason}`), run))
    }
    this.#assertEffective(run)
    return run
  }

  /** Returns runs of the integration with a variant. */
  varied(variant: StoryVariant): StoryRuns {
    let isEffective = variant.connection === undefined
    const connect = variedConnect(this.#options.connect, variant, () => (isEffective = true))
    return new StoryRuns({ ...this.#options, connect }, this.#worlds, () => isEffective)
  }

  /** Runs the story with a variant, and judges it by the baseline run of the story or of another one. */
  async vary(
    story: Scenario,
    variant: StoryVariant,
    reference: Scenario = story,
  ): Promise<StoryRun> {
    const { schedule = [] } = variant
    if (variant.restart || schedule.some(isCrash)) this.#assertRestarts()
    await this.plain(reference)
    const references = await this.#referencesOf(reference)
    const varied = this.varied(variant)
    const prepared = await varied.#prepare(story)
    const run = await judgedRun(story, schedule, await runSchedule(prepared, schedule), references)
    varied.#assertEffective(run)
    return run
  }

  /** The state of an instance that starts at the end of a run; undefined if it has none. */
  async freshStateAfter({ outcome }: StoryRun): Promise<unknown> {
    const { prepared } = await this.#referencesOf(oneEnrollment)
    return (await freshState(prepared, outcome.world()))?.state
  }

  /** The run of a story that several checks judge by the baseline run of another one. */
  shared(story: Scenario, reference: Scenario): Promise<StoryRun> {
    const found = this.#varied.get(story) ?? this.vary(story, {}, reference)
    this.#varied.set(story, found)
    return found
  }

  /** Runs the story once for each deviation at each choice point that is selected. */
  async *deviate(
    story: Scenario,
    { names, at = () => true, runs = runsDefault }: DeviationChoice,
  ): AsyncIterable<StoryRun> {
    if (names.some((name) => isCrash({ name }))) this.#assertRestarts()
    const plain = await this.plain(story)
    const references = await this.#referencesOf(story)
    const types = new Map(names.map((name) => [name, findDeviation(name)?.at]))
    const schedules = plain.outcome.points
      .filter((point) => at(point))
      .flatMap(({ type, id }) =>
        names.filter((name) => types.get(name) === type).map((name) => [{ name, point: id }]),
      )
    if (schedules.length === 0) {
      throw new CheckEnd(skipped('No call or delivery of this story can show the defect.', plain))
    }
    let isReached = false
    for (const schedule of spread(schedules, runs)) {
      const outcome = await runSchedule(references.prepared, schedule)
      if (!outcome.isApplicable) continue
      isReached = true
      yield judgedRun(story, schedule, outcome, references)
    }
    if (!isReached) {
      throw new CheckEnd(skipped('No repetition of this story makes the same calls.', plain))
    }
  }

  #assertRestarts(): void {
    if (this.#options.restarts) return
    const advice = 'Add the command that starts it, such as --start "npm start".'
    throw new CheckEnd(skipped(`The integration cannot be restarted. ${advice}`))
  }

  /** @throws CheckEnd if the run says nothing about the variant of the connection */
  #assertEffective({ outcome }: StoryRun): void {
    if (this.#isEffective()) return
    const reason =
      outcome.callCount === 0
        ? sentence(noCallReason(outcome))
        : 'No call goes through `fetch` of the connection. Use it in `connect`.'
    throw new CheckEnd(skipped(reason))
  }

  /** Variants of a story share its world after `given`. */
  async #prepare(story: Scenario): Promise<PreparedScenario> {
    const { connect, seed, subject } = this.#options
    const { given, options } = story
    const scenario = subject ? withSubject(story, subject) : story
    const worlds = this.#worlds.get(given) ?? new Map()
    this.#worlds.set(given, worlds)
    const world = worlds.get(options) ?? prepareScenario(scenario, connect, { seed })
    worlds.set(options, world)
    return { ...(await world), scenario, connect }
  }

  #referencesOf(story: Scenario): Promise<ReferenceRuns> {
    const found = this.#references.get(story)
    if (found) return found
    const made = this.#prepare(story).then((prepared) => new ReferenceRuns(prepared))
    this.#references.set(story, made)
    return made
  }
}

const isCrash = ({ name }: { readonly name: string }): boolean =>
  findDeviation(name)?.restarts === true

/** Returns at most `count` items at equal distances. */
function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)] as T)
}
