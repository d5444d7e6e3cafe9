import * as d from '../../engine/define/define.ts'
import {
  emitCourseTeachersChanged,
  unassignedTeacherId,
  assertActiveTeacher,
  defaultTeacherRoleId,
} from '../rules/teacher-assignment.ts'
import { assertNoDuplicate, type DuplicateRefusal } from '../fields/duplicate-rows.ts'
import type { Rows } from '../generated/rows.ts'
import { refusesDuplicateTeacher } from '../behaviours/planning.ts'

type TeacherEnrollmentRow = Rows['teacher_enrollments']

const TeacherEnrollmentShape = {
  ...d.identity,
  planned_course_id: d.ref('planned_courses').partOf(),
  teacher_id: d.ref('teachers'),
  teacher_role_id: d.ref('teacher_roles').defaultsTo((tx) => defaultTeacherRoleId(tx)),
  ...d.timestamps,
}

const { planned_course_id, teacher_id, teacher_role_id } = TeacherEnrollmentShape

const duplicateRefusal: DuplicateRefusal = {
  status: 422,
  errors: { teacher_id: ['is already assigned to the planned course'] },
  behaviour: refusesDuplicateTeacher,
}

function assertNotAssigned(tx: d.Tx, values: Pair, ownId?: number): void {
  const { planned_course_id, teacher_id } = values
  const pair = { planned_course_id, teacher_id }
  assertNoDuplicate(tx, 'teacher_enrollments', pair, duplicateRefusal, ownId)
}

function createTeacherEnrollment(
  tx: d.Tx,
  values: Partial<TeacherEnrollmentRow> & Pair,
): TeacherEnrollmentRow {
  assertActiveTeacher(tx, values.teacher_id)
  assertNotAssigned(tx, values)
  const enrollment = tx.insert('teacher_enrollments', values)
  emitCourseTeachersChanged(tx, enrollment.planned_course_id)
  return enrollment
}

type Pair = Pick<TeacherEnrollmentRow, 'planned_course_id' | 'teacher_id'>

const example = (tx: d.Tx) => ({
  body: { teacher_id: unassignedTeacherId(tx, 'teacher_enrollments') },
})

const reads = ['courses:read'] as const
const writes = ['courses:modify'] as const
const nestedPath = '/planned_courses/{planned_course_id}/teacher_enrollments'
const courseParams = { planned_course_id: d.ref('planned_courses') }

export default d.resource(
  'teacher_enrollments',
  TeacherEnrollmentShape,
  { singular: 'TeacherEnrollment' },
  ({ list }) => ({
    description: 'The assignment of a teacher to a planned course.',

    operations: {
      get_teacher_enrollments: list({
        scopes: reads,
        filters: { planned_course_id: d.equals('planned_course_id') },
      }),
      get_teacher_enrollments_by_planned_course_id: list({
        path: nestedPath,
        params: courseParams,
        scopes: reads,
        unpagedInReference: true,
      }),
      create_teacher_enrollment: d.operation({
        method: 'POST',
        path: '/teacher_enrollments',
        scopes: writes,
        body: {
          planned_course_id: planned_course_id.required().alias('planned_course'),
          teacher_id: teacher_id.required().alias('teacher'),
          teacher_role_id: teacher_role_id.alias('role'),
        },
        presenter: d.created('teacher_enrollments'),
        example,
        handle: (tx, { body }) => createTeacherEnrollment(tx, body),
      }),
      create_teacher_enrollment_by_planned_course_id: d.operation({
        method: 'POST',
        path: nestedPath,
        params: courseParams,
        scopes: writes,
        body: { teacher_id: teacher_id.required(), teacher_role_id },
        presenter: d.created('teacher_enrollments'),
        example,
        handle: (tx, { planned_course_id: id, body }) =>
          createTeacherEnrollment(tx, { ...body, planned_course_id: id }),
      }),
      update_teacher_enrollment_by_id: d.operation({
        method: 'PUT',
        path: '/teacher_enrollments/{id}',
        scopes: writes,
        body: { planned_course_id, teacher_id, teacher_role_id },
        presenter: d.record('teacher_enrollments'),
        example,
        handle(tx, { id, body }) {
          const before = tx.get('teacher_enrollments', id)
          const next = { ...before, ...body }
          if (next.teacher_id !== before.teacher_id) assertActiveTeacher(tx, next.teacher_id)
          assertNotAssigned(tx, next, id)
          const after = tx.update('teacher_enrollments', id, body)
          for (const course of new Set([before.planned_course_id, after.planned_course_id])) {
            if (after !== before) emitCourseTeachersChanged(tx, course)
          }
          return after
        },
      }),
      delete_teacher_enrollment_by_id: d.operation({
        method: 'DELETE',
        path: '/teacher_enrollments/{id}',
        scopes: ['courses:destroy'],
        presenter: d.statusMessage('The TeacherEnrollment was deleted.'),
        handle(tx, { id }) {
          const enrollment = tx.get('teacher_enrollments', id)
          tx.remove('teacher_enrollments', id)
          emitCourseTeachersChanged(tx, enrollment.planned_course_id)
        },
      }),
    },

    acts: {
      assign_teacher: d.actFromOperation('create_teacher_enrollment', {
        summary: 'Assigns a teacher to a planned course.',
      }),
    },

    recipe: {
      rowCounts: d.rowCounts(4, 140, 2_000),
      fields: {
        planned_course_id: ({ number, tx, pick }) =>
          tx.find('planned_courses', number)?.id ?? pick('planned_courses'),
        // Inactive teachers have past courses, and a teacher is assigned to a course once.
        teacher_id: ({ parent, row, tx, pickLeavingGaps }) => {
          const isOver = parent('planned_course_id')['status'] === 'completed'
          const teacher_id = pickLeavingGaps('teachers', ({ active }) => active || isOver)
          const same = { planned_course_id: row['planned_course_id'] as number }
          const known = tx.where('teacher_enrollments', same)
          return known.some((other) => other.teacher_id === teacher_id) ? null : teacher_id
        },
        teacher_role_id: ({ pick }) => pick('teacher_roles'),
      },
    },
  }),
)
