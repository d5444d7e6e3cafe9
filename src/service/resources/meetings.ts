import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import { findAttendees, findAttendableMaterials } from '../rules/attendables.ts'
import {
  demoMeetingCount,
  demoMeetingCourseId,
  demoMeetingEnd,
  demoMeetingStart,
  demoRoomId,
} from './meetings.demo.ts'
import { EmbeddedAttendeeShape, EmbeddedMaterialShape } from '../fields/planning-shapes.ts'
import type { Rows } from '../generated/rows.ts'

type MeetingRow = Rows['meetings']

const MeetingShape = {
  ...d.identity,
  name: d.string().nullable(),
  planned_course_id: d.ref('planned_courses').partOf(),
  start_date_time: d.timestamp(),
  end_date_time: d.timestamp(),
  meeting_location_id: d.ref('meeting_locations').nullable(),
  planning_meeting_location_ids: d.refs('meeting_locations'),
  description: d.string().nullable(),
  description_dashboard: d.string().nullable(),
  ...d.timestamps,
  planning_attendees: d
    .listOf(EmbeddedAttendeeShape)
    .computed((tx, { id }: MeetingRow) => findAttendees(tx, 'Meeting', id)),
  planning_materials: d
    .listOf(EmbeddedMaterialShape)
    .computed((tx, { id }: MeetingRow) => findAttendableMaterials(tx, 'Meeting', id)),
}

const studentFilter = d.deprecatedFilter(
  d.customFilter(d.integer(), ({ planned_course_id }: MeetingRow, student_id, tx) =>
    tx
      .where('enrollments', { planned_course_id, student_id })
      .some(({ status }) => status !== 'canceled'),
  ),
)
const dateFromFilter = d.deprecatedFilter(
  d.customFilter(
    d.date(),
    ({ start_date_time }: MeetingRow, day, tx) => tx.dayOf(start_date_time) >= day,
  ),
)

const scopes = ['courses:read'] as const

export default d.resource(
  'meetings',
  MeetingShape,
  { singular: 'Meeting' },
  ({ list, show, destroy }) => ({
    description: 'A meeting of a planned course, with its time and rooms.',

    events: d.lifecycleEvents('meeting', 'teacher_attendees_changed'),

    operations: {
      get_meetings: list({
        scopes,
        filters: {
          planned_course_id: d.equals('planned_course_id'),
          for_student_id: studentFilter,
          date_from: dateFromFilter,
          start: d.customFilter(
            d.timestamp(),
            (row: MeetingRow, moment) => row.end_date_time > moment,
          ),
          end: d.customFilter(
            d.timestamp(),
            (row: MeetingRow, moment) => row.start_date_time < moment,
          ),
        },
      }),
      get_meeting_by_id: show({ scopes }),
      get_meetings_by_planned_course_id: list({
        path: '/planned_courses/{planned_course_id}/meetings',
        params: { planned_course_id: d.ref('planned_courses') },
        scopes,
        filters: { for_student_id: studentFilter, date_from: dateFromFilter },
        sorts: ['start_date_time', 'name'],
        unpagedInReference: true,
      }),
      delete_meeting_by_id: destroy({ scopes: ['courses:destroy'] }),
    },

    acts: {
      plan_meetings: d.act({
        summary: 'Adds meetings to a planned course.',
        input: {
          planned_course_id: d.ref('planned_courses').required().alias('planned_course'),
          meetings: d
            .listOf(
              d.object({
                start_date_time: d.timestamp().required(),
                end_date_time: d.timestamp().required(),
                name: d.string().nullable(),
                meeting_location_id: d.ref('meeting_locations').nullable(),
                description: d.string().nullable(),
              }),
            )
            .required(),
        },
        returns: 'meetings',
        returnsList: true,
        handle: (tx, { planned_course_id, meetings }) =>
          meetings.map((meeting, i) => {
            if (meeting.end_date_time <= meeting.start_date_time) {
              throw d.unprocessable({
                [`meetings.${i}.end_date_time`]: ['is not after start_date_time'],
              })
            }
            const room = meeting.meeting_location_id ?? null
            const planning_meeting_location_ids = room === null ? [] : [room]
            return tx.insert('meetings', {
              ...meeting,
              planned_course_id,
              planning_meeting_location_ids,
            })
          }),
      }),
    },

    recipe: {
      rowCounts: d.rowCounts(8, 310, 50_000),
      numbers: (tx, amount) => (amount === 0 ? 0 : demoMeetingCount(tx)),
      createdBefore: ({ row }) => row['start_date_time'],
      fields: {
        planned_course_id: demoMeetingCourseId,
        name: ({ row, tx, locale }) => {
          const { first, next } = textsIn(locale).meetings
          const { planned_course_id } = row as Rows['meetings']
          return tx.count('meetings', { planned_course_id }) === 0 ? first : next
        },
        start_date_time: demoMeetingStart,
        end_date_time: demoMeetingEnd,
        meeting_location_id: demoRoomId,
        planning_meeting_location_ids: ({ row }) =>
          row['meeting_location_id'] === null ? [] : [row['meeting_location_id']],
      },
    },
  }),
)
