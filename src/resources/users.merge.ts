/** Merges two users: references move to the primary user, and the secondary user is deleted. */
import { assumed, behaviour, type Tx, unprocessable } from '../define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { isEnrolled } from './rules/enroll.ts'
import { isConfirmedOrActive } from './rules/enrollment-status.ts'

const movesReferences = behaviour(
  'user.merge.moves',
  'records that refer to the secondary user refer to the primary user after a merge',
)
const movesSilently = behaviour(
  'user.merge.silent',
  'a merge emits no events for the records that it moves',
)
const emitsMergedEvent = behaviour(
  'user.merge.event',
  'a merge emits user.merged with the ids of the primary and the secondary user',
)
const dropsPrincipalId = assumed(
  'user.merge.principal_id',
  'the principal id of the secondary user is released, so that it can be set on the primary user',
  {
    reason: 'the document lets the integration set the principal id on the primary user afterwards',
  },
)
const emitsNoDeletedEvent = assumed('user.merge.deleted', 'a merge emits user.merged only', {
  reason: 'the document describes one event for a merge',
  alternative: 'a merge emits user.deleted for the secondary user, and then user.merged',
})
const keepsBothEnrollments = assumed(
  'user.merge.twice',
  'if both users are enrolled in the same planned course, the primary user keeps both enrollments',
  {
    reason: 'the document says that all enrollments move',
    alternative: 'the enrollment of the secondary user is canceled',
  },
)
const keepsPrimaryTeacher = assumed(
  'user.merge.teacher',
  "if both users are teachers, the primary user's teacher stays and takes over the other assignments",
  {
    reason: 'a user can have one teacher record only, and all records move',
    alternative: 'the primary user keeps both teacher records',
  },
)

export function mergeUsers(tx: Tx, primary: number, secondary: number): Rows['users'] {
  if (primary === secondary) {
    throw unprocessable({ secondary_user_id: ['is the primary user'] })
  }
  for (const each of [movesReferences, movesSilently, emitsMergedEvent, dropsPrincipalId])
    tx.logBehaviour(each)
  const duplicates = tx
    .where('enrollments', { student_id: secondary })
    .filter(isConfirmedOrActive)
    .filter(({ planned_course_id }) => isEnrolled(tx, primary, planned_course_id))
  if (duplicates.length > 0 && !tx.assumes(keepsBothEnrollments)) {
    for (const { id } of duplicates) tx.update('enrollments', id, { status: 'canceled' })
  }
  tx.withoutEvents(() => {
    mergeTeachers(tx, primary, secondary)
    tx.replaceReferences('users', secondary, primary)
  })
  if (tx.assumes(emitsNoDeletedEvent)) tx.withoutEvents(() => tx.remove('users', secondary))
  else tx.remove('users', secondary)
  tx.emit('user.merged', { primary_user_id: primary, secondary_user_id: secondary })
  return tx.get('users', primary)
}

function mergeTeachers(tx: Tx, primary: number, secondary: number): void {
  const [primaryTeacher] = tx.where('teachers', { user_id: primary })
  const secondaryTeachers = tx.where('teachers', { user_id: secondary })
  if (!primaryTeacher || secondaryTeachers.length === 0 || !tx.assumes(keepsPrimaryTeacher)) return
  for (const { id } of secondaryTeachers) {
    tx.replaceReferences('teachers', id, primaryTeacher.id)
    tx.remove('teachers', id)
  }
}
