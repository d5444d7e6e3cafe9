/** The case of a first sync: the integration reads all pages. */
import { deepEqual, equal } from 'node:assert/strict'
import { lmsFirstSync } from '../../../../src/service/scenarios/lms-first-sync.ts'
import { numbersAsKeys } from '../../../examples/lms/broken/numbers-as-keys.ts'
import { readsOnePage } from '../../../examples/lms/broken/reads-one-page.ts'
import { actualAccess, assertLmsMatches } from '../lms-consistency.ts'
import { scenarioCase } from '../scenario-case.ts'

export const firstSyncCases = [
  scenarioCase({
    name: 'lms-first-sync',
    scenario: lmsFirstSync,
    assertOutcome(played) {
      const { students, first } = played.result
      const access = actualAccess(played.lms)
      equal(access.filter((line) => line.includes('students')).length, students.length)
      deepEqual(
        access.filter((line) => line.includes('teachers')),
        [`edition-${first.id} teachers p-tess`],
      )
      deepEqual([...played.lms.state.courses.keys()], [`edition-${first.id}`])
      assertLmsMatches(played)
    },
    broken: { readsOnePage, numbersAsKeys },
  }),
]
