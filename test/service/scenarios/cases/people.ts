/** The cases of user identity: matches by email, moved or hidden principal IDs, deleted users. */
import { deepEqual, equal } from 'node:assert/strict'
import { deletedUserMapping } from '../../../../src/service/scenarios/deleted-user-mapping.ts'
import { emailMatchWritesBack } from '../../../../src/service/scenarios/email-match-writes-back.ts'
import { failedCallBeforeEmailChange } from '../../../../src/service/scenarios/failed-call-before-email-change.ts'
import { flagSwitchedOff } from '../../../../src/service/scenarios/flag-switched-off.ts'
import { principalIdMoves } from '../../../../src/service/scenarios/principal-id-moves.ts'
import { forgetsPrincipalIds } from '../../../examples/lms/broken/forgets-principal-ids.ts'
import { numbersAsKeys } from '../../../examples/lms/broken/numbers-as-keys.ts'
import { retriesLater } from '../../../examples/lms/broken/retries-later.ts'
import { takesAbsentForNull } from '../../../examples/lms/broken/takes-absent-for-null.ts'
import { writesNothingBack } from '../../../examples/lms/broken/writes-nothing-back.ts'
import type { Lms } from '../../../examples/lms/lms/lms.ts'
import { assertLmsMatches } from '../lms-consistency.ts'
import { scenarioCase } from '../scenario-case.ts'

/** The accounts of the learning system: identifier, name, and whether they are active. */
const people = ({ state }: Lms) =>
  [...state.accounts.values()].map(({ external_id, name, active }) => [external_id, name, active])

const olderAccount = (lms: Lms, name: string) =>
  lms.fetch(
    new Request('https://lms.test/accounts', {
      method: 'POST',
      body: JSON.stringify({ name, email: `${name.toLowerCase()}@example.test` }),
    }),
  )

export const peopleCases = [
  scenarioCase({
    name: 'email-match-writes-back',
    scenario: emailMatchWritesBack,
    async before(lms) {
      await olderAccount(lms, 'Mia')
      await olderAccount(lms, 'Tom')
    },
    assertOutcome(played) {
      const { mia } = played.result
      deepEqual(people(played.lms), [
        ['acc-1', 'Mia Dekker', true],
        ['p-tom', 'Tom Berg', true],
      ])
      equal(played.emulator.row('users', mia.id)?.external_identity?.principal_id, 'acc-1')
      assertLmsMatches(played)
    },
    broken: { writesNothingBack, numbersAsKeys },
  }),
  scenarioCase({
    name: 'failed-call-before-email-change',
    scenario: failedCallBeforeEmailChange,
    before: (lms) => olderAccount(lms, 'Mia'),
    assertOutcome(played) {
      deepEqual(people(played.lms), [['acc-1', 'Mia Berg', true]])
      assertLmsMatches(played)
    },
    broken: { retriesLater },
  }),
  scenarioCase({
    name: 'deleted-user-mapping',
    scenario: deletedUserMapping,
    assertOutcome(played) {
      deepEqual(people(played.lms), [
        ['p-mia', 'Mia Berg', false],
        ['p-tom', 'Tom Berg', true],
      ])
      assertLmsMatches(played)
    },
    broken: { forgetsPrincipalIds, numbersAsKeys },
  }),
  scenarioCase({
    name: 'principal-id-moves',
    scenario: principalIdMoves,
    assertOutcome(played) {
      equal(played.result.moved, 'p-duplicate')
      deepEqual(people(played.lms), [[`p-new-${played.result.mia.id}`, 'Mia Berg', true]])
      assertLmsMatches(played)
    },
    broken: { writesNothingBack, forgetsPrincipalIds },
  }),
  scenarioCase({
    name: 'flag-switched-off',
    scenario: flagSwitchedOff,
    assertOutcome(played) {
      deepEqual(people(played.lms), [
        ['p-mia', 'Mia Dekker', true],
        ['p-tom', 'Tom Berg', true],
      ])
      // A principal ID that is not shown is not missing: none may be written.
      equal(played.transcript.includes('/external_identity'), false)
      assertLmsMatches(played)
    },
    broken: { takesAbsentForNull, forgetsPrincipalIds },
  }),
]
