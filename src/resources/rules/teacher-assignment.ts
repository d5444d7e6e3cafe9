/** Who teaches: on a planned course, at a meeting, at all. */
import { assumed, firstIdWhere, type Tx, unprocessable } from '../../define/define.ts'
import {
  emitAttendableTeachersChanged,
  attendableTables,
  type AttendableType,
} from './attendables.ts'
import { firstIdOrCreate } from '../shared/sequence-numbers.ts'

const refusesInactiveTeacher = assumed(
  'teacher.inactive',
  'a teacher who was deactivated is put on no course and no meeting; 422',
  {
    reason: 'deactivating would mean nothing otherwise',
    alternative: 'a deactivated teacher can be planned like any other',
  },
)

/** Refuses a teacher who teaches no more; what they were put on before stays. */
export function assertActiveTeacher(tx: Tx, teacher_id: number): void {
  if (!tx.get('teachers', teacher_id).active && tx.assumes(refusesInactiveTeacher)) {
    throw unprocessable({ teacher_id: ['is not active'] }, refusesInactiveTeacher)
  }
}

/** The role of a teacher for whom none was said. */
export const defaultTeacherRoleId = (tx: Tx): number =>
  firstIdOrCreate(tx, 'teacher_roles', () => ({ name: 'Teacher' }))

/** Makes these the teachers of a planned course; who stays keeps the role that they have. */
export function assignTeachers(tx: Tx, planned_course_id: number, teacherIds: number[]): void {
  const before = tx.where('teacher_enrollments', { planned_course_id })
  for (const { id, teacher_id } of before) {
    if (!teacherIds.includes(teacher_id)) tx.remove('teacher_enrollments', id)
  }
  const assignedIds = before.map(({ teacher_id }) => teacher_id)
  for (const teacher_id of new Set(teacherIds)) {
    if (!assignedIds.includes(teacher_id)) {
      assertActiveTeacher(tx, teacher_id)
      tx.insert('teacher_enrollments', { planned_course_id, teacher_id })
    }
  }
  const after = tx.where('teacher_enrollments', { planned_course_id })
  if (!haveSameTeachers(before, after)) emitCourseTeachersChanged(tx, planned_course_id)
}

/** Says that the teachers of a planned course are others now. */
export function emitCourseTeachersChanged(tx: Tx, planned_course_id: number): void {
  tx.update('planned_courses', planned_course_id, {}, 'planned_course.teacher_attendees_changed')
}

/** Takes a teacher away from everything that they teach, and then altogether. */
export function removeTeacher(tx: Tx, teacher_id: number): void {
  for (const { id, planned_course_id } of tx.where('teacher_enrollments', { teacher_id })) {
    tx.remove('teacher_enrollments', id)
    emitCourseTeachersChanged(tx, planned_course_id)
  }
  for (const attendee of tx.where('planning_attendees', { teacher_id })) {
    tx.remove('planning_attendees', attendee.id)
    emitAttendableTeachersChanged(tx, attendee)
  }
  tx.remove('teachers', teacher_id)
}

/** An example that names a teacher who teaches. */
export const activeTeacherExample = (tx: Tx) => ({
  body: { teacher_ids: [firstIdWhere(tx, 'teachers', ({ active }) => active)] },
})

/** The id of a teacher who stands nowhere in a table yet, so that putting them there succeeds. */
export const unassignedTeacherId = (tx: Tx, table: 'planning_attendees' | 'teacher_enrollments') =>
  firstIdWhere(
    tx,
    'teachers',
    ({ id, active }) => active && tx.count(table, { teacher_id: id }) === 0,
  )

interface AttendableRef {
  readonly attendable_type?: AttendableType
  readonly attendable_id?: number
}

/** The teacher of the course who is at an event of it, unless they are elsewhere at that time. */
export function availableTeacherId(tx: Tx, at: AttendableRef): number | null {
  const slot = findSlot(tx, at)
  const meeting = tx.find('meetings', slot && ('meeting_id' in slot ? slot.meeting_id : slot.id))
  if (!slot || !meeting) return null
  const { planned_course_id } = meeting
  const teacher_id = tx.where('teacher_enrollments', { planned_course_id })[0]?.teacher_id ?? null
  const isBusy = tx
    .where('planning_attendees', { teacher_id: teacher_id ?? 0 })
    .map((other) => findSlot(tx, other))
    .some((other) => other && slotsOverlap(slot, other))
  return isBusy ? null : teacher_id
}

const findSlot = (tx: Tx, { attendable_type = 'Meeting', attendable_id }: AttendableRef) =>
  tx.find(attendableTables[attendable_type], attendable_id)

interface Slot {
  readonly start_date_time: string
  readonly end_date_time: string
}

const slotsOverlap = (a: Slot, b: Slot): boolean =>
  a.start_date_time < b.end_date_time && b.start_date_time < a.end_date_time

const haveSameTeachers = (a: { id: number }[], b: { id: number }[]): boolean =>
  JSON.stringify(a.map(({ id }) => id)) === JSON.stringify(b.map(({ id }) => id))
