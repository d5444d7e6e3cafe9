/** Checks of the order of events: late, stale, merged, deleted and simultaneous ones. */
import type { ChoicePoint } from '../../explore/choice-point.ts'
import { checksOf } from '../check-definition.ts'
import { expectSameEndings } from '../expectations.ts'
import {
  enrollmentAndCancellation,
  enrollmentAndDeletion,
  mergeOfMergedUser,
  mergeOfTwoStudents,
  twoNewNames,
} from '../stories/ordering-stories.ts'

/** Selects the deliveries of events whose names begin with a text. */
const deliveriesOf =
  (event: string) =>
  ({ type, id }: ChoicePoint): boolean =>
    type === 'delivery' && id.startsWith(event)

const late = ['late', 'later']

export const orderingChecks = checksOf('ordering', [
  {
    id: 'late-creation',
    why: 'The service gives no order: a change can arrive before the creation of its record.',
    story: enrollmentAndCancellation,
    needs: ['fetch', 'state'],
    perform: (runs) =>
      expectSameEndings(
        runs,
        enrollmentAndCancellation,
        {
          names: late,
          at: deliveriesOf('enrollment.created'),
        },
        'A creation that arrives after the change has no effect on the ending.',
      ),
  },
  {
    id: 'stale-event',
    why: 'An event that was delayed describes a record that has changed since.',
    story: twoNewNames,
    needs: ['fetch', 'state'],
    perform: (runs) =>
      expectSameEndings(
        runs,
        twoNewNames,
        { names: late, at: deliveriesOf('user.updated') },
        'An event with an older name has no effect on the ending.',
      ),
  },
  {
    id: 'early-merge',
    why: 'A merge can arrive before the events of the user that it removes.',
    story: mergeOfTwoStudents,
    needs: ['fetch', 'state'],
    perform: (runs) =>
      expectSameEndings(
        runs,
        mergeOfTwoStudents,
        { names: late, at: deliveriesOf('enrollment.') },
        'The events of a merged user that arrive after the merge have no effect on the ending.',
      ),
  },
  {
    id: 'merge-of-merged',
    why: 'A user can be merged twice before the first merge arrives.',
    story: mergeOfMergedUser,
    needs: ['fetch', 'state'],
    perform: (runs) =>
      expectSameEndings(
        runs,
        mergeOfMergedUser,
        {
          names: ['late', 'overlap'],
          at: deliveriesOf('user.merged'),
        },
        'Two merges end the same in either order.',
      ),
  },
  {
    id: 'early-deletion',
    why: 'The deletion of a user can arrive before the events of its enrollments.',
    story: enrollmentAndDeletion,
    needs: ['fetch', 'state'],
    perform: (runs) =>
      expectSameEndings(
        runs,
        enrollmentAndDeletion,
        { names: late, at: deliveriesOf('enrollment.') },
        'The events of a deleted user that arrive after the deletion have no effect on the ending.',
      ),
  },
  {
    id: 'simultaneous-events',
    why: 'Deliveries are concurrent: two handlers can work on one record at the same time.',
    story: twoNewNames,
    needs: ['fetch', 'state'],
    perform: (runs) =>
      expectSameEndings(
        runs,
        twoNewNames,
        { names: ['overlap', 'slow'] },
        'Two events of one user at the same time end as one after the other.',
      ),
  },
])
