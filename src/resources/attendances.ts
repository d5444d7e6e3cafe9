import {
  amounts,
  assumed,
  choice,
  equals,
  identity,
  type LooseRow,
  type Making,
  notFound,
  operation,
  record,
  ref,
  resource,
  shaped,
  stamps,
  string,
  type Tx,
  unprocessable,
} from '../define/define.ts'
import { soonAfter } from './demo/timestamps.ts'

const states = ['absent', 'absent_with_leave', 'attended', 'blanco', 'late'] as const

const samePair = assumed('attendance.pair', 'setting a known pair updates it and keeps its id', {
  because: 'the operation is named "set", and its path says upsert',
})
const sameCourse = assumed(
  'attendance.course',
  'meeting and enrollment must be of the same planned course; otherwise 422',
  { because: 'nobody attends a meeting of a course that they are not enrolled on' },
)

/** Whether a student was at a meeting. */
export const Attendance = {
  ...identity,
  meeting_id: ref('meetings').part(),
  enrollment_id: ref('enrollments').part(),
  state: choice(states).initially('blanco'),
  comment: string().nullable(),
  ...stamps,
}

const { meeting_id, enrollment_id, state, comment } = Attendance

export default resource('attendances', Attendance, { one: 'Attendance' }, ({ list }) => ({
  operations: {
    get_attendances: list({
      scopes: ['enrollments:read'],
      filters: { meeting_id: equals('meeting_id') },
    }),
    get_attendance: operation({
      method: 'GET',
      path: '/attendances/{meeting_id}/{enrollment_id}',
      params: { meeting_id, enrollment_id },
      scopes: ['enrollments:read'],
      beta: true,
      present: shaped({ meeting_id, enrollment_id, state, comment }),
      answer(tx, pair) {
        const [found] = tx.where('attendances', {
          meeting_id: pair.meeting_id,
          enrollment_id: pair.enrollment_id,
        })
        if (!found) throw notFound('nothing was set for this meeting and enrollment')
        return {
          meeting_id: found.meeting_id,
          enrollment_id: found.enrollment_id,
          state: found.state,
          comment: found.comment,
        }
      },
    }),
    set_attendance: operation({
      method: 'POST',
      path: '/attendances/upsert',
      scopes: ['enrollments:modify'],
      body: {
        meeting_id: meeting_id.required(),
        enrollment_id: enrollment_id.required(),
        state,
        comment,
      },
      present: record('attendances'),
      answer(tx, { body }) {
        tx.uses(samePair)
        tx.uses(sameCourse)
        const meeting = tx.get('meetings', body.meeting_id)
        const enrollment = tx.get('enrollments', body.enrollment_id)
        if (meeting.planned_course_id !== enrollment.planned_course_id) {
          throw unprocessable({ enrollment_id: ['is of another planned course'] }, sameCourse)
        }
        const pair = { meeting_id: body.meeting_id, enrollment_id: body.enrollment_id }
        const [known] = tx.where('attendances', pair)
        const values = { ...body, state: body.state ?? 'blanco' }
        return known ? tx.update('attendances', known.id, values) : tx.insert('attendances', values)
      },
    }),
  },

  recipe: {
    amounts: amounts(3, 300, 50_000),
    plain: { state: ({ row, tx, now }: Making) => plainState(tx, row, now) },
    fields: {
      enrollment_id: ({ tx, now, pickNext }) =>
        pickNext('enrollments', (row) => hasMet(tx, row, now)),
      meeting_id: ({ parent, tx, now }) => meetingOf(tx, parent('enrollment_id'), now)?.id,
      state: ({ chance }) =>
        chance.pick(['attended', 'attended', 'attended', 'late', 'absent', 'absent_with_leave']),
      comment: ({ row, chance }) =>
        chance.next() < 0.4 ? (remarks[row['state'] as string] ?? null) : null,
      created_at: (making) => soonAfter(making, making.parent('meeting_id')['end_date_time'], 24),
    },
    parents: {
      enrollment_id: ({ row, tx }) => {
        const meeting = tx.find('meetings', row['meeting_id'])
        return meeting ? { planned_course_id: meeting.planned_course_id } : { status: 'completed' }
      },
      meeting_id: ({ row, tx }) => {
        const enrollment = tx.find('enrollments', row['enrollment_id'])
        return enrollment ? { planned_course_id: enrollment.planned_course_id } : {}
      },
    },
  },
}))

const remarks: Readonly<Record<string, string>> = {
  late: 'The train was late.',
  absent_with_leave: 'Called in advance.',
}

/** A meeting of the same course that is over. */
const meetingOf = (tx: Tx, { planned_course_id }: LooseRow, now: string) =>
  tx.where('meetings', { planned_course_id }).find(({ end_date_time }) => end_date_time < now)

const hasMet = (tx: Tx, row: LooseRow, now: string): boolean =>
  row['status'] !== 'canceled' && meetingOf(tx, row, now) !== undefined

/** Nothing is known yet of a meeting that is still to come. */
function plainState(tx: Tx, { meeting_id }: LooseRow, now: string): string | undefined {
  const meeting = tx.find('meetings', meeting_id)
  return meeting && meeting.start_date_time > now ? 'blanco' : undefined
}
