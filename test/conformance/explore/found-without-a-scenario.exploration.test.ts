/**
 * Which incorrect integrations an exploration without a scenario finds, and how early. It prints how many are found within
 * 100, 500, 1,000 and 5,000 runs, and how long shrinking takes. `CURVE=all npm run test:explorations -- found-without`
 * explores all of them, which takes up to five minutes for each; without it, those that are found early.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { assertConverges, explore, type ExploreOptions } from '../../../src/explore.ts'
import type { Connect } from '../../../src/scenarios.ts'
import {
  connectFor,
  type IncorrectIntegration,
  incorrectIntegrations,
} from './incorrect-integrations.ts'

/** Options that an incorrect integration needs. */
const optionsOf: Readonly<Record<string, ExploreOptions>> = {
  // Note: it fails after a second crash.
  resumesAJobOnce: { depth: 2 },
  // Note: it fails for one of 250 races of two acts. Among all acts, 21,500 runs do not reach it.
  lateMapping: { acts: ['merge_users', 'create enrollments'] },
  // Note: the correct version makes up for no lost event either.
  createsWithoutALookup: { deviations: ['requests'] },
}

/** Those that are found early. */
const foundEarly = [
  'handlesRedeliveriesTwice',
  'forgetsIdsAfterAMinute',
  'checksForFinishedJobsOnly',
  'trustsThePayload',
  'keepsACacheAcrossAMerge',
  'deletesAfterAnIncompleteWalk',
  'takesATruncatedListForEmpty',
  'sendsBeforeTheWork',
  'givesUpSilently',
  'acknowledgesBeforeItStores',
  'deduplicatesInMemory',
  'losesTheQueue',
  'finishesBeforeTheWork',
  'keepsPrincipalIdsInMemory',
  'walksByPageNumber',
  'takesAnEmptyPageForAnEmptyList',
  'ignoresMergeEvents',
  'ignoresCancellations',
  'matchesByEmailOnly',
  'givesUpAfterANetworkError',
  'ignoresRetryAfter',
  'retriesWithoutADelay',
  'replacesWaitingEvents',
  'retriesWithoutEnd',
  'neverResyncs',
  'takesRefusedForGone',
  'takesServerErrorsForGone',
  'handlesInParallel',
  'resumesAJobOnce',
]

const explored = incorrectIntegrations.filter(
  ({ name }) => process.env['CURVE'] === 'all' || foundEarly.includes(name),
)

interface Found {
  readonly name: string
  /** The number of runs with the failing one. */
  readonly run: number
  /** The number of instances that the integration had afterwards, to shrink the failure. */
  readonly shrinking: number
}

const found: Found[] = []

/** Explores until the first failure, and notes when it is found. */
async function exploreUntilFirst(row: IncorrectIntegration) {
  const connect = connectFor(row.create, row)
  let instances = 0
  let run = 0
  let atFailure: number | undefined
  const counted: Connect = (connection) => {
    instances += 1
    return connect(connection)
  }
  const exploration = await explore(counted, {
    until: 'first',
    ...(row.kind === 'rights' && { deviations: 'all' }),
    ...optionsOf[row.name],
    progress(progress) {
      run = progress.run
      if (progress.failures > 0) atFailure ??= instances
    },
  })
  const [failure] = exploration.failures
  if (failure) found.push({ name: row.name, run, shrinking: instances - (atFailure ?? instances) })
  return failure
}

describe.each(explored)('$name', (row) => {
  test('is found, and the correct integration passes', { timeout: 600_000 }, async () => {
    const failure = await exploreUntilFirst(row)
    expect(['diverged', 'hung', 'lost', 'stale', 'missing']).toContain(failure?.verdict)
    const { replay = '', verdict } = failure ?? {}
    const replayed = await explore(connectFor(row.create, row), { replay })
    expect(replayed.failures).toMatchObject([{ verdict }])
    const correct = connectFor(row.correct, row)
    // Note: the correct version does not have the key of the storage that the second crash comes after.
    const options = row.name === 'resumesAJobOnce' ? { depth: 2, runs: 1_000 } : { replay }
    assertConverges(await explore(correct, options))
  })
})

test('each listed name is that of an incorrect integration', () => {
  const names = incorrectIntegrations.map(({ name }) => name)
  for (const name of [...Object.keys(optionsOf), ...foundEarly]) expect(names).toContain(name)
})

afterAll(() => {
  for (const { name, run, shrinking } of found.toSorted((a, b) => a.run - b.run))
    console.log(`${name}: run ${run}, ${shrinking} runs to shrink`)
  for (const limit of [100, 500, 1_000, 5_000]) {
    const count = found.filter(({ run }) => run <= limit).length
    console.log(`within ${limit} runs: ${count} of ${explored.length}`)
  }
})
