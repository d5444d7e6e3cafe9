/** What goes wrong between the two: too many requests, too few scopes. */
import { equal } from 'node:assert/strict'
import { rateLimitStorm } from '../../../fixtures/scenarios/rate-limit-storm.ts'
import { tokenScopeRevoked } from '../../../fixtures/scenarios/token-scope-revoked.ts'
import { givesUpAtOnce } from '../../examples/lms/broken/gives-up-at-once.ts'
import { neverWaits } from '../../examples/lms/broken/never-waits.ts'
import { takesRefusedForGone } from '../../examples/lms/broken/takes-refused-for-gone.ts'
import { accessIn, insistOnAgreement } from '../agreement.ts'
import { caseOf } from '../played.ts'

export const troubleCases = [
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
