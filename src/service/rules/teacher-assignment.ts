/** Assigning teachers to planned courses and meetings. */
import * as d from '../../engine/define/define.ts'
import {
  emitAttendableTeachersChanged,
  attendableTables,
  type AttendableType,
} from './attendables.ts'
import { firstIdOrCreate } from '../fields/first-record.ts'
import { refusesInactiveTeacher } from '../behaviours/planning.ts'

/** Refuses an inactive teacher, under the field of the request. Earlier assignments stay. */
export function assertActiveTeacher(tx: d.Tx, teacher_id: number, field = 'teacher_id'): void {
  if (!tx.get('teachers', teacher_id).active && tx.assumes(refusesInactiveTeacher)) {
    throw d.unprocessable({ [field]: ['is not active'] }, refusesInactiveTeacher)
  }
}

/** Returns the id of the default role: the first one. */
export const defaultTeacherRoleId = (tx: d.Tx): number =>
  firstIdOrCreate(tx, 'teacher_roles', () => ({ name: 'Teacher' }))

/** Replaces the teachers of a planned course. Teachers who stay keep their role. */
export function assignTeachers(tx: d.Tx, planned_course_id: number, teacherIds: number[]): void {
  const before = tx.where('teacher_enrollments', { planned_course_id })
  for (const { id, teacher_id } of before) {
    if (!teacherIds.includes(teacher_id)) tx.remove('teacher_enrollments', id)
  }
  const assignedIds = before.map(({ teacher_id }) => teacher_id)
  for (const teacher_id of new Set(teacherIds)) {
    if (!assignedIds.includes(teacher_id)) {
      assertActiveTeacher(tx, teacher_id, 'teacher_ids')
      tx.insert('teacher_enrollments', { planned_course_id, teacher_id })
    }
  }
  const after = tx.where('teacher_enrollments', { planned_course_id })
  if (!haveSameTeachers(before, after)) emitCourseTeachersChanged(tx, planned_course_id)
}

export function emitCourseTeachersChanged(tx: d.Tx, planned_course_id: number): void {
  tx.update('planned_courses', planned_course_id, {}, 'planned_course.teacher_attendees_changed')
}

/** Deletes a teacher and all assignments of the teacher. */
export function removeTeacher(tx: d.Tx, teacher_id: number): void {
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

export const activeTeacherExample = (tx: d.Tx) => ({
  body: { teacher_ids: [d.firstIdWhere(tx, 'teachers', ({ active }) => active)] },
})

/** Returns the id of an active teacher without a row in the table, so that an assignment succeeds. */
export const unassignedTeacherId = (
  tx: d.Tx,
  table: 'planning_attendees' | 'teacher_enrollments',
) =>
  d.firstIdWhere(
    tx,
    'teachers',
    ({ id, active }) => active && tx.count(table, { teacher_id: id }) === 0,
  )

interface AttendableRef {
  readonly attendable_type?: AttendableType
  readonly attendable_id?: number
}

/**
 * Returns the first teacher of the event's course, or null if the teacher attends another event then, or is
 * not free for another reason.
 */
export function availableTeacherId(
  tx: d.Tx,
  at: AttendableRef,
  isFreeAt: (tx: d.Tx, user_id: number, slots: readonly Slot[]) => boolean,
): number | null {
  const slot = findSlot(tx, at)
  const meeting = tx.find('meetings', slot && ('meeting_id' in slot ? slot.meeting_id : slot.id))
  if (!slot || !meeting) return null
  const { planned_course_id } = meeting
  const teacher_id = tx.where('teacher_enrollments', { planned_course_id })[0]?.teacher_id ?? null
  const isBusy = tx
    .where('planning_attendees', { teacher_id: teacher_id ?? 0 })
    .map((other) => findSlot(tx, other))
    .some((other) => other && slotsOverlap(slot, other))
  const user_id = tx.find('teachers', teacher_id)?.user_id ?? 0
  return isBusy || !isFreeAt(tx, user_id, [slot]) ? null : teacher_id
}

const findSlot = (tx: d.Tx, { attendable_type = 'Meeting', attendable_id }: AttendableRef) =>
  tx.find(attendableTables[attendable_type], attendable_id)

interface Slot {
  readonly start_date_time: string
  readonly end_date_time: string
}

const slotsOverlap = (a: Slot, b: Slot): boolean =>
  a.start_date_time < b.end_date_time && b.start_date_time < a.end_date_time

const haveSameTeachers = (a: { id: number }[], b: { id: number }[]): boolean =>
  JSON.stringify(a.map(({ id }) => id)) === JSON.stringify(b.map(({ id }) => id))
