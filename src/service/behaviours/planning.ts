/** Behaviours of planned courses, meetings, enrollments, attendances and grades. */
import { assumed, assumedNumber, behaviour, switchable } from '../../engine/define/behaviour.ts'

export const updatesExistingPair = assumed(
  'attendance.pair',
  'setting the attendance of a known pair updates the record, keeps its id and keeps what the body omits; for a new pair, an omitted state is blanco',
  {
    reason:
      'the operation is named "set" and its path ends in "upsert"; updates keep omitted values',
    alternatives: { alternative: 'an omitted state is blanco for a known pair too' },
  },
)

export const refusesCanceledEnrollment = assumed(
  'attendance.canceled',
  'the attendance of a canceled enrollment is refused with 422',
  {
    reason: 'a student whose enrollment is canceled takes no part in the meetings',
    alternatives: { alternative: 'the attendance is stored' },
  },
)

export const requiresSameCourse = assumed(
  'attendance.course',
  'the meeting and the enrollment must belong to the same planned course; otherwise 422',
  { reason: 'a student attends only meetings of courses that they are enrolled in' },
)

export const cancelableEnrollment = assumed(
  'enrollment.cancel.from',
  'only a confirmed or active enrollment can be canceled; otherwise 422',
  {
    reason: 'the four states are documented; the transitions between them are not',
    alternatives: { alternative: 'canceling an enrollment again answers 200 and changes nothing' },
  },
)

export const refusesFixedEndDate = assumed(
  'enrollment.end_date.fixed',
  'a new end date for an enrollment in a fixed course is refused with 422',
  {
    reason: "the document says that the end date equals the course's end date",
    alternatives: { alternative: 'the end date is stored' },
  },
)

export const completableStatuses = assumed(
  'enrollment.complete.from',
  'only an active or completed enrollment can be judged; otherwise 422',
  {
    reason: 'a student who has not started or has canceled cannot be judged',
    alternatives: { alternative: 'any enrollment can be judged, and the judgement completes it' },
  },
)

export const keepsGraduationState = assumed(
  'grade.graduation_state',
  'a grade changes no graduation state',
  {
    reason: 'no transition of the graduation state is documented',
    alternatives: {
      alternative: 'a score of 5.5 or more passes the enrollment; a lower score fails it',
    },
  },
)

export const requiresGradeOrScore = behaviour(
  'grade.one_of',
  'a grade record needs a grade or a score',
  'grade-or-score',
)

export const requiresBothKeys = switchable(
  'grade.alone',
  'creating a grade record needs the keys grade and score, of which one can be null',
  'grade-keys',
  { alternative: 'one of the keys grade and score is enough' },
)

export const keepsUsedRoom = assumed(
  'meeting_location.used',
  'deleting a room with planned meetings is refused with 422',
  {
    reason: 'the contract lists 422 for its deletion',
    alternatives: { alternative: 'a room can be deleted while meetings are planned in it' },
  },
)

export const cancelablePlannedCourse = assumed(
  'planned_course.cancel.from',
  'only a planned or active course can be canceled; otherwise 422',
  {
    reason: 'the states are documented; the transitions between them are not',
    alternatives: {
      alternative: 'canceling a canceled or completed course answers 200 and changes nothing',
    },
  },
)

export const acceptsFewerPlaces = assumed(
  'planned_course.max_participants',
  'a planned course accepts a maximum below the number of its participants, who keep their places',
  {
    reason: 'no rule about the maximum of a planned course with participants is documented',
    alternatives: { alternative: 'a maximum below the number of participants is refused with 422' },
  },
)

export const refusesDuplicateAttendee = assumed(
  'planning_attendee.pair',
  'adding a teacher to the same event again is refused with 409',
  {
    reason: 'the contract lists 409 for this operation',
    alternatives: { alternative: 'a teacher can attend the same event several times' },
  },
)

export const enforcesGroupRequirements = assumed(
  'planning_attendee.group',
  'a group of required teachers accepts teachers with one of its labels, up to its size; otherwise 422',
  {
    reason: 'the group has a number of teachers and a list of labels',
    alternatives: { alternative: 'any number of teachers can join a group, with any label' },
  },
)

export const ignoresCanceledCourses = assumed(
  'planning_conflict.canceled',
  'meetings of a canceled planned course cause no conflicts',
  {
    reason: 'these meetings do not take place, so their rooms and teachers are free',
    alternatives: {
      alternative: 'a meeting can cause a conflict regardless of the status of its course',
    },
  },
)

