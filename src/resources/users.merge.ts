/** Merging two users: what belongs to the secondary moves to the primary, and the secondary goes. */
import { assumed, behaviour, type Tx, unprocessable } from '../define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { isEnrolled } from './rules/enroll.ts'
import { isConfirmedOrActive } from './rules/enrollment-status.ts'

const movesReferences = behaviour(
  'user.merge.moves',
  'what refers to the secondary user refers to the primary user after a merge',
)
const movesSilently = behaviour('user.merge.silent', 'records that a merge moves announce nothing')
const emitsMergedEvent = behaviour(
  'user.merge.event',
  'a merge announces user.merged with the ids of the primary and of the secondary user',
)
const dropsPrincipalId = assumed(
  'user.merge.principal_id',
  "the secondary's principal id is dropped, and free to be set on the primary",
  { reason: 'the document lets the integration set it on the primary user afterwards' },
)
const emitsNoDeletedEvent = assumed('user.merge.deleted', 'a merge announces user.merged alone', {
  reason: 'the document describes one event',
  alternative: 'the secondary is announced as user.deleted as well',
})
const keepsBothEnrollments = assumed(
  'user.merge.twice',
  'when both users are enrolled on one planned course, both enrollments stay, on the primary',
  {
    reason: 'all enrollments move, says the document',
    alternative: "the secondary's enrollment is canceled",
  },
)
const keepsPrimaryTeacher = assumed(
  'user.merge.teacher',
  'of two users who both teach, the teacher of the primary stays, and has what the other taught',
  {
    reason: 'a user is one teacher, as making a second is refused; and all records move',
    alternative: 'both teachers stay, for the primary user',
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
