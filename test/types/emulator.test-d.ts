/** What compiles and what must not, for users of the test kit. Checked by the compiler alone. */
import {
  createEmulator,
  type Course,
  type Enrollment,
  type SentMail,
  type User,
} from 'course-admin-emulator'
import { assertRow } from 'course-admin-emulator/node'
import { expect } from 'course-admin-emulator/vitest'
import { expectTypeOf } from 'vitest'

const emulator = createEmulator()

// given() knows every field of what it makes.
expectTypeOf(emulator.given('users')).toEqualTypeOf<User>()
expectTypeOf(emulator.given('users', { first_name: 'Mia' }).email).toEqualTypeOf<string>()
expectTypeOf(emulator.given('courses', 2)).toEqualTypeOf<[Course, Course]>()
expectTypeOf(emulator.given('courses', 3 as number)).toEqualTypeOf<Course[]>()
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
// @ts-expect-error it is worked out from other records
emulator.given('accounts', { users_count: 3 })
// @ts-expect-error what never leaves the service is in no record
void emulator.given('users').principal_id

// Rows are read as the service answers them, and found by what is stored.
expectTypeOf(emulator.row('users', 1)).toEqualTypeOf<User | undefined>()
expectTypeOf(emulator.rows('users', { principal_id: 'p' })).toEqualTypeOf<User[]>()
// @ts-expect-error ids of webhooks are texts
emulator.row('webhooks', 1)

// A function picks records, and knows their fields.
emulator.rows('enrollments', (each) => each.status === 'active')
// @ts-expect-error there is no such state
emulator.rows('enrollments', (each) => each.status === 'cancelled')

// Matchers stand for values, and words are those that there are.
expect(emulator).toHaveRow('users', { first_name: expect.stringContaining('M'), email: /@/ })
assertRow(emulator, 'enrollments', { status: 'canceled', times: 1 })
// @ts-expect-error there is no such state
assertRow(emulator, 'enrollments', { status: 'cancelled' })

// Acts take records or ids.
const [mia, double] = emulator.given('users', 2)
expectTypeOf(emulator.act.mergeUsers({ primary: mia, secondary: double.id })).toEqualTypeOf<User>()
// @ts-expect-error both are needed
emulator.act.mergeUsers({ primary: mia })
// @ts-expect-error there is no such act
emulator.act.mergeUser({})

expectTypeOf(emulator.act.enroll({ student: mia, planned_course: 1 })).toEqualTypeOf<Enrollment>()
// @ts-expect-error there is no such judgement
emulator.act.completeEnrollment({ enrollment: 1, graduation_state: 'done' })

// Acts for records of every kind know the fields of each, and what can be published.
expectTypeOf(emulator.act.update('courses', 1, { name: 'Law' })).toEqualTypeOf<Course>()
expectTypeOf(emulator.act.remove('courses', 1)).toEqualTypeOf<void>()
emulator.act.publish('catalog_variants', 1)
// @ts-expect-error there is no such field
emulator.act.create('users', { frist_name: 'Mia' })
// @ts-expect-error ids of webhooks are texts
emulator.act.remove('webhooks', 1)
// @ts-expect-error users are not published
emulator.act.publish('users', 1)

// What was sent is read, never written.
expectTypeOf(emulator.outbox).toEqualTypeOf<readonly SentMail[]>()

// Options know their names.
// @ts-expect-error there is no such world
createEmulator({ world: 'small-scool' })
// @ts-expect-error there is no such flag
createEmulator({ flags: { Progams: false } })
createEmulator({ clock: { scale: 60 } })
// @ts-expect-error there is no such clock
createEmulator({ clock: 'slow' })

// An answer is a status, data, or a handler of requests.
emulator.receiver({ url: 'https://app.test', answer: { status: 500, latency: '12s' } })
emulator.receiver({ url: 'https://app.test', answer: async (request) => new Response(request.url) })
// @ts-expect-error a text is no answer
emulator.receiver({ url: 'https://app.test', answer: 'ok' })
