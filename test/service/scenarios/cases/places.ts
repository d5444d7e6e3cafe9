/** The cases of course access: late links, full courses, cancellations, teachers. */
import { deepEqual } from 'node:assert/strict'
import { courseFillsUp } from '../../../../src/service/scenarios/course-fills-up.ts'
import { editionWithLmsLink } from '../../../../src/service/scenarios/edition-with-lms-link.ts'
import { lateCancellation } from '../../../../src/service/scenarios/late-cancellation.ts'
import { teacherAssigned } from '../../../../src/service/scenarios/teacher-assigned.ts'
import { countsCanceledEnrollments } from '../../../examples/lms/broken/counts-canceled-enrollments.ts'
import {
  ignoresCancellations,
  ignoresLateLinks,
  ignoresTeachers,
} from '../../../examples/lms/broken/ignores.ts'
import { actualAccess, assertLmsMatches } from '../lms-consistency.ts'
import { scenarioCase } from '../scenario-case.ts'

export const placesCases = [
  scenarioCase({
    name: 'edition-with-lms-link',
    scenario: editionWithLmsLink,
    assertOutcome(played) {
      deepEqual(actualAccess(played.lms), ['edition-1 students p-mia', 'edition-1 students p-tom'])
      assertLmsMatches(played)
    },
    broken: { ignoresLateLinks },
  }),
  scenarioCase({
    name: 'teacher-assigned',
    scenario: teacherAssigned,
    assertOutcome(played) {
      deepEqual(actualAccess(played.lms), ['edition-1 students p-mia', 'edition-1 teachers p-theo'])
      assertLmsMatches(played)
    },
    broken: { ignoresTeachers },
  }),
  scenarioCase({
    name: 'course-fills-up',
    scenario: courseFillsUp,
    assertOutcome(played) {
      deepEqual(actualAccess(played.lms), ['edition-1 students p-ann', 'edition-1 students p-mia'])
      assertLmsMatches(played)
    },
    broken: { ignoresCancellations, countsCanceledEnrollments },
  }),
  scenarioCase({
    name: 'late-cancellation',
    scenario: lateCancellation,
    assertOutcome(played) {
      deepEqual(actualAccess(played.lms), ['edition-1 students p-tom'])
      assertLmsMatches(played)
    },
    broken: { ignoresCancellations, countsCanceledEnrollments },
  }),
]
