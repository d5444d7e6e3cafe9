/** What goes wrong between the two: deliveries lost or twice, too many requests, too few scopes. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { duplicateAndReorderedDeliveries } from '../../../src/scenarios/stories/duplicate-and-reordered-deliveries.ts'
import { rateLimitStorm } from '../../../src/scenarios/stories/rate-limit-storm.ts'
import { receiverDown30Minutes } from '../../../src/scenarios/stories/receiver-down-30-minutes.ts'
import { slowReceiverBacklog } from '../../../src/scenarios/stories/slow-receiver-backlog.ts'
import { tokenScopeRevoked } from '../../../src/scenarios/stories/token-scope-revoked.ts'
import { forgetsWhatItHeard } from '../../examples/lms/broken/forgets-what-it-heard.ts'
import { givesUpAtOnce } from '../../examples/lms/broken/gives-up-at-once.ts'
import { neverResyncs } from '../../examples/lms/broken/never-resyncs.ts'
import { neverWaits } from '../../examples/lms/broken/never-waits.ts'
import { takesRefusedForGone } from '../../examples/lms/broken/takes-refused-for-gone.ts'
import { trustsThePayload } from '../../examples/lms/broken/trusts-the-payload.ts'
import { accessIn, insistOnAgreement } from '../lms-consistency.ts'
import { caseOf } from '../scenario-case.ts'

export const troubleCases = [
  caseOf({
    name: 'duplicate-and-reordered-deliveries',
    scenario: duplicateAndReorderedDeliveries,
    ending(played) {
      deepEqual(played.lms.state.history, [
        'acc-1 is made',
        'acc-1 is updated',
        'acc-1 joins the students of edition-1',
      ])
      deepEqual(accessIn(played.lms), ['edition-1 students p-tom'])
      insistOnAgreement(played)
    },
    broken: { forgetsWhatItHeard, trustsThePayload },
  }),
  caseOf({
    name: 'slow-receiver-backlog',
    scenario: slowReceiverBacklog,
    ending(played) {
      ok(played.emulator.entries({ kind: 'drop' }).length > 0)
      equal(accessIn(played.lms).length, 9)
      insistOnAgreement(played)
    },
    broken: { neverResyncs },
  }),
  caseOf({
    name: 'receiver-down-30-minutes',
    scenario: receiverDown30Minutes,
    ending(played) {
      deepEqual(accessIn(played.lms), ['edition-1 students p-mia', 'edition-1 students p-tom'])
      const gone = [...played.lms.state.accounts.values()].filter(({ active }) => !active)
      deepEqual(
        gone.map(({ external_id }) => external_id),
        ['p-double'],
      )
      insistOnAgreement(played)
    },
    broken: { neverResyncs },
  }),
  caseOf({
    name: 'rate-limit-storm',
    scenario: rateLimitStorm,
    ending(played) {
      equal(accessIn(played.lms).length, 12)
      insistOnAgreement(played)
    },
    broken: { neverWaits },
  }),
  caseOf({
    name: 'token-scope-revoked',
    scenario: tokenScopeRevoked,
    ending(played) {
      equal(accessIn(played.lms).length, 2)
      insistOnAgreement(played)
    },
    broken: { givesUpAtOnce, takesRefusedForGone, neverWaits },
  }),
]
