/** An integration that starts late: everything is read, page by page. */
import { deepEqual, equal } from 'node:assert/strict'
import { lmsFirstSync } from '../../../src/scenarios/stories/lms-first-sync.ts'
import { numbersAsKeys } from '../../examples/lms/broken/numbers-as-keys.ts'
import { readsOnePage } from '../../examples/lms/broken/reads-one-page.ts'
import { accessIn, insistOnAgreement } from '../lms-consistency.ts'
import { caseOf } from '../scenario-case.ts'

export const firstSyncCases = [
  caseOf({
    name: 'lms-first-sync',
    scenario: lmsFirstSync,
    ending(played) {
      const { students, first } = played.result
      const access = accessIn(played.lms)
      equal(access.filter((line) => line.includes('students')).length, students.length)
      deepEqual(
        access.filter((line) => line.includes('teachers')),
        [`edition-${first.id} teachers p-tess`],
      )
      deepEqual([...played.lms.state.courses.keys()], [`edition-${first.id}`])
      insistOnAgreement(played)
    },
    broken: { readsOnePage, numbersAsKeys },
  }),
]
