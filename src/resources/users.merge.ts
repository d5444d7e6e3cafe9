/** Merging two users: what belongs to the secondary moves to the primary, and the secondary goes. */
import { assumed, behaviour, type Tx, unprocessable } from '../define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { isEnrolled } from './rules/enroll.ts'
import { isLive } from './rules/enrollment-status.ts'

const everythingMoves = behaviour(
  'user.merge.moves',
  'what refers to the secondary user refers to the primary user after a merge',
)
const movesSilently = behaviour('user.merge.silent', 'records that a merge moves announce nothing')
const oneEvent = behaviour(
  'user.merge.event',
  'a merge announces user.merged with the ids of the primary and of the secondary user',
)
const principalIdGoes = assumed(
  'user.merge.principal_id',
  "the secondary's principal id is dropped, and free to be set on the primary",
  { because: 'the document lets the integration set it on the primary user afterwards' },
)
const mergeDeletes = assumed('user.merge.deleted', 'a merge announces user.merged alone', {
  because: 'the document describes one event',
  instead: 'the secondary is announced as user.deleted as well',
})
const mergeTwice = assumed(
  'user.merge.twice',
  'when both users are enrolled on one planned course, both enrollments stay, on the primary',
  {
    because: 'all enrollments move, says the document',
    instead: "the secondary's enrollment is canceled",
  },
)
const oneTeacher = assumed(
  'user.merge.teacher',
  'of two users who both teach, the teacher of the primary stays, and has what the other taught',
  {
    because: 'a user is one teacher, as making a second is refused; and all records move',
    instead: 'both teachers stay, for the primary user',
  },
)

export function mergeUsers(tx: Tx, primary: number, secondary: number): Rows['users'] {
  if (primary === secondary) {
    throw unprocessable({ secondary_user_id: ['is the primary user'] })
  }
  for (const each of [everythingMoves, movesSilently, oneEvent, principalIdGoes]) tx.uses(each)
  const twice = tx
    .where('enrollments', { student_id: secondary })
    .filter(isLive)
    .filter(({ planned_course_id }) => isEnrolled(tx, primary, planned_course_id))
  if (twice.length > 0 && !tx.takes(mergeTwice)) {
    for (const { id } of twice) tx.update('enrollments', id, { status: 'canceled' })
  }
  tx.silently(() => {
    mergeTeachers(tx, primary, secondary)
    tx.repoint('users', secondary, primary)
  })
  if (tx.takes(mergeDeletes)) tx.silently(() => tx.remove('users', secondary))
  else tx.remove('users', secondary)
  tx.emit('user.merged', { primary_user_id: primary, secondary_user_id: secondary })
  return tx.get('users', primary)
}

function mergeTeachers(tx: Tx, primary: number, secondary: number): void {
  const [stays] = tx.where('teachers', { user_id: primary })
  const others = tx.where('teachers', { user_id: secondary })
  if (!stays || others.length === 0 || !tx.takes(oneTeacher)) return
  for (const { id } of others) {
    tx.repoint('teachers', id, stays.id)
    tx.remove('teachers', id)
  }
}
