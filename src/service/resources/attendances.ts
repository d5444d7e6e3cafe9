import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import { demoTimeAfter } from '../demo/timestamps.ts'
import {
  refusesCanceledEnrollment,
  requiresSameCourse,
  updatesExistingPair,
} from '../behaviours/planning.ts'

const states = ['absent', 'absent_with_leave', 'attended', 'blanco', 'late'] as const

const AttendanceShape = {
  ...d.identity,
  meeting_id: d.ref('meetings').partOf(),
  enrollment_id: d.ref('enrollments').partOf(),
  state: d.choice(states).defaultsTo('blanco'),
  comment: d.string().nullable(),
  ...d.timestamps,
}

const { meeting_id, enrollment_id, state, comment } = AttendanceShape

export default d.resource(
  'attendances',
  AttendanceShape,
  { singular: 'Attendance' },
  ({ list }) => ({
    description: 'The attendance of a student at a meeting.',

    operations: {
      get_attendances: list({
        scopes: ['enrollments:read'],
        filters: { meeting_id: d.equals('meeting_id') },
      }),
      get_attendance: d.operation({
        method: 'GET',
        path: '/attendances/{meeting_id}/{enrollment_id}',
        params: { meeting_id, enrollment_id },
        scopes: ['enrollments:read'],
        beta: true,
        presenter: d.shapedObject({ meeting_id, enrollment_id, state, comment }),
        handle(tx, pair) {
          const [found] = tx.where('attendances', {
            meeting_id: pair.meeting_id,
            enrollment_id: pair.enrollment_id,
          })
          if (!found) throw d.notFound('this meeting and enrollment have no attendance')
          return {
            meeting_id: found.meeting_id,
            enrollment_id: found.enrollment_id,
            state: found.state,
            comment: found.comment,
          }
        },
      }),
      set_attendance: d.operation({
        method: 'POST',
        path: '/attendances/upsert',
        scopes: ['enrollments:modify'],
        body: {
          meeting_id: meeting_id.required(),
          enrollment_id: enrollment_id.required(),
          state,
          comment,
        },
        presenter: d.record('attendances'),
        handle(tx, { body }) {
          tx.logBehaviour(requiresSameCourse)
          const meeting = tx.get('meetings', body.meeting_id)
          const enrollment = tx.get('enrollments', body.enrollment_id)
          if (meeting.planned_course_id !== enrollment.planned_course_id) {
            throw d.unprocessable(
              { enrollment_id: ['belongs to another planned course'] },
              requiresSameCourse,
            )
          }
          if (enrollment.status === 'canceled' && tx.assumes(refusesCanceledEnrollment)) {
            throw d.unprocessable({ enrollment_id: ['is canceled'] }, refusesCanceledEnrollment)
          }
          const pair = { meeting_id: body.meeting_id, enrollment_id: body.enrollment_id }
          const [known] = tx.where('attendances', pair)
          const keepsState = tx.assumes(updatesExistingPair)
          if (!known) return tx.insert('attendances', body)
          return tx.update(
            'attendances',
            known.id,
            keepsState ? body : { state: 'blanco', ...body },
          )
        },
      }),
    },

    recipe: {
      rowCounts: d.rowCounts(3, 300, 50_000),
      fields: {
        enrollment_id: ({ tx, now, pickNext }) =>
          pickNext('enrollments', (row) => hasPastMeeting(tx, row, now)),
        meeting_id: ({ parent, tx, now }) => findPastMeeting(tx, parent('enrollment_id'), now)?.id,
        state: ({ row, tx, now, random }) =>
          isUpcoming(tx, row, now) ? 'blanco' : random.pick(demoStates),
        comment: ({ row, random, locale }) => {
          const notes: Readonly<Record<string, string>> = textsIn(locale).attendanceNotes
          return random.next() < 0.4 ? (notes[row['state'] as string] ?? null) : null
        },
        created_at: (context) =>
          demoTimeAfter(context, context.parent('meeting_id')['end_date_time'], 24),
      },
      parentValues: {
        enrollment_id: ({ row, tx }) => {
          const meeting = tx.find('meetings', row['meeting_id'])
          return meeting
            ? { planned_course_id: meeting.planned_course_id }
            : { status: 'completed' }
        },
        meeting_id: ({ row, tx }) => {
          const enrollment = tx.find('enrollments', row['enrollment_id'])
          return enrollment ? { planned_course_id: enrollment.planned_course_id } : {}
        },
      },
    },
  }),
)

const demoStates = [
  ...(['attended', 'attended', 'attended'] as const),
  ...(['late', 'absent', 'absent_with_leave'] as const),
]

/** Returns the first past meeting of the enrollment's course. */
const findPastMeeting = (tx: d.Tx, { planned_course_id }: d.LooseRow, now: string) =>
  tx.where('meetings', { planned_course_id }).find(({ end_date_time }) => end_date_time < now)

const hasPastMeeting = (tx: d.Tx, row: d.LooseRow, now: string): boolean =>
  row['status'] !== 'canceled' && findPastMeeting(tx, row, now) !== undefined

/** Whether the meeting is upcoming, so that its attendance is not known yet. */
function isUpcoming(tx: d.Tx, { meeting_id }: d.LooseRow, now: string): boolean {
  const meeting = tx.find('meetings', meeting_id)
  return meeting !== undefined && meeting.start_date_time > now
}
