import {
  amounts,
  choice,
  created,
  done,
  identity,
  idOfOne,
  integer,
  nothing,
  operation,
  Problem,
  ref,
  refVia,
  resource,
  string,
  assumed,
  type Tx,
  unprocessable,
} from '../define/define.ts'
import { announceAttendees, attendables, type AttendableType } from './rules/attendables.ts'
import { freeTeacher, freeTeacherOf, insistOnActive, usualRole } from './rules/teacher-assignment.ts'
import type { Rows } from '../generated/rows.ts'

type AttendeeRow = Rows['planning_attendees']
type GroupRow = Rows['required_teacher_groups']
type Id = number | string

const once = assumed('planning_attendee.pair', 'a teacher who attends already is 409', {
  because: 'the contract lists 409 for it',
  instead: 'a teacher can attend the same event several times',
})

const asked = assumed(
  'planning_attendee.group',
  'a group of required teachers takes as many as it asks for, with one of its labels; 422',
  {
    because: 'the group says how many it requires, and of which labels',
    instead: 'anybody can be put in a group, and any number of them',
  },
)

const types = Object.keys(attendables) as AttendableType[]

/** A teacher at a meeting or at another event on the planning. */
export const PlanningAttendee = {
  ...identity,
  attendable_id: refVia('attendable_type', attendables).part(),
  attendable_type: choice(types),
  teacher_id: ref('teachers'),
  teacher_role_id: ref('teacher_roles').initially((tx) => usualRole(tx)),
  comment: string().nullable(),
}

type Values = Pick<AttendeeRow, 'attendable_id' | 'attendable_type' | 'teacher_id'> &
  Partial<AttendeeRow>

function attend(tx: Tx, values: Values): AttendeeRow {
  const { attendable_id, attendable_type, teacher_id } = values
  if (!tx.find(attendables[attendable_type], attendable_id)) {
    throw unprocessable({ attendable_id: ['does not exist'] })
  }
  insistOnActive(tx, teacher_id)
  const held = tx.where('planning_attendees', { attendable_id, attendable_type, teacher_id })
  if (held.length > 0 && tx.takes(once)) {
    throw new Problem(409, { errors: { teacher_id: ['attends already'] }, behaviour: once })
  }
  const attendee = tx.insert('planning_attendees', values)
  announceAttendees(tx, attendee)
  return attendee
}

/** The event that requires the group. */
const eventOf = ({ planning_event_id }: GroupRow) =>
  ({ attendable_type: 'Planning::Event', attendable_id: planning_event_id }) as const

/** What keeps a teacher out of a group that an event requires, by the field that is wrong. */
function misfitOf(tx: Tx, group: GroupRow, teacher_id: number): Record<string, string[]> {
  const { teacher_role_id, teacher_label_ids } = group
  const { label_ids } = tx.get('teachers', teacher_id)
  if (tx.count('planning_attendees', { ...eventOf(group), teacher_role_id }) >= group.quantity) {
    return { required_teacher_group_id: ['has all the teachers that it asks for'] }
  }
  return teacher_label_ids.length === 0 || teacher_label_ids.some((id) => label_ids.includes(id))
    ? {}
    : { teacher_id: ['has none of the labels that are asked for'] }
}

/** A group and a teacher who fits in it. */
function fitting(tx: Tx): { teacher_id: Id; required_teacher_group_id: Id } {
  for (const group of tx.walk('required_teacher_groups')) {
    const teacher_id = idOfOne(
      tx,
      'teachers',
      ({ id, active }) =>
        active &&
        tx.count('planning_attendees', { ...eventOf(group), teacher_id: id }) === 0 &&
        Object.keys(misfitOf(tx, group, id)).length === 0,
    )
    if (teacher_id !== 0) return { teacher_id, required_teacher_group_id: group.id }
  }
  return { teacher_id: 0, required_teacher_group_id: 0 }
}

const writes = ['courses:modify'] as const

export default resource(
  'planning_attendees',
  PlanningAttendee,
  { one: 'PlanningAttendee', path: '/planning/attendees', group: 'planning-attendees' },
  () => ({
    operations: {
      create_planning_attendee: operation({
        method: 'POST',
        path: '/planning/attendees',
        scopes: writes,
        beta: true,
        body: {
          teacher_id: ref('teachers').required(),
          attendable_id: integer().required(),
          attendable_type: choice(types).required(),
          teacher_role_id: ref('teacher_roles'),
        },
        present: created('planning_attendees'),
        example: (tx) => ({
          body: {
            teacher_id: freeTeacher(tx, 'planning_attendees'),
            attendable_type: 'Meeting',
            attendable_id: 1,
          },
        }),
        answer: (tx, { body }) => attend(tx, body),
      }),
      delete_planning_attendee_by_id: operation({
        method: 'DELETE',
        path: '/planning/attendees/{id}',
        scopes: ['courses:destroy'],
        beta: true,
        present: done('The attendee was deleted.'),
        answer(tx, { id }) {
          const attendee = tx.get('planning_attendees', id)
          tx.remove('planning_attendees', id)
          announceAttendees(tx, attendee)
        },
      }),
      create_planning_required_teacher_group_attendee: operation({
        method: 'POST',
        path: '/planning/required_teacher_group_attendees',
        scopes: writes,
        flag: 'Meeting requirements',
        beta: true,
        group: 'planning-required-teacher-group-attendees',
        body: {
          teacher_id: ref('teachers').required(),
          required_teacher_group_id: ref('required_teacher_groups').required(),
        },
        present: nothing(201),
        example: (tx) => ({ body: fitting(tx) }),
        answer(tx, { body: { teacher_id, required_teacher_group_id } }) {
          const group = tx.get('required_teacher_groups', required_teacher_group_id)
          const misfit = misfitOf(tx, group, teacher_id)
          if (Object.keys(misfit).length > 0 && tx.takes(asked)) throw unprocessable(misfit, asked)
          const { teacher_role_id } = group
          attend(tx, { ...eventOf(group), teacher_id, teacher_role_id })
        },
      }),
    },

    recipe: {
      amounts: amounts(1, 90, 5_000),
      after: ['teacher_enrollments'],
      plain: { attendable_type: 'Meeting' },
      fields: {
        attendable_type: ({ number }) => (number % 5 === 0 ? 'Planning::Event' : 'Meeting'),
        attendable_id: ({ row, number, tx, pick }) => {
          const table = attendables[row['attendable_type'] as AttendableType]
          return tx.find(table, number)?.id ?? pick(table) ?? undefined
        },
        teacher_id: ({ row, tx }) => freeTeacherOf(tx, row),
        comment: ({ chance }) => chance.pick([null, null, 'Arrives half an hour early.']),
      },
    },
  }),
)
