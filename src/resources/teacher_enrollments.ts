import {
  amounts,
  assumed,
  created,
  done,
  equals,
  identity,
  operation,
  performs,
  record,
  ref,
  resource,
  stamps,
  type Tx,
  unprocessable,
} from '../define/define.ts'
import { announceTeachers, freeTeacher, insistOnActive, usualRole } from './rules/teacher-assignment.ts'
import type { Rows } from '../generated/rows.ts'

type TeacherEnrollmentRow = Rows['teacher_enrollments']

const oncePerCourse = assumed(
  'teacher_enrollment.pair',
  'a teacher is on a planned course once; 422',
  {
    because: 'one person teaches a course once, in one role',
    instead: 'a teacher can be put on a planned course several times',
  },
)

/** A teacher's part in a planned course. */
export const TeacherEnrollment = {
  ...identity,
  planned_course_id: ref('planned_courses').part(),
  teacher_id: ref('teachers'),
  teacher_role_id: ref('teacher_roles').initially((tx) => usualRole(tx)),
  ...stamps,
}

const { planned_course_id, teacher_id, teacher_role_id } = TeacherEnrollment

function insistOnOnce(tx: Tx, pair: Partial<TeacherEnrollmentRow>, own?: number): void {
  const held = tx.where('teacher_enrollments', pair).filter(({ id }) => id !== own)
  if (held.length > 0 && tx.takes(oncePerCourse)) {
    throw unprocessable({ teacher_id: ['is on the planned course already'] }, oncePerCourse)
  }
}

function assign(tx: Tx, values: Partial<TeacherEnrollmentRow> & Pair): TeacherEnrollmentRow {
  insistOnActive(tx, values.teacher_id)
  insistOnOnce(tx, { planned_course_id: values.planned_course_id, teacher_id: values.teacher_id })
  const enrollment = tx.insert('teacher_enrollments', values)
  announceTeachers(tx, enrollment.planned_course_id)
  return enrollment
}

type Pair = Pick<TeacherEnrollmentRow, 'planned_course_id' | 'teacher_id'>

const example = (tx: Tx) => ({ body: { teacher_id: freeTeacher(tx, 'teacher_enrollments') } })

const reads = ['courses:read'] as const
const writes = ['courses:modify'] as const
const nested = '/planned_courses/{planned_course_id}/teacher_enrollments'
const ofCourse = { planned_course_id: ref('planned_courses') }

export default resource(
  'teacher_enrollments',
  TeacherEnrollment,
  { one: 'TeacherEnrollment' },
  ({ list }) => ({
    operations: {
      get_teacher_enrollments: list({
        scopes: reads,
        filters: { planned_course_id: equals('planned_course_id') },
      }),
      get_teacher_enrollments_by_planned_course_id: list({
        path: nested,
        params: ofCourse,
        scopes: reads,
        unpagedInReference: true,
      }),
      create_teacher_enrollment: operation({
        method: 'POST',
        path: '/teacher_enrollments',
        scopes: writes,
        body: {
          planned_course_id: planned_course_id.required().called('planned_course'),
          teacher_id: teacher_id.required().called('teacher'),
          teacher_role_id: teacher_role_id.called('role'),
        },
        present: created('teacher_enrollments'),
        example,
        answer: (tx, { body }) => assign(tx, body),
      }),
      create_teacher_enrollment_by_planned_course_id: operation({
        method: 'POST',
        path: nested,
        params: ofCourse,
        scopes: writes,
        body: { teacher_id: teacher_id.required(), teacher_role_id },
        present: created('teacher_enrollments'),
        example,
        answer: (tx, { planned_course_id: id, body }) =>
          assign(tx, { ...body, planned_course_id: id }),
      }),
      update_teacher_enrollment_by_id: operation({
        method: 'PUT',
        path: '/teacher_enrollments/{id}',
        scopes: writes,
        body: { planned_course_id, teacher_id, teacher_role_id },
        present: record('teacher_enrollments'),
        example,
        answer(tx, { id, body }) {
          const before = tx.get('teacher_enrollments', id)
          const next = { ...before, ...body }
          if (next.teacher_id !== before.teacher_id) insistOnActive(tx, next.teacher_id)
          insistOnOnce(
            tx,
            { planned_course_id: next.planned_course_id, teacher_id: next.teacher_id },
            id,
          )
          const after = tx.update('teacher_enrollments', id, body)
          for (const course of new Set([before.planned_course_id, after.planned_course_id])) {
            if (after !== before) announceTeachers(tx, course)
          }
          return after
        },
      }),
      delete_teacher_enrollment_by_id: operation({
        method: 'DELETE',
        path: '/teacher_enrollments/{id}',
        scopes: ['courses:destroy'],
        present: done('The TeacherEnrollment was deleted.'),
        answer(tx, { id }) {
          const enrollment = tx.get('teacher_enrollments', id)
          tx.remove('teacher_enrollments', id)
          announceTeachers(tx, enrollment.planned_course_id)
        },
      }),
    },

    acts: {
      assign_teacher: performs('create_teacher_enrollment', {
        says: 'Puts a teacher on a planned course.',
      }),
    },

    recipe: {
      amounts: amounts(4, 140, 2_000),
      fields: {
        planned_course_id: ({ number, tx, pick }) =>
          tx.find('planned_courses', number)?.id ?? pick('planned_courses'),
        // Who no longer teaches did so once, and nobody teaches a course twice.
        teacher_id: ({ parent, row, tx, pickSparing }) => {
          const isOver = parent('planned_course_id')['status'] === 'completed'
          const teacher_id = pickSparing('teachers', ({ active }) => active || isOver)
          const same = { planned_course_id: row['planned_course_id'] as number }
          const known = tx.where('teacher_enrollments', same)
          return known.some((other) => other.teacher_id === teacher_id) ? null : teacher_id
        },
        teacher_role_id: ({ pick }) => pick('teacher_roles'),
      },
    },
  }),
)
