/** The cases of a merge, in three kinds of integration. */
import { deepEqual } from 'node:assert/strict'
import { merge } from '../../../../src/service/scenarios/merge.ts'
import { mergeBeforeWriteBack } from '../../../../src/service/scenarios/merge-before-write-back.ts'
import { mergeDuringOutage } from '../../../../src/service/scenarios/merge-during-outage.ts'
import { mergeOfMerged } from '../../../../src/service/scenarios/merge-of-merged.ts'
import { forgetsEarlierMerges } from '../../../examples/lms/broken/forgets-earlier-merges.ts'
import { givesUpAtOnce } from '../../../examples/lms/broken/gives-up-at-once.ts'
import { ignoresMerges } from '../../../examples/lms/broken/ignores-merges.ts'
import { numbersAsKeys } from '../../../examples/lms/broken/numbers-as-keys.ts'
import { lateMapping } from '../../../examples/lms/broken/late-mapping.ts'
import { createMiddleware } from '../../../examples/lms/middleware/middleware.ts'
import { actualAccess, assertLmsMatches } from '../lms-consistency.ts'
import { scenarioCase, type MiddlewareFactory } from '../scenario-case.ts'

const mergesRegardless: MiddlewareFactory = (config) =>
  createMiddleware({ ...config, merges: 'merge' })

export const mergeCases = [
  scenarioCase({
    name: 'merge',
    scenario: merge,
    assertOutcome(played) {
      const { accounts, courses } = played.lms.state
      deepEqual(
        [...accounts.values()].map(({ id, external_id, active }) => [id, external_id, active]),
        [['acc-1', 'p-mia', true]],
      )
      const { own, moved } = played.result
      for (const { id } of [own, moved]) {
        deepEqual([...(courses.get(`edition-${id}`)?.students ?? [])], ['acc-1'])
      }
      assertLmsMatches(played)
    },
    broken: { ignoresMerges, numbersAsKeys },
  }),
  scenarioCase({
    name: 'merge-where-accounts-cannot-merge',
    scenario: merge,
    lms: { canMerge: false },
    merges: 'deactivate',
    assertOutcome(played) {
      const { accounts, courses } = played.lms.state
      deepEqual(
        [...accounts.values()].map(({ id, external_id, active }) => [id, external_id, active]),
        [
          ['acc-1', 'p-mia', true],
          ['acc-2', 'p-duplicate', false],
        ],
      )
      const { moved } = played.result
      deepEqual([...(courses.get(`edition-${moved.id}`)?.students ?? [])], ['acc-2', 'acc-1'])
      assertLmsMatches(played)
    },
    broken: { ignoresMerges, mergesAnyway: mergesRegardless },
  }),
  scenarioCase({
    name: 'merge-where-others-look-after-users',
    scenario: merge,
    merges: 'ignore',
    assertOutcome({ lms }) {
      const { accounts, history } = lms.state
      deepEqual(
        [...accounts.values()].map(({ external_id, active }) => [external_id, active]),
        [
          ['p-mia', true],
          ['p-duplicate', true],
        ],
      )
      deepEqual(history.at(-1), 'acc-2 joins the students of edition-2')
    },
    broken: { mergesAnyway: mergesRegardless },
  }),
  scenarioCase({
    name: 'merge-during-outage',
    scenario: mergeDuringOutage,
    assertOutcome(played) {
      deepEqual([...played.lms.state.accounts.keys()], ['acc-1'])
      deepEqual(actualAccess(played.lms), ['edition-1 students p-mia', 'edition-2 students p-mia'])
      assertLmsMatches(played)
    },
    broken: { givesUpAtOnce, ignoresMerges },
  }),
  scenarioCase({
    name: 'merge-before-write-back',
    scenario: mergeBeforeWriteBack,
    assertOutcome(played) {
      deepEqual([...played.lms.state.accounts.keys()], ['acc-1'])
      deepEqual(actualAccess(played.lms), ['edition-1 students p-mia', 'edition-2 students p-mia'])
      assertLmsMatches(played)
    },
    broken: { storesTheMappingLate: lateMapping, ignoresMerges },
  }),
  scenarioCase({
    name: 'merge-of-merged',
    scenario: mergeOfMerged,
    assertOutcome(played) {
      deepEqual([...played.lms.state.accounts.keys()], ['acc-1'])
      for (const { students } of played.lms.state.courses.values()) {
        deepEqual([...students], ['acc-1'])
      }
      assertLmsMatches(played)
    },
    broken: { forgetsEarlierMerges, ignoresMerges },
  }),
]
