/** What the kit suggests for a wrong name: the name that its author meant, or nothing. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { any } from './mistake.ts'

const emulator = createEmulator({ world: 'empty' })

/** How a name of each kind reaches the kit. */
const uses = {
  act: (name: string) => Reflect.get(emulator.act, name).call(emulator.act, {}),
  resource: (name: string) => emulator.rows(any(name)),
  operation: (name: string) => emulator.fault({ operation: any(name), with: { status: 500 } }),
  event: (name: string) => emulator.fault({ event: any(name), with: { status: 500 } }),
  field: (name: string) => emulator.given('users', any({ [name]: 'x' })),
} satisfies Record<string, (name: string) => unknown>

function suggestionOf(kind: keyof typeof uses, name: string): string | undefined {
  try {
    uses[kind](name)
  } catch (error) {
    return /Did you mean "(.+)"\?/.exec((error as Error).message)?.[1]?.replace('" or "', '|')
  }
  throw new Error(`${kind} ${name} is known`)
}

/** The wrong names of each kind with the suggestion, or two of them; `-` for none. */
const nearMisses: Readonly<Record<keyof typeof uses, string>> = {
  act: `
    createEnrollment enroll
    addEnrollment enroll
    enrol enroll
    enrollUser enroll
    enrollStudent enroll
    unenroll cancelEnrollment
    cancelEnrolment cancelEnrollment
    cancelEnrollments cancelEnrollment
    deleteEnrollment cancelEnrollment
    removeUser deleteUser
    destroyUser deleteUser
    addUser createUser
    newUser createUser
    editUser updateUser
    changeUser updateUser
    renameUser -
    mergeUser mergeUsers
    mergeContacts -
    rejectOrder denyOrder
    acceptOrder approveOrder
    confirmOrder approveOrder
    cancelCourse cancelPlannedCourse
    finishEnrollment completeEnrollment
    payInvoices payInvoice
    closeInvoice -
    asignTeacher assignTeacher
    unassignTeacher -
    createWebhook registerWebhook
    addWebhook registerWebhook
    deleteWebhook -
    student -
    planMeeting planMeetings
    rotateSecrets rotateSecret`,
  resource: `
    user users
    student users
    Students users
    enrolment enrollments
    enrolments enrollments
    enrollment enrollments
    participant enrollments
    course courses
    course_edition planned_courses
    course_editions planned_courses
    plannedCourses planned_courses
    planned-course planned_courses
    lesson meetings
    teacher teachers
    company organizations
    organisation organizations
    organisations organizations
    webhook webhooks
    grade grades
    programme programs
    bananas -
    foo -`,
  operation: `
    update_user update_user_by_id
    edit_user update_user_by_id
    get_user get_user_by_id|get_users
    getUser get_user_by_id|get_users
    find_user get_user_by_id
    list_users get_users
    getUsers get_users
    get_usres get_users
    add_user create_user
    delete_user -
    get_enrollment get_enrollment_by_id|get_enrollments
    get_enrolment get_enrollment_by_id|get_enrollments
    cancel_enrollment cancel_enrollment_by_id
    delete_enrollment cancel_enrollment_by_id
    create_enrollment create_order
    get_order get_order_by_id|get_orders
    approve_order approve_order_by_id
    reject_order deny_order_by_id
    remove_task delete_task_by_id
    update_webhook update_webhook_by_id
    add_webhook create_webhook
    get_webhook get_webhook_by_id|get_webhooks
    get_courses_by_id get_course_by_id
    make_coffee -`,
  event: `
    user.removed user.deleted
    user.create user.created
    user.update user.updated
    user.changed user.updated
    user.edited user.updated
    user_updated user.updated
    userUpdated user.updated
    users.updated user.updated
    user.merge user.merged
    usr.updated user.updated
    enrolment.created enrollment.created
    enrollment.cancel enrollment.updated
    enrollment.cancelled enrollment.updated
    enrollment.completed enrollment.updated
    enrollment.added enrollment.created
    order.rejected order.denied
    order.accepted order.approved
    order.cancelled order.canceled
    order.cancel order.canceled
    plannedcourse.updated planned_course.updated
    meeting.removed meeting.deleted
    certificate.award certificate.awarded
    something.happened -`,
  field: `
    firstName first_name
    frist_name first_name
    lastname last_name
    mail email
    e_mail email
    shoe_size -`,
}

type Kind = keyof typeof uses

const rows = Object.entries(nearMisses).flatMap(([kind, text]) =>
  [...text.matchAll(/(\S+) (\S+)/g)].map(
    ([, name, expected]) => [kind as Kind, String(name), expected] as const,
  ),
)

test.each(rows)('%s %s: %s', (kind, name, expected) => {
  expect(suggestionOf(kind, name) ?? '-').toBe(expected)
})

test('no name of an act suggests the opposite', (): void => {
  const opposites: readonly (keyof Emulator['act'])[] = ['cancelEnrollment', 'deleteUser']
  for (const verb of ['create', 'add', 'new', 'insert', 'start'])
    for (const noun of ['Enrollment', 'User', 'Enrolment'])
      expect(opposites).not.toContain(suggestionOf('act', verb + noun))
})
