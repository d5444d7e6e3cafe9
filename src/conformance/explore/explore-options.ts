/** The options of an exploration: validates them and fills in the defaults. */
import type { EventName } from '../../service/generated/rows.ts'
import {
  booleanCheck,
  functionCheck,
  integerCheck,
  signalCheck,
  wholeNumberCheck,
} from '../../engine/errors/argument-checks.ts'
import { namesOption, option, type OptionsOf, readOptions } from '../../engine/errors/options.ts'
import { type Duration, parseDurationMs } from '../../engine/clock/duration.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { allKinds, defaultKinds, type DeviationKind, deviationKinds } from '../deviations/kinds.ts'
import type { ExpectContext } from '../run/prepared-scenario.ts'
import { misplacedMember } from '../scenario/run-arguments.ts'
import { acceptedVerdicts, type Verdict, verdicts } from '../oracles/verdict.ts'
import type { ShardOptions } from './exploration-parts.ts'
import type { ReplayOptions } from './report/replay-test.ts'
import { parseShard, type Shard } from './shard.ts'
import { defined } from '../../engine/errors/defined.ts'

/** How far an exploration is. */
export interface ExplorationProgress {
  /** The number of schedules that were run. */
  readonly run: number
  /** The number of schedules that are known so far, within the budget. A further level adds its own. */
  readonly runs: number
  /** The number of failing schedules. */
  readonly failures: number
}

const textsCheck = {
  isValid: (value: unknown) =>
    Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string'),
  expected: 'a list such as ["*user*"]',
}

const corpusCheck = {
  isValid: (value: unknown) =>
    Array.isArray(value) && value.every((each) => typeof each === 'string'),
  expected: 'the `corpus` of an earlier exploration',
}

const untilCheck = {
  isValid: (value: unknown) => value === 'first',
  expected: '"first", or omit it',
}

const kindsOption = namesOption<DeviationKind>('deviation kind', deviationKinds, defaultKinds)

/** The options of `explore`. */
const exploreOptions = {
  /**
   * The kinds of deviations, or `all`: every kind but `instances`, which must be named. Default: every kind but `rights`,
   * `assumptions` and `instances`.
   */
  deviations: option<'all' | readonly DeviationKind[]>((value, place) => {
    if (value === 'all') return
    if (Array.isArray(value) && value.includes('all'))
      throw badOption('"deviations" lists "all"', 'Give "all" alone, or list the kinds.')
    kindsOption.assertValid(value, place)
  }, kindsOption.fallback),
  /**
   * The largest number of deviations in a schedule. In generated scenarios a further one is of the same kind, and hits what the
   * one before led to, such as a job that is resumed after a crash. Default: 1.
   */
  depth: option<number>(wholeNumberCheck(0), 1),
  /** The number of schedules to run. Default: 1,000 of a scenario, 5,000 of generated scenarios. */
  runs: option<number>(wholeNumberCheck(1)),
  /**
   * The acts of generated scenarios: ids of acts, resources or names, with `*` for any text, such as `*user*`. One with `!`
   * leaves acts out, such as `!merge_users`. Default: every act that concerns the integration.
   */
  acts: option<readonly string[]>(textsCheck),
  /** The largest number of acts in a generated scenario. Default: 3. */
  steps: option<number>(wholeNumberCheck(1), 3),
  /**
   * The `corpus` of an earlier exploration without a scenario. Its schedules run first, and its sequences are continued up to `steps`.
   * One that does not apply any more is left out. Default: none.
   */
  corpus: option<readonly string[]>(corpusCheck, []),
  /** `first`: the exploration ends with the first failure. Default: it uses its budget. */
  until: option<'first'>(untilCheck),
  /** The longest real time. A run that it cuts short makes no promise about repetitions. Default: none. */
  time: option<Duration>(),
  /** The seed of the emulator and of the samples. Default: that of the scenario for the emulator, 1 for the samples. */
  seed: option<number>(integerCheck),
  /** The verdicts that do not fail. Default: `converged`, `recovered` and `reported`. */
  accept: namesOption<Verdict>('verdict', verdicts, acceptedVerdicts),
  expect: option<(context: ExpectContext<never>) => unknown>(functionCheck),
  /** The events that the webhook of the integration subscribes to. Default: all. */
  events: option<readonly EventName[]>(),
  /** Called after each schedule. Default: none. */
  progress: option<(progress: ExplorationProgress) => void>(functionCheck),
  /** Cancels the exploration. The result reports what was covered. Default: none. */
  signal: option<AbortSignal>(signalCheck),
  /** Runs only this schedule, as an exploration printed it: `500 at GET /users/1 #2`. Default: none. */
  replay: option<string>(),
  /**
   * Whether to leave out schedules whose deviation finds no choice point, and orders of deliveries that commute as the
   * integration declares. Default: true.
   */
  prune: option<boolean>(booleanCheck, true),
  /** Runs only a part of the schedules, such as `1/4`. `mergeExplorations` merges the results. Default: all. */
  shard: option<string>(),
}

