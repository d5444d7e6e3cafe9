/** Every act of an administrator, with inputs drawn from the rows that are there. */
import type { Emulator, ResourceName } from 'course-admin-emulator'
import type { Draw } from './draw.ts'

export interface ActParts {
  readonly emulator: Emulator
  readonly draw: Draw
}

/** The URL of webhooks that acts register. */
export const extraUrl = 'https://app.test/extra'

export type ActName = keyof Emulator['act']

/** An id of the table; 4711, which no row has, where there is none. */
function one(table: ResourceName, { emulator, draw }: ActParts): never {
  const ids = emulator.rows(table as 'users').map(({ id }) => id)
  return (ids.length > 0 && !draw.chance(0.05) ? draw.pick(ids) : 4_711) as never
}

/** A user other than the administrator, who owns the token. */
const person = (parts: ActParts): never => Math.max(2, one('users', parts)) as never

const recordTables = ['labels', 'categories', 'courses', 'teacher_roles', 'meetings'] as const
const publishedTables = ['courses', 'categories', 'programs'] as const
const fieldsOf = (draw: Draw) => ({ name: `Name ${draw.below(100)}` })

export const goldenActs: Readonly<Record<ActName, (parts: ActParts) => unknown>> = {
  enroll: (parts) =>
    parts.emulator.act.enroll({
      student: one('users', parts),
      planned_course: one('planned_courses', parts),
    }),
  cancelEnrollment: (parts) =>
    parts.emulator.act.cancelEnrollment({ enrollment: one('enrollments', parts) }),
  completeEnrollment: (parts) =>
    parts.emulator.act.completeEnrollment({
      enrollment: one('enrollments', parts),
      graduation_state: parts.draw.pick(['passed', 'failed']),
    }),
  planMeetings: (parts) =>
    parts.emulator.act.planMeetings({
      planned_course: one('planned_courses', parts),
      meetings: [
        { start_date_time: '2026-03-02T09:00:00.000Z', end_date_time: '2026-03-02T12:00:00.000Z' },
      ],
    }),
  requestOrder: (parts) =>
    parts.emulator.act.requestOrder({
      planned_course: one('planned_courses', parts),
      students: [one('users', parts)],
    }),
  approveOrder: (parts) => parts.emulator.act.approveOrder({ order: one('orders', parts) }),
  cancelOrder: (parts) => parts.emulator.act.cancelOrder({ order: one('orders', parts) }),
  denyOrder: (parts) => parts.emulator.act.denyOrder({ order: one('orders', parts) }),
  openInvoice: (parts) => parts.emulator.act.openInvoice({ invoice: one('invoices', parts) }),
  payInvoice: (parts) => parts.emulator.act.payInvoice({ invoice: one('invoices', parts) }),
  cancelPlannedCourse: (parts) =>
    parts.emulator.act.cancelPlannedCourse({ planned_course: one('planned_courses', parts) }),
  assignTeacher: (parts) =>
    parts.emulator.act.assignTeacher({
      planned_course: one('planned_courses', parts),
      teacher: one('teachers', parts),
    }),
  mergeUsers: (parts) =>
    parts.emulator.act.mergeUsers({ primary: one('users', parts), secondary: person(parts) }),
  deleteUser: (parts) => parts.emulator.act.deleteUser({ user: person(parts) }),
  createUser: ({ emulator, draw }) =>
    emulator.act.createUser({
      first_name: 'Mia',
      last_name: 'Berg',
      email: `mia-${draw.below(30)}@example.test`,
    }),
  updateUser: (parts) =>
    parts.emulator.act.updateUser({
      user: one('users', parts),
      first_name: parts.draw.pick(['Ann', 'Bo', 'Cato']),
    }),
  redeliver: (parts) =>
    parts.emulator.act.redeliver({ notification: one('webhook_notifications', parts) }),
  registerWebhook: ({ emulator, draw }) =>
    emulator.act.registerWebhook({
      url: draw.pick([extraUrl, 'https://app.test/up']),
      events: draw.pick([['user.updated'], ['user.merged', 'label.created']]),
    }),
  rotateSecret: (parts) =>
    parts.emulator.act.rotateSecret({
      webhook: one('webhooks', parts),
      graceS: parts.draw.below(600),
    }),
  create: ({ emulator, draw }) => emulator.act.create(draw.pick(recordTables), fieldsOf(draw)),
  update: (parts) => {
    const table = parts.draw.pick(recordTables)
    return parts.emulator.act.update(table, one(table, parts), fieldsOf(parts.draw))
  },
  remove: (parts) => {
    const table = parts.draw.pick(recordTables)
    parts.emulator.act.remove(table, one(table, parts))
  },
  publish: (parts) => {
    const table = parts.draw.pick(publishedTables)
    return parts.emulator.act.publish(table, one(table, parts))
  },
  unpublish: (parts) => {
    const table = parts.draw.pick(publishedTables)
    return parts.emulator.act.unpublish(table, one(table, parts))
  },
}
