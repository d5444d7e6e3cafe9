/** Declares a Vitest test for each shard of an exploration. */
import { describe, test } from 'vitest'
import type { ExploreOptions } from '../../conformance/explore/explore-options.ts'
import { assertValue, wholeNumberCheck } from '../../engine/errors/argument-checks.ts'
import type { Connect, Integration } from '../../conformance/scenario/integration.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'

/** Options of `exploreEach`: those of `explore`, the number of tests and their timeout. */
export interface ExploreEachOptions<G = unknown> extends ExploreOptions<G> {
  /** The number of tests. Each runs a part of the schedules. Default: 4. */
  readonly shards?: number
  /** The longest real time of each test, in milliseconds. Default: 120,000. */
  readonly timeoutMs?: number
}

const invalid = (name: string) => ({ code: 'bad_option', action: 'explore in tests', name })

/**
 * Declares tests that run the schedules of a scenario, a share in each test. Vitest spreads files over its
 * workers and over its own `--shard`: give each of several files a `shard` of its own.
 *
 * @throws EmulatorError if `shards` or `timeoutMs` is not a whole number from 1
 * @example
 * exploreEach(merge, connect, { shards: 2, depth: 1 })
 */
export function exploreEach<R, G>(
  scenario: Scenario<R, G>,
  connect: Connect | Integration,
  { shards = 4, timeoutMs = 120_000, ...options }: ExploreEachOptions<G> = {},
): void {
  assertValue(shards, wholeNumberCheck(1), invalid('shards'))
  assertValue(timeoutMs, wholeNumberCheck(1), invalid('timeoutMs'))
  describe(`${scenario.name} converges`, () => {
    for (let part = 1; part <= shards; part += 1) {
      test(`part ${part} of ${shards}`, { timeout: timeoutMs }, async () => {
        // Note: tests that explore nothing do not load the explorer.
        const { assertConverges } = await import('../../conformance/explore/assert-converges.ts')
        const { exploreWith } = await import('../../conformance/explore/explore.ts')
        const { partOf } = await import('../../conformance/explore/shard.ts')
        const shard = partOf(options.shard, part, shards)
        assertConverges(await exploreWith(scenario, connect, { ...options, shard }))
      })
    }
  })
}
