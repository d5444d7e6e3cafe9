import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import {
  emitAttendableTeachersChanged,
  attendableTables,
  type AttendableType,
} from '../rules/attendables.ts'
import {
  unassignedTeacherId,
  availableTeacherId,
  assertActiveTeacher,
  defaultTeacherRoleId,
} from '../rules/teacher-assignment.ts'
import { isFreeAt } from '../demo/bookings.ts'
import { assertNoDuplicate, type DuplicateRefusal } from '../fields/duplicate-rows.ts'
import type { Rows } from '../generated/rows.ts'
import { enforcesGroupRequirements, refusesDuplicateAttendee } from '../behaviours/planning.ts'

type AttendeeRow = Rows['planning_attendees']
type GroupRow = Rows['required_teacher_groups']
type Id = number | string

const PlanningAttendeeShape = {
  ...d.identity,
  attendable_id: d.polymorphicRef('attendable_type', attendableTables).partOf(),
  attendable_type: d.keyOf(attendableTables),
  teacher_id: d.ref('teachers'),
  teacher_role_id: d.ref('teacher_roles').defaultsTo((tx) => defaultTeacherRoleId(tx)),
  comment: d.string().nullable(),
  required_teacher_group_id: d.ref('required_teacher_groups').nullable().hidden(),
}

type AttendeeInput = Pick<AttendeeRow, 'attendable_id' | 'attendable_type' | 'teacher_id'> &
  Partial<AttendeeRow>

const duplicateRefusal: DuplicateRefusal = {
  status: 409,
  errors: { teacher_id: ['already attends the event'] },
  behaviour: refusesDuplicateAttendee,
}

function createAttendee(tx: d.Tx, values: AttendeeInput): AttendeeRow {
  const { attendable_id, attendable_type, teacher_id } = values
  if (!tx.find(attendableTables[attendable_type], attendable_id)) {
    throw d.unprocessable({ attendable_id: ['does not exist'] })
  }
  assertActiveTeacher(tx, teacher_id)
  const attendance = { attendable_id, attendable_type, teacher_id }
  assertNoDuplicate(tx, 'planning_attendees', attendance, duplicateRefusal)
  const attendee = tx.insert('planning_attendees', values)
  emitAttendableTeachersChanged(tx, attendee)
  return attendee
}

/** Returns the planning event that requires the group. */
const eventRefFor = ({ planning_event_id }: GroupRow) =>
  ({ attendable_type: 'Planning::Event', attendable_id: planning_event_id }) as const

/** Returns the reasons why a teacher cannot join a required group, by field. */
function groupErrors(tx: d.Tx, group: GroupRow, teacher_id: number): Record<string, string[]> {
  const { id: required_teacher_group_id, teacher_label_ids, quantity } = group
  const { label_ids } = tx.get('teachers', teacher_id)
  if (tx.count('planning_attendees', { required_teacher_group_id }) >= quantity) {
    return { required_teacher_group_id: ['is complete'] }
  }
  return teacher_label_ids.length === 0 || teacher_label_ids.some((id) => label_ids.includes(id))
    ? {}
    : { teacher_id: ['has none of the required labels'] }
}

/** Returns a group and a teacher who matches it. */
function groupExample(tx: d.Tx): { teacher_id: Id; required_teacher_group_id: Id } {
  for (const group of tx.scan('required_teacher_groups')) {
    const teacher_id = d.firstIdWhere(
      tx,
      'teachers',
      ({ id, active }) =>
        active &&
        tx.count('planning_attendees', { ...eventRefFor(group), teacher_id: id }) === 0 &&
        Object.keys(groupErrors(tx, group, id)).length === 0,
    )
    if (teacher_id !== 0) return { teacher_id, required_teacher_group_id: group.id }
  }
  return { teacher_id: 0, required_teacher_group_id: 0 }
}

const writes = ['courses:modify'] as const

export default d.resource(
  'planning_attendees',
  PlanningAttendeeShape,
  { singular: 'PlanningAttendee', path: '/planning/attendees', group: 'planning-attendees' },
  () => ({
    description: 'A teacher who attends a meeting or a planning event.',

    operations: {
      create_planning_attendee: d.operation({
        method: 'POST',
        path: '/planning/attendees',
        scopes: writes,
        beta: true,
        body: {
          teacher_id: d.ref('teachers').required(),
          attendable_id: d.integer().required(),
          attendable_type: d.keyOf(attendableTables).required(),
          teacher_role_id: d.ref('teacher_roles'),
        },
        presenter: d.created('planning_attendees'),
        example: (tx) => ({
          body: {
            teacher_id: unassignedTeacherId(tx, 'planning_attendees'),
            attendable_type: 'Meeting',
            attendable_id: 1,
          },
        }),
        handle: (tx, { body }) => createAttendee(tx, body),
      }),
      delete_planning_attendee_by_id: d.operation({
        method: 'DELETE',
        path: '/planning/attendees/{id}',
        scopes: ['courses:destroy'],
        beta: true,
        presenter: d.statusMessage('The attendee was deleted.'),
        handle(tx, { id }) {
          const attendee = tx.get('planning_attendees', id)
          tx.remove('planning_attendees', id)
          emitAttendableTeachersChanged(tx, attendee)
        },
      }),
      create_planning_required_teacher_group_attendee: d.operation({
        method: 'POST',
        path: '/planning/required_teacher_group_attendees',
        scopes: writes,
        flag: 'Meeting requirements',
        beta: true,
        group: 'planning-required-teacher-group-attendees',
        body: {
          teacher_id: d.ref('teachers').required(),
          required_teacher_group_id: d.ref('required_teacher_groups').required(),
        },
        presenter: d.noContent(201),
        example: (tx) => ({ body: groupExample(tx) }),
        handle(tx, { body: { teacher_id, required_teacher_group_id } }) {
          const group = tx.get('required_teacher_groups', required_teacher_group_id)
          const errors = groupErrors(tx, group, teacher_id)
          if (Object.keys(errors).length > 0 && tx.assumes(enforcesGroupRequirements))
            throw d.unprocessable(errors, enforcesGroupRequirements)
          const { teacher_role_id } = group
          const values = { teacher_id, teacher_role_id, required_teacher_group_id }
          createAttendee(tx, { ...eventRefFor(group), ...values })
        },
      }),
    },

    recipe: {
      rowCounts: d.rowCounts(1, 90, 5_000),
      generatedAfter: ['enrollments', 'teacher_enrollments'],
      defaults: { attendable_type: 'Meeting' },
      conflict({ row, tx }) {
        const group = tx.find('required_teacher_groups', row['required_teacher_group_id'])
        if (!group) return undefined
        const isOfEvent = Object.entries(eventRefFor(group)).every(([name, id]) => row[name] === id)
        return isOfEvent ? undefined : `the group ${group.id} belongs to another event`
      },
      fields: {
        attendable_type: ({ number }) => (number % 5 === 0 ? 'Planning::Event' : 'Meeting'),
        attendable_id: ({ row, number, tx, pick }) => {
          const table = attendableTables[row['attendable_type'] as AttendableType]
          return tx.find(table, number)?.id ?? pick(table) ?? undefined
        },
        teacher_id: ({ row, tx }) => availableTeacherId(tx, row, isFreeAt),
        required_teacher_group_id: () => null,
        comment: ({ random, locale }) => random.pick([null, null, textsIn(locale).attendeeNote]),
      },
    },
  }),
)