export const keepsUsedEdition = assumed(
  'program_edition.used',
  'deleting an edition with enrollments or orders is refused with 422',
  {
    reason: 'enrollments need an edition, and the contract lists 422',
    alternatives: { alternative: 'an edition can be deleted while records refer to it' },
  },
)

export const requiresEmptyEdition = behaviour(
  'program_edition.batch',
  'a batch of elements is accepted only for an edition without elements',
  'empty-edition',
)

export const cancelableStates = assumed(
  'program_enrollment.cancel.from',
  'only a confirmed program enrollment can be canceled; otherwise 422',
  {
    reason: 'the contract has two states and one transition between them',
    alternatives: { alternative: 'canceling an enrollment again answers 200 and changes nothing' },
  },
)

export const awardSetsPassed = assumed(
  'program_enrollment.award',
  'awarding a certificate passes the enrollment',
  {
    reason: 'the event program_enrollment.pass has no other cause in the API',
    alternatives: { alternative: 'awarding a certificate does not change the graduation state' },
  },
)

export const deletionRevokesGraduation = assumed(
  'program_enrollment.revoke',
  'deleting the certificate revokes the graduation; without a certificate, the answer is 422',
  { reason: 'the event program_enrollment.graduation_revoked has no other cause in the API' },
)

export const refusesDuplicateTeacher = assumed(
  'teacher_enrollment.pair',
  'assigning a teacher to the same planned course again is refused with 422',
  {
    reason: 'a teacher has one role in a course',
    alternatives: { alternative: 'a teacher can be assigned to a planned course several times' },
  },
)

export const acceptsAnyTemplate = assumed(
  'certificate.template',
  'any positive template id can be awarded',
  {
    reason: 'the API has no operation that lists templates',
  },
)

export const replacesPrevious = behaviour(
  'certificate.replaced',
  'awarding a certificate deletes the previous certificate of the enrollment',
  'certificate-replaced',
)

export const refusesCanceled = assumed(
  'certificate.canceled',
  'awarding a certificate to a canceled enrollment is refused with 422',
  {
    reason: 'a student with a canceled enrollment does not take part',
    alternatives: { alternative: 'a certificate can be awarded in every state' },
  },
)

export const refusesEnrollment = assumed(
  'enrollment.enroll',
  'enrolling a student in a canceled, completed or full course, or twice, is refused with 422',
  {
    reason: 'approving an order is refused in the same cases',
    alternatives: { alternative: 'an administrator can enroll any student in any course' },
  },
)

export const createdByDates = assumed(
  'enrollment.first_state',
  'an enrollment in a running or flexible course is created with the state of its dates, in one event',
  {
    reason: 'the document does not say; no moment passes between the enrollment and its start',
    alternatives: {
      alternative:
        'the enrollment is created as confirmed, and an "enrollment.updated" of the same moment makes it active',
    },
  },
)

export const acceptsWebLinks = assumed(
  'external_link.scheme',
  'the external link of a planned course or an edition is blank or a URL with the scheme http or https; otherwise 422',
  {
    reason: 'the participant portal shows the link, where another scheme can run a script',
    alternatives: { alternative: 'the external link can be any text' },
  },
)

export const movesBack = assumed(
  'transition.reversal',
  'if dates move back, a status that only dates had set is set anew, on the course and on its enrollments; canceled and judged enrollments stay',
  {
    reason: 'the document does not say; a course that takes place later is not completed',
    alternatives: { alternative: 'a completed course and a completed enrollment stay completed' },
  },
)

export const enrollmentEndDate = behaviour(
  'enrollment.end_date',
  'an enrollment in a fixed course ends with the course; in a flexible course it has its own end date',
  'enrollment-end',
)

export const countsFirstDay = assumedNumber(
  'enrollment.duration',
  (days) =>
    `an enrollment in a flexible course is active for as many days as its duration, the first and the last day included; without a duration, for ${days} days`,
  {
    reason: 'the days of a fixed course are counted so, and the end date is an active day',
    range: { default: 30, min: 1, max: 36_500 },
  },
)

export const refusesInactiveTeacher = assumed(
  'teacher.inactive',
  'assigning a deactivated teacher to a course or meeting is refused with 422',
  {
    reason: 'deactivating would have no effect otherwise',
    alternatives: { alternative: 'a deactivated teacher can be assigned' },
  },
)
