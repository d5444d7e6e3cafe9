/** Merging two users: what belongs to the secondary moves to the primary, and the secondary goes. */
import { assumed, type Tx, unprocessable } from '../../define.ts'
import type { Rows } from '../rows.ts'

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
export function mergeUsers(tx: Tx, primary: number, secondary: number): Rows['users'] {
  if (primary === secondary) {
    throw unprocessable({ secondary_user_id: ['is the primary user'] })
  }
  const twice = tx
    .where('enrollments', { student_id: secondary })
    .filter(
      ({ planned_course_id }) =>
        tx.count('enrollments', { student_id: primary, planned_course_id }) > 0,
    )
  if (twice.length > 0 && !tx.takes(mergeTwice)) {
    for (const { id } of twice) tx.update('enrollments', id, { status: 'canceled' })
  }
  tx.silently(() => tx.repoint('users', secondary, primary))
  if (tx.takes(mergeDeletes)) tx.silently(() => tx.remove('users', secondary))
  else tx.remove('users', secondary)
  tx.emit('user.merged', { primary_user_id: primary, secondary_user_id: secondary })
  return tx.get('users', primary)
}
