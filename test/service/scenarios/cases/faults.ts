/** Cases with faults: lost and duplicate deliveries, rate limits, missing scopes. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { duplicateAndReorderedDeliveries } from '../../../../src/service/scenarios/duplicate-and-reordered-deliveries.ts'
import { rateLimitStorm } from '../../../../src/service/scenarios/rate-limit-storm.ts'
import { receiverDown30Minutes } from '../../../../src/service/scenarios/receiver-down-30-minutes.ts'
import { slowReceiverBacklog } from '../../../../src/service/scenarios/slow-receiver-backlog.ts'
import { tokenScopeRevoked } from '../../../../src/service/scenarios/token-scope-revoked.ts'
import { forgetsWhatItHeard } from '../../../examples/lms/broken/forgets-what-it-heard.ts'
import { givesUpAtOnce } from '../../../examples/lms/broken/gives-up-at-once.ts'
import { neverResyncs } from '../../../examples/lms/broken/never-resyncs.ts'
import { neverWaits } from '../../../examples/lms/broken/never-waits.ts'
import { takesRefusedForGone } from '../../../examples/lms/broken/takes-refused-for-gone.ts'
import { trustsThePayload } from '../../../examples/lms/broken/trusts-the-payload.ts'
import { actualAccess, assertLmsMatches } from '../lms-consistency.ts'
import { scenarioCase } from '../scenario-case.ts'

export const faultCases = [
  scenarioCase({
    name: 'duplicate-and-reordered-deliveries',
    scenario: duplicateAndReorderedDeliveries,
    assertOutcome(played) {
      deepEqual(played.lms.state.history, [
        'edition-1 is made',
        'acc-1 is made',
        'acc-1 is updated',
        'acc-1 joins the students of edition-1',
      ])
      deepEqual(actualAccess(played.lms), ['edition-1 students p-tom'])
      assertLmsMatches(played)
    },
    broken: { forgetsWhatItHeard, trustsThePayload },
  }),
  scenarioCase({
    name: 'slow-receiver-backlog',
    scenario: slowReceiverBacklog,
    assertOutcome(played) {
      ok(played.emulator.journal({ kind: 'drop' }).length > 0)
      equal(actualAccess(played.lms).length, 9)
      assertLmsMatches(played)
    },
    broken: { neverResyncs },
  }),
  scenarioCase({
    name: 'receiver-down-30-minutes',
    scenario: receiverDown30Minutes,
    assertOutcome(played) {
      deepEqual(actualAccess(played.lms), ['edition-1 students p-mia', 'edition-1 students p-tom'])
      const gone = [...played.lms.state.accounts.values()].filter(({ active }) => !active)
      deepEqual(
        gone.map(({ external_id }) => external_id),
        ['p-duplicate'],
      )
      assertLmsMatches(played)
    },
    broken: { neverResyncs },
  }),
  scenarioCase({
    name: 'rate-limit-storm',
    scenario: rateLimitStorm,
    assertOutcome(played) {
      equal(actualAccess(played.lms).length, 12)
      assertLmsMatches(played)
    },
    broken: { neverWaits },
  }),
  scenarioCase({
    name: 'token-scope-revoked',
    scenario: tokenScopeRevoked,
    assertOutcome(played) {
      equal(actualAccess(played.lms).length, 2)
      assertLmsMatches(played)
    },
    broken: { givesUpAtOnce, takesRefusedForGone, neverWaits },
  }),
]
