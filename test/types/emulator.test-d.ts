/** Type tests for users of the test kit, checked by the compiler only. */
import { createEmulator, type Course, type Enrollment, type User } from 'course-admin-emulator'
import { assertRow, type RemoteEmulator } from 'course-admin-emulator/node'
import type { EmulatorParameters } from 'course-admin-emulator/storybook'
import { expect } from 'course-admin-emulator/vitest'
import { expectTypeOf } from 'vitest'

const emulator = createEmulator()

// `given` knows every field of the resource.
expectTypeOf(emulator.given('users')).toEqualTypeOf<User>()
expectTypeOf(emulator.given('users', { first_name: 'Mia' }).email).toEqualTypeOf<string>()
expectTypeOf(emulator.given('courses', 2)).toEqualTypeOf<[Course, Course]>()
expectTypeOf(emulator.given('courses', 3 as number)).toEqualTypeOf<Course[]>()
// A count of any size compiles, and the first records can be used without a check for undefined.
expectTypeOf(emulator.given('users', 1_000)).toExtend<User[]>()
expectTypeOf(emulator.given('users', 20_000)[99]).toEqualTypeOf<User>()
expectTypeOf(emulator.given('users', 3 as never)).toEqualTypeOf<User[]>()
// A value of the type `any` is the values of one record. With values after it, it is a count.
const parsed = JSON.parse('{}')
expectTypeOf(emulator.given('users', parsed)).toEqualTypeOf<User>()
expectTypeOf(emulator.given('users', parsed, { first_name: 'Mia' })).toEqualTypeOf<User[]>()
expectTypeOf(emulator.given('users', 2, undefined)).toEqualTypeOf<[User, User]>()
expectTypeOf<Enrollment['status']>().toEqualTypeOf<
  'confirmed' | 'active' | 'canceled' | 'completed'
>()
expectTypeOf<Enrollment['end_date']>().toEqualTypeOf<string | null>()

// @ts-expect-error there is no such resource
emulator.given('enrolments')
// @ts-expect-error there is no such state
emulator.given('enrollments', { status: 'cancelled' })
// @ts-expect-error there is no such field
emulator.given('users', { frist_name: 'Mia' })
// Errors name the fields of the resource: TypeScript reports the last overload.
expectTypeOf<Parameters<typeof emulator.given>['length']>().toEqualTypeOf<1 | 2>()
// @ts-expect-error it is worked out from other records
emulator.given('accounts', { users_count: 3 })
// @ts-expect-error what never leaves the service is in no record
void emulator.given('users').principal_id

// Rows are serialized records, found by stored values.
expectTypeOf(emulator.row('users', 1)).toEqualTypeOf<User | undefined>()
expectTypeOf(emulator.rows('users', { principal_id: 'p' })).toEqualTypeOf<User[]>()
// @ts-expect-error ids of webhooks are texts
emulator.row('webhooks', 1)

// A predicate knows the fields of the records.
emulator.rows('enrollments', (each) => each.status === 'active')
// @ts-expect-error there is no such state
emulator.rows('enrollments', (each) => each.status === 'cancelled')

// Matchers can replace values, and literals are checked.
expect(emulator).toHaveRow('users', { first_name: expect.stringContaining('M'), email: /@/ })
assertRow(emulator, 'enrollments', { status: 'canceled', times: 1 })
// A field that holds a day or a moment takes a Date and a relative date.
expect(emulator).toHaveRow('meetings', { start_date_time: new Date(), end_date_time: '+2h' })
assertRow(emulator, 'users', { created_at: new Date(), updated_at: /^2026/ })
// @ts-expect-error a name is not a date
assertRow(emulator, 'users', { first_name: new Date() })
// @ts-expect-error there is no such state
assertRow(emulator, 'enrollments', { status: 'cancelled' })

// Acts accept records or ids.
const [mia, double] = emulator.given('users', 2)
expectTypeOf(emulator.act.mergeUsers({ primary: mia, secondary: double.id })).toEqualTypeOf<User>()
// @ts-expect-error both are needed
emulator.act.mergeUsers({ primary: mia })
// @ts-expect-error there is no such act
emulator.act.mergeUser({})

expectTypeOf(emulator.act.enroll({ student: mia, planned_course: 1 })).toEqualTypeOf<Enrollment>()
// @ts-expect-error there is no such judgement
emulator.act.completeEnrollment({ enrollment: 1, graduation_state: 'done' })

