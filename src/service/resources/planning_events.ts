import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import { findAttendees, findAttendableMaterials } from '../rules/attendables.ts'
import { EmbeddedAttendeeShape, EmbeddedMaterialShape } from '../fields/planning-shapes.ts'
import type { Rows } from '../generated/rows.ts'

type EventRow = Rows['planning_events']

const TeacherGroupShape = d.object({
  id: d.integer().required(),
  quantity: d.integer().required(),
  teacher_label_ids: d.listOf(d.integer()).required(),
})

const listTeacherGroups = (tx: d.Tx, { id }: EventRow) =>
  tx.where('required_teacher_groups', { planning_event_id: id }).map((group) => ({
    id: group.id,
    quantity: group.quantity,
    teacher_label_ids: group.teacher_label_ids,
  }))

const PlanningEventShape = {
  ...d.identity,
  meeting_id: d.ref('meetings').partOf(),
  meeting_location_id: d.ref('meeting_locations').nullable(),
  name: d.string().nullable(),
  start_date_time: d.timestamp(),
  end_date_time: d.timestamp(),
  planning_meeting_location_ids: d.refs('meeting_locations'),
  planning_attendee_conditions: d
    .listOf(TeacherGroupShape)
    .requiresFlag('Meeting requirements')
    .beta()
    .deprecated()
    .computed(listTeacherGroups),
  required_teacher_groups: d
    .listOf(TeacherGroupShape)
    .requiresFlag('Meeting requirements')
    .beta()
    .computed(listTeacherGroups),
  planning_attendees: d
    .listOf(EmbeddedAttendeeShape)
    .computed((tx, { id }: EventRow) => findAttendees(tx, 'Planning::Event', id)),
  planning_materials: d
    .listOf(EmbeddedMaterialShape)
    .computed((tx, { id }: EventRow) => findAttendableMaterials(tx, 'Planning::Event', id)),
}

const scopes = ['courses:read'] as const

export default d.resource(
  'planning_events',
  PlanningEventShape,
  { singular: 'PlanningEvent', path: '/planning/events', group: 'planning-events' },
  ({ list, show, destroy }) => ({
    description: 'A planned time that belongs to a meeting, such as preparation or a briefing.',

    events: d.lifecycleEvents('planning_event', 'teacher_attendees_changed'),
    operations: {
      get_planning_events: list({ scopes }),
      get_planning_event_by_id: show({ scopes }),
      delete_planning_event_by_id: destroy({ scopes: ['courses:destroy'] }),
    },
    recipe: {
      rowCounts: d.rowCounts(1, 60, 2_000),
      fields: {
        meeting_id: ({ number, tx, pick }) => tx.find('meetings', number)?.id ?? pick('meetings'),
        meeting_location_id: ({ parent }) => parent('meeting_id')['meeting_location_id'],
        planning_meeting_location_ids: ({ parent }) =>
          parent('meeting_id')['planning_meeting_location_ids'],
        name: ({ random, locale }) => random.pick(textsIn(locale).planningEvents),
        start_date_time: ({ parent }) => subtractHour(parent('meeting_id')['start_date_time']),
        end_date_time: ({ parent }) => parent('meeting_id')['start_date_time'],
      },
    },
  }),
)

const hourMs = 3_600_000
const subtractHour = (moment: string): string => new Date(Date.parse(moment) - hourMs).toISOString()
