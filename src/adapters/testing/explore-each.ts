/** Declares a Vitest test for each shard of an exploration. */
import { describe, vitest } from './vitest-module.ts'
import { exploreArguments } from '../../conformance/explore/explore-arguments.ts'
import type { ExploreOptions } from '../../conformance/explore/explore-options.ts'
import { wholeNumberCheck } from '../../engine/errors/argument-checks.ts'
import { EmulatorError, textOf } from '../../engine/errors/errors.ts'
import { option, type OptionsOf, readOptions } from '../../engine/errors/options.ts'
import type { Connect } from '../../conformance/scenario/integration.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'

/** The options of `exploreEach`, besides those of `explore`. */
const eachOptions = {
  /** The number of tests. Each runs a part of the schedules. Default: 4. */
  shards: option<number>(wholeNumberCheck(1), 4),
  /** The longest real time of each test, in milliseconds. Default: 120,000. */
  timeoutMs: option<number>(wholeNumberCheck(1), 120_000),
}

/** Options of `exploreEach`: those of `explore`, the number of tests and their timeout. */
export interface ExploreEachOptions<G = unknown>
  extends ExploreOptions<G>, OptionsOf<typeof eachOptions> {}

/**
 * Declares tests that run the schedules of a scenario, or of generated scenarios, a share in each test. Vitest spreads
 * files over its workers and over its own `--shard`: give each of several files a `shard` of its own.
 *
 * @throws EmulatorError if `shards` or `timeoutMs` is not a whole number from 1
 * @example
 * exploreEach(merge, connect, { shards: 2, depth: 1 })
 * exploreEach(connect, { acts: ['*user*'] })
 */
export function exploreEach(connect: Connect, options?: ExploreEachOptions): void
export function exploreEach<R, G>(
  scenario: Scenario<R, G>,
  connect: Connect,
  options?: ExploreEachOptions<G>,
): void
export function exploreEach(...args: readonly unknown[]): void {
  const {
    scenario,
    connect,
    options: given,
  } = exploreArguments<ExploreEachOptions>('exploreEach', args)
  const { shards: count, timeoutMs: timeout, ...options } = given ?? {}
  const each = { shards: count, timeoutMs: timeout }
  const { shards, timeoutMs } = readOptions(eachOptions, each, { action: 'explore in tests' })
  if (options.replay !== undefined)
    throw new EmulatorError('bad_option', {
      action: 'explore in tests',
      reason: '"replay" is given, and a replay runs only one schedule',
      advice: 'Call `explore` in a test of its own, or leave out "replay".',
    })
  try {
    describe(`${scenario?.name ?? 'the integration'} converges`, () => {
      for (let part = 1; part <= shards; part += 1) {
        vitest.test(`part ${part} of ${shards}`, { timeout: timeoutMs }, async () => {
          // Note: tests that explore nothing do not load the explorer.
          const { assertConverges, exploreWith, partOf } = await import('./explorer.ts')
          const shard = partOf(options.shard, part, shards)
          const all = { connect, options: { ...options, shard }, ...(scenario && { scenario }) }
          assertConverges(await exploreWith(all))
        })
      }
    })
  } catch (error) {
    throw placeError(error)
  }
}

/** The error of a group of tests that Vitest refuses inside a test. */
const placeError = (error: unknown): unknown =>
  /inside test/.test(textOf(error))
    ? new EmulatorError('bad_place', {
        action: 'explore in tests',
        reason: '`exploreEach` declares tests, and a test calls it',
        advice: 'Call it outside of tests, or `explore` in the test.',
      })
    : error
