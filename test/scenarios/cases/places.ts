/** Who has a place: late links, full courses, cancellations, teachers. */
import { deepEqual } from 'node:assert/strict'
import { courseFillsUp } from '../../../src/scenarios/stories/course-fills-up.ts'
import { editionWithLmsLink } from '../../../src/scenarios/stories/edition-with-lms-link.ts'
import { lateCancellation } from '../../../src/scenarios/stories/late-cancellation.ts'
import { teacherAssigned } from '../../../src/scenarios/stories/teacher-assigned.ts'
import { countsCanceledEnrollments } from '../../examples/lms/broken/counts-canceled-enrollments.ts'
import {
  ignoresCancellations,
  ignoresLateLinks,
  ignoresTeachers,
} from '../../examples/lms/broken/ignores.ts'
import { accessIn, insistOnAgreement } from '../lms-consistency.ts'
import { caseOf } from '../scenario-case.ts'

export const placesCases = [
  caseOf({
    name: 'edition-with-lms-link',
    scenario: editionWithLmsLink,
    ending(played) {
      deepEqual(accessIn(played.lms), ['edition-1 students p-mia', 'edition-1 students p-tom'])
      insistOnAgreement(played)
    },
    broken: { ignoresLateLinks },
  }),
  caseOf({
    name: 'teacher-assigned',
    scenario: teacherAssigned,
    ending(played) {
      deepEqual(accessIn(played.lms), ['edition-1 students p-mia', 'edition-1 teachers p-theo'])
      insistOnAgreement(played)
    },
    broken: { ignoresTeachers },
  }),
  caseOf({
    name: 'course-fills-up',
    scenario: courseFillsUp,
    ending(played) {
      deepEqual(accessIn(played.lms), ['edition-1 students p-ann', 'edition-1 students p-mia'])
      insistOnAgreement(played)
    },
    broken: { ignoresCancellations, countsCanceledEnrollments },
  }),
  caseOf({
    name: 'late-cancellation',
    scenario: lateCancellation,
    ending(played) {
      deepEqual(accessIn(played.lms), ['edition-1 students p-tom'])
      insistOnAgreement(played)
    },
    broken: { ignoresCancellations, countsCanceledEnrollments },
  }),
]