/** Options of `explore`. Each has a default. */
export interface ExploreOptions<G = unknown> extends OptionsOf<typeof exploreOptions> {
  /**
   * Compares the integration with the service at the end of each schedule. An error is the verdict `failed`. It finds
   * what all runs do equally wrong. Default: none.
   *
   * @example
   * await explore(merge, connect, {
   *   expect({ rows, state }) {
   *     for (const { id, last_name } of rows('users')) assert.equal(state[id], last_name)
   *   },
   * })
   */
  readonly expect?: ((context: ExpectContext<G>) => unknown) | undefined
}

/** The options with their defaults. */
export interface ExploreSettings {
  readonly kinds: ReadonlySet<DeviationKind>
  /** Whether the option `deviations` names the kinds. */
  readonly namesKinds: boolean
  readonly depth: number
  readonly runs: number
  readonly acts: readonly string[] | undefined
  readonly steps: number
  readonly corpus: readonly string[]
  readonly until: 'first' | undefined
  readonly timeMs: number | undefined
  readonly seed: number
  readonly accept: ReadonlySet<Verdict>
  readonly prune: boolean
  readonly shard: Shard | undefined
  /** The options that change how a replay ends; undefined if they have their defaults. */
  readonly replayOptions: ReplayOptions | undefined
}

const action = 'explore'

/** The number of schedules to run by default. */
export const defaultRuns = { scenario: 1_000, generated: 5_000 } as const

/** @throws EmulatorError for an unknown option or an invalid value */
export function exploreSettingsFrom<G>(
  options: ExploreOptions<G>,
  runsDefault: number = defaultRuns.scenario,
): ExploreSettings {
  const values = readOptions(exploreOptions, options, { action, misplaced: misplacedMember })
  const { deviations, depth, runs = runsDefault, time, seed = 1, accept, prune, shard } = values
  const { acts, steps, corpus, until } = values
  const kinds = deviations === 'all' ? allKinds : deviations
  if (kinds.length === 0)
    throw badOption(
      '"deviations" is []',
      `Give at least one kind, such as ["${deviationKinds[0]}"], or omit it.`,
    )
  return {
    kinds: new Set(kinds),
    namesKinds: options.deviations !== undefined,
    depth,
    runs,
    acts,
    steps,
    corpus,
    until,
    timeMs: time === undefined ? undefined : parseDurationMs(time, action),
    seed,
    accept: new Set(accept),
    prune,
    shard: shard === undefined ? undefined : parseShard(shard),
    replayOptions: replayOptionsFrom(options),
  }
}

/** The kinds, the depth and the budget only select schedules. A replay needs the other options. */
function replayOptionsFrom<G>(options: ExploreOptions<G>): ReplayOptions | undefined {
  const acceptDefault = exploreOptions.accept.fallback
  const { seed, accept = acceptDefault, events, expect } = options
  const found: ReplayOptions = {
    ...defined({ seed }),
    ...(namesOf(accept) !== namesOf(acceptDefault) && { accept: inOrder(accept) }),
    ...(events && { events }),
    ...(expect && { hasExpect: true }),
  }
  return Object.keys(found).length === 0 ? undefined : found
}

/** The verdicts in the order of the documentation. */
const inOrder = (accept: Iterable<Verdict>): readonly Verdict[] => {
  const accepted = new Set(accept)
  return verdicts.filter((verdict) => accepted.has(verdict))
}

const namesOf = (accept: readonly Verdict[]): string => inOrder(accept).join()

/** The options that all shards of one exploration share. Lists have the order of the documentation. */
export const shardOptionsFrom = (settings: ExploreSettings): ShardOptions => ({
  deviations: deviationKinds.filter((kind) => settings.kinds.has(kind)),
  depth: settings.depth,
  runs: settings.runs,
  accept: inOrder(settings.accept),
  prune: settings.prune,
  ...defined({ until: settings.until, acts: settings.acts }),
})

/** @throws EmulatorError for a replay in a shard: the other shards run the same schedule or none */
export function assertNoSharedReplay(options: Pick<ExploreOptions, 'replay' | 'shard'>): void {
  if (options?.replay === undefined || options.shard === undefined) return
  throw badOption(
    '"replay" and "shard" are given together',
    'Leave out "shard": a replay runs only one schedule.',
  )
}

/** @throws EmulatorError for options of generated scenarios beside a scenario */
export function assertNoneGenerated({ acts, steps, corpus }: ExploreOptions<never>): void {
  const [name] = Object.keys(defined({ acts, steps, corpus }))
  if (name === undefined) return
  throw badOption(
    `"${name}" is given with a scenario`,
    `Leave out "${name}", or leave out the scenario: "${name}" is for generated scenarios.`,
  )
}

const badOption = (reason: string, advice: string): EmulatorError =>
  new EmulatorError('bad_option', { action, reason, advice })
