/** Checks of the order of events: late, stale, merged, deleted and simultaneous ones. */
import type { ChoicePoint } from '../../deviations/deviation.ts'
import { type CheckDefinition, checksOf } from '../check-definition.ts'
import { expectSameEndings, expectVerdicts } from '../run-expectations.ts'
import { skipped } from '../check-verdict.ts'
import { slowCallMs } from '../stories/enrollment-stories.ts'
import {
  enrollmentAndCancellation,
  enrollmentAndDeletion,
  mergeOfMergedUser,
  mergeOfTwoStudents,
  newNamesAtOnce,
  twoNewNames,
} from '../stories/ordering-stories.ts'
import type { DeviationChoice } from '../story-runs.ts'
import { withFault } from '../story-variant.ts'

/** Selects the deliveries of events whose names begin with a text. */
const deliveriesOf =
  (event: string) =>
  ({ type, id }: ChoicePoint): boolean =>
    type === 'delivery' && id.startsWith(event)

const late = ['late', 'later', 'last']

interface OrderCheck extends Pick<CheckDefinition, 'id' | 'why' | 'must' | 'story'> {
  /** Whether the story is about users only, because no other records are merged. Default: false. */
  readonly isAboutUsers?: true
  /** The deviations of the deliveries that must not change the ending. */
  readonly deviations: DeviationChoice
  /** What holds then, as one sentence. */
  readonly reason: string
}

/** A check that the story ends in the same way in any order of its deliveries. */
const orderCheck = ({
  deviations,
  reason,
  isAboutUsers,
  ...check
}: OrderCheck): Omit<CheckDefinition, 'group'> => ({
  ...check,
  needs: ['fetch', 'ending'],
  async perform(runs) {
    const { subject } = runs
    if (subject && subject.resource !== 'users' && isAboutUsers)
      return skipped('The integration does not follow users.')
    const at = ({ type, id }: ChoicePoint): boolean =>
      type === 'delivery' && subject?.isToldBy(id.split(' ')[0] ?? '') === true
    return expectSameEndings(
      runs,
      check.story,
      subject && deviations.at ? { ...deviations, at } : deviations,
      reason,
    )
  },
})

export const orderingChecks = checksOf('ordering', [
  orderCheck({
    id: 'late-creation',
    why: 'The service gives no order: a change can arrive before the creation of its record.',
    must: 'The run ends in the same way when `enrollment.created` arrives after a later event of the enrollment.',
    story: enrollmentAndCancellation,
    deviations: { names: late, at: deliveriesOf('enrollment.created') },
    reason: 'A creation that arrives after the change has no effect on the ending.',
  }),
  orderCheck({
    id: 'stale-event',
    why: 'An event that was delayed describes a record that has changed since.',
    must: 'The last name stays when an event with an older name arrives after it.',
    story: twoNewNames,
    deviations: { names: late, at: deliveriesOf('user.updated') },
    reason: 'An event with an older name has no effect on the ending.',
  }),
  orderCheck({
    id: 'early-merge',
    why: 'A merge can arrive before the events of the user that it removes.',
    must: 'The run ends in the same way when events of the merged user arrive after `user.merged`.',
    story: mergeOfTwoStudents,
    isAboutUsers: true,
    deviations: { names: late, at: deliveriesOf('enrollment.') },
    reason: 'The events of a merged user that arrive after the merge have no effect on the ending.',
  }),
  orderCheck({
    id: 'merge-of-merged',
    why: 'A user can be merged twice before the first merge arrives.',
    must: 'Two merges end in the same way when their events arrive in the other order or at the same time.',
    story: mergeOfMergedUser,
    isAboutUsers: true,
    deviations: { names: ['late', 'overlap'], at: deliveriesOf('user.merged') },
    reason: 'Two merges end the same in either order.',
  }),
  orderCheck({
    id: 'early-deletion',
    why: 'The deletion of a user can arrive before the events of its enrollments.',
    must: 'The run ends in the same way when events of enrollments arrive after `user.deleted`.',
    story: enrollmentAndDeletion,
    deviations: { names: late, at: deliveriesOf('enrollment.') },
    reason:
      'The events of a deleted user that arrive after the deletion have no effect on the ending.',
  }),
  orderCheck({
    id: 'simultaneous-events',
    why: 'Deliveries are concurrent: two handlers can work on one record at the same time.',
    must: 'Two events that the integration handles at the same time end in the same way as one after the other.',
    story: twoNewNames,
    deviations: { names: ['overlap', 'slow'] },
    reason: 'Two events of one user at the same time end as one after the other.',
  }),
  {
    id: 'event-during-read',
    why: 'The record that is being read for one event can change before the response arrives.',
    must: 'An event of a record that arrives while the record is being read leads to another read.',
    story: newNamesAtOnce,
    needs: ['fetch', 'ending'],
    async perform(runs) {
      const slow = { at: 'request', with: { latency_ms: slowCallMs } } as const
      const run = await runs.vary(withFault(newNamesAtOnce, 'slow-calls', slow), {}, newNamesAtOnce)
      return expectVerdicts([run], ['converged'], 'An event that arrives during a read is applied.')
    },
  },
])