// Acts for all resources know the fields of each, and which can be published.
expectTypeOf(emulator.act.update('courses', 1, { name: 'Law' })).toEqualTypeOf<Course>()
expectTypeOf(emulator.act.remove('courses', 1)).toEqualTypeOf<void>()
emulator.act.publish('catalog_variants', 1)
// @ts-expect-error there is no such field
emulator.act.create('users', { frist_name: 'Mia' })
// @ts-expect-error ids of webhooks are texts
emulator.act.remove('webhooks', 1)
// @ts-expect-error users are not published
emulator.act.publish('users', 1)

// Fields of sent mails are read-only.

// Names in options are checked.
// @ts-expect-error there is no such world
createEmulator({ world: 'small-scool' })
// @ts-expect-error there is no such flag
createEmulator({ flags: { Progams: false } })
createEmulator({ clock: { scale: 60 } })
// @ts-expect-error there is no such clock
createEmulator({ clock: 'slow' })

// An answer is a status, data or a request handler.
emulator.receiver({ url: 'https://app.test', answer: { status: 500, latency: '12s' } })
emulator.receiver({ url: 'https://app.test', answer: async (request) => new Response(request.url) })
// @ts-expect-error a string is not an answer
emulator.receiver({ url: 'https://app.test', answer: 'ok' })

// A required option must be given. `undefined` means the default of any other option.
// @ts-expect-error there is no URL
emulator.receiver({ events: ['user.merged'] })
// @ts-expect-error there is no effect
emulator.fault({ operation: 'get_users' })
// @ts-expect-error a status is a number
emulator.fault({ operation: 'get_users', with: { status: '503' } })
createEmulator({ world: undefined, rateLimit: { windowMs: undefined } })

// Rows can be used in place of their ids.
const [webhook] = emulator.rows('webhooks')
const [notification] = emulator.rows('webhook_notifications')
if (notification) emulator.act.redeliver({ notification })
if (webhook) emulator.act.rotateSecret({ webhook })

// A record of another resource is rejected.
const course = emulator.given('courses')
// @ts-expect-error a course is not a user
emulator.act.deleteUser({ user: course })
// @ts-expect-error a course is not a user
emulator.act.mergeUsers({ primary: mia, secondary: course })
// @ts-expect-error a course is not a user
emulator.act.update('users', course, { first_name: 'Mia' })
// @ts-expect-error a course is not a user
emulator.mintToken({ user: course })

// A record can be used in place of its id.
emulator.given('enrollments', { student_id: mia, planned_course_id: 1, order_id: null })
emulator.given('users', 2, { label_ids: [emulator.given('labels'), 3] })
emulator.rows('enrollments', { student_id: mia })
// @ts-expect-error a course is not a user
emulator.given('enrollments', { student_id: course })
// @ts-expect-error a course is not a user
emulator.rows('enrollments', { student_id: course })

// Names have exported types.
emulator.fault({ operation: 'get_users', group: 'users', with: { status: 503 } })
// @ts-expect-error there is no such operation
emulator.fault({ operation: 'get_usres', with: { status: 503 } })
// @ts-expect-error there is no such group
emulator.fault({ group: 'Usres', with: { status: 503 } })
// @ts-expect-error there is no such event
emulator.fault({ event: 'user.merge', with: { drop: true } })
emulator.fault({ with: { change: { act: 'mergeUsers' } } })
emulator.fault({ with: { change: { act: 'merge_users' } } })
// @ts-expect-error there is no such act
emulator.fault({ with: { change: { act: 'merge_user' } } })
// @ts-expect-error there is no such event
emulator.receiver({ url: 'https://app.test', events: ['user.merge'] })
emulator.mintToken({ scopes: ['courses:read'] })
// @ts-expect-error there is no such scope
emulator.mintToken({ scopes: ['course:read'] })
// @ts-expect-error there is no such scope
emulator.setScopes(emulator.token, ['course:read'])
export const faulty: EmulatorParameters = {
  // @ts-expect-error there is no such operation
  faults: [{ operation: 'get_course_s', with: { status: 503 } }],
  // @ts-expect-error there is no such scope
  scopes: ['course:read'],
}
export async function remotely(remote: RemoteEmulator): Promise<void> {
  await remote.act('merge_users', { primary: 1, secondary: 2 })
  // @ts-expect-error there is no such act
  await remote.act('merge_user', {})
  // @ts-expect-error there is no such scope
  await remote.mintToken({ scopes: ['course:read'] })
}
