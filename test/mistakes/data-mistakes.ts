/** Common mistakes with data, each with the call and the message that it must cause. */
import { createEmulator } from 'course-admin-emulator'
import { any, call, type Mistake } from './mistake.ts'

export const dataMistakes: readonly Mistake[] = [
  [
    'a resource by a common name',
    ({ given }) => given(any('students')),
    'Could not create students: there is no resource "students". Did you mean "users"?',
  ],
  [
    'a copy of a record',
    ({ given }) => given('users', any({ ...given('users'), first_name: 'Tom' })),
    'For a copy of a record, give only the fields that differ.',
  ],
  [
    'a resource in the singular',
    ({ given }) => given(any('user')),
    'Could not create user: there is no resource "user". Did you mean "users"?',
  ],
  [
    'a resource with another common name',
    ({ given }) => given(any('lessons')),
    'Could not create lessons: there is no resource "lessons". Did you mean "meetings"?',
  ],
  [
    'a record without a resource',
    ({ given }) => call(given),
    'Could not create a record: the name of the resource is missing. 20 of the 66 are: accounts',
  ],
  [
    'an id after which no exact number follows',
    ({ given }) => given('users', { id: Number.MAX_SAFE_INTEGER }),
    'Could not create users: its id is 9007199254740991, and the largest id is 1000000000000. Give another value, or omit it and the emulator generates one.',
  ],
  [
    'a number of records among the values',
    (emulator) => void emulator.given('users', any({ count: 3 })),
    'Could not create users: there is no field of users "count". Give a number of records before the values: given("users", 3, { … }).',
  ],
  [
    'an unknown field',
    ({ given }) => given<'users'>('users', any({ name: 'Mia' })),
    'Could not create users: there is no field of users "name". Did you mean "first_name", "middle_name" or "last_name"?',
  ],
  [
    'a misspelt field',
    ({ given }) => given<'users'>('users', any({ frist_name: 'Mia' })),
    'Could not create users: there is no field of users "frist_name". Did you mean "first_name"?',
  ],
  [
    'a field by a common name',
    ({ given }) => given<'courses'>('courses', any({ title: 'X' })),
    'Could not create courses: there is no field of courses "title". Did you mean "name"?',
  ],
  [
    'a journal kind by a common name',
    ({ journal }) => journal({ kind: any('delivery') }),
    'Could not filter the journal: there is no kind "delivery". Did you mean "attempt"?',
  ],
  [
    'a value outside an enumeration',
    ({ given }) => given('enrollments', { status: any('open') }),
    'Could not create enrollments: status must be one of confirmed, active, canceled, completed. Give another value, or omit it and the emulator generates one.',
  ],
  [
    'a reference that is undefined',
    ({ given }) => given('enrollments', any({ student_id: undefined })),
    'Could not create enrollments: student_id is undefined. Give a record or its id, null for none, or leave it out.',
  ],
  [
    'an unknown custom field',
    ({ given }) => {
      given('custom_fields', { object_type: 'users', slug: 'diet', field_type: 'string' })
      return given('users', { custom: { diett: 'vegan' } })
    },
    'Could not create users: there is no key of custom "diett". Did you mean "diet"?',
  ],
  [
    'rows with a field that is undefined',
    ({ rows }) => rows('users', any({ id: undefined })),
    'Could not match rows of users: id is undefined. Give null for a field without a value, or leave the field out.',
  ],
  [
    'a reference without a record',
    ({ given }) => given('enrollments', { student_id: 4711 }),
    'Could not create enrollments: student_id 4711 does not exist. Give another value, or omit it and the emulator generates one.',
  ],
  [
    'a record of another resource',
    ({ given }) => given('enrollments', { student_id: any(given('courses')) }),
    'Could not create enrollments: `student_id` is a record of courses. Give a record of users, or its id.',
  ],
  [
    'the count after the values',
    ({ given }) => call(given, 'users', { first_name: 'Mia' }, 2),
    'Could not create users: 2 comes after the values. Give a resource, a count and values: given("users", 2, { first_name: "Mia" }).',
  ],
  [
    'a negative count',
    ({ given }) => call(given, 'users', -1),
    'Could not create users: "count" is -1. Give a whole number from 0 to 100000.',
  ],
  [
    'values as a list',
    ({ given }) => given<'users'>('users', any([{ first_name: 'Mia' }])),
    'Could not create users: the values are [{"first_name":"Mia"}]. Call `given` once for each: `list.map((values) => emulator.given(resource, values))`.',
  ],
  [
    'records that only the emulator creates',
    ({ given }) => given('api_keys'),
    'Could not create api_keys: only the emulator creates these records. Create tokens with `mintToken`. Events create deliveries; the planning creates conflicts.',
  ],
  [
    'rows with a list of ids',
    ({ rows }) => rows('users', { id: any([1, 2]) }),
    'Could not find users: id is a list, and a filter has one value. Give a function: rows("users", (record) => …).',
  ],
  [
    'rows with a pattern',
    ({ rows }) => rows('users', { first_name: any(/M/) }),
    'Could not find users: first_name is a pattern, and a filter has one value.',
  ],
  [
    'rows with a day that no calendar has',
    ({ rows }) => rows('planned_courses', { start_date: '2026-02-30' }),
    'Could not match rows of planned_courses: start_date is "2026-02-30", which is not a calendar date. Give a text such as "2026-03-01", a Date, or a relative date such as "-2w".',
  ],
  [
    'rows with a day in the place of a moment',
    ({ rows }) => rows('users', { created_at: '2026-03-01' }),
    'Could not match rows of users: created_at is "2026-03-01", which is not a timestamp. Give a text such as "2026-03-01T09:00:00.000Z", a Date, or a relative date such as "-2w".',
  ],
  [
    'rows of an unknown resource',
    ({ rows }) => rows(any('sessions')),
    'Could not find the resource "sessions": the name is unknown. Did you mean "meetings"?',
  ],
  [
    'rows with an unknown field',
    ({ rows }) => rows('users', any({ nme: 'Mia' })),
    'Could not match rows of users: there is no field of users "nme". Did you mean "first_name", "middle_name" or "last_name"?',
  ],
  [
    'a row of an unknown resource',
    ({ row }) => row(any('people'), any(1)),
    'Could not find the resource "people": the name is unknown. Did you mean "users"?',
  ],
  [
    'a row without an id',
    ({ row }) => call(row, 'users'),
    'Could not find a record of users: its id is missing. An id of users is a whole number. For a filter, use `rows`.',
  ],
  [
    'a row whose id is a text',
    ({ row }) => call(row, 'users', '1'),
    'Could not find a record of users: its id is "1". An id of users is a whole number. For a filter, use `rows`.',
  ],
  [
    'a row by its values',
    ({ row }) => call(row, 'users', { first_name: 'Mia' }),
    'Could not find a record of users: its id is {"first_name":"Mia"}. An id of users is a whole number. For a filter, use `rows`.',
  ],
  [
    'a row of webhooks by a number',
    ({ row }) => call(row, 'webhooks', 1),
    'Could not find a record of webhooks: its id is 1. An id of webhooks is a string. For a filter, use `rows`.',
  ],
  [
    'imported records that are not a list',
    ({ importRecords: load }) => load({ users: any(5) }),
    'Could not import users: the value holds no records. Give a list of records, a collection, or a model.',
  ],
  [
    'imported records of an unknown resource',
    ({ importRecords: load }) => load(any({ customers: [] })),
    'Could not find the resource "customers": the name is unknown. Did you mean "users"?',
  ],
  [
    'imported records without a resource',
    ({ importRecords: load }) => load(any(undefined)),
    'Could not import records: the argument is undefined. Give lists of records by resource, such as { users: [{ id: 1 }] }.',
  ],
  [
    'an unknown act',
    ({ act }) => (act as never as Record<string, () => void>)['mergeUser']?.(),
    'Could not find the act "mergeUser": the name is unknown. Did you mean "mergeUsers"?',
  ],
  [
    'an act without its input',
    ({ act }) => act.mergeUsers(any(undefined)),
    'Could not merge users: primary is missing; secondary is missing. Give primary, secondary.',
  ],
  [
    'an act with an unknown input',
    ({ act, given }) => act.deleteUser(any({ usr: given('users') })),
    'Could not delete user: there is no input "usr". Did you mean "user"?',
  ],
  [
    'an act with a promise of a record',
    ({ act, given }) => act.deleteUser({ user: any(Promise.resolve(given('users'))) }),
    'Could not delete user: `user` is a promise. Await it.',
  ],
  [
    'an act with a list of records',
    ({ act, given }) => act.deleteUser({ user: any(given('users', 2)) }),
    'Could not delete user: `user` is a list of 2. Give one record of users, or its id.',
  ],
  [
    'an update of a promise of a record',
    ({ act, given }) => act.update('users', any(Promise.resolve(given('users'))), {}),
    'Could not update users: `the record` is a promise. Await it.',
  ],
  [
    'a reference to a list of records',
    ({ given }) => given('enrollments', { student_id: any(given('users', 2)) }),
    'Could not create enrollments: `student_id` is a list of 2. Give one record of users, or its id.',
  ],
  [
    'a duration in place of a date',
    ({ given }) => given('planned_courses', { start_date: '2w' }),
    'Could not create planned_courses: start_date must be a date, yyyy-MM-dd. For a relative date, give "+2w".',
  ],
  [
    'a date in words',
    ({ given }) => given('planned_courses', { start_date: '2 weeks' }),
    'Could not create planned_courses: start_date must be a date, yyyy-MM-dd. For a relative date, give a text such as "+2w" or "-30d".',
  ],
  [
    'records by resource',
    ({ given }) => given(any({ users: 2 })),
    'Could not create records: the name of the resource is {"users":2}. Give a resource, a count and values: given("users", 2, { first_name: "Mia" }).',
  ],
  [
    'an act with an unknown record',
    ({ act }) => act.deleteUser({ user: 4711 }),
    'Could not delete user: user does not exist. Check that the records exist and that their state allows the act.',
  ],
  [
    'an act with an id that is not a number',
    ({ act }) => act.deleteUser({ user: any('abc') }),
    'Could not delete user: user must be a whole number.',
  ],
  [
    'an act with a wrong record',
    ({ act, given }) => act.deleteUser({ user: any(given('courses')) }),
    'Could not delete user: `user` is a record of courses. Give a record of users, or its id.',
  ],
  [
    'an act with a record of another emulator',
    ({ act, given }) => {
      given('users')
      return act.deleteUser({ user: createEmulator({ world: 'empty' }).given('users') })
    },
    'Could not delete user: `user` is a record of another emulator. Give a record that this emulator returned, or an id.',
  ],
  [
    'an update of a record of another emulator',
    ({ act, given }) => {
      const other = createEmulator({ world: 'empty' }).given('users')
      given('users')
      return act.update('users', other, { first_name: 'Mia' })
    },
    'Could not update users',
  ],
  [
    'a reference to a record of another emulator',
    ({ given }) => {
      given('users')
      const other = createEmulator({ world: 'empty' }).given('users')
      return given('enrollments', { student_id: other })
    },
    'Could not create enrollments: `student_id` is a record of another emulator.',
  ],
  [
    'a filter with a record of another emulator',
    ({ rows }) => {
      const other = createEmulator({ world: 'empty' }).given('users')
      return rows('enrollments', { student_id: any(other) })
    },
    'Could not find enrollments: `student_id` is a record of another emulator.',
  ],
  [
    'a token of a user of another emulator',
    ({ mintToken }) => {
      const other = createEmulator({ world: 'empty' }).given('users')
      return mintToken({ user: other })
    },
    'Could not mint a token: `user` is a record of another emulator.',
  ],
  [
    'an act with a record in place of its input',
    ({ act, given }) => act.deleteUser(any(given('users'))),
    'Could not delete user: its input is a record. Give an object, such as { user: … }.',
  ],
  [
    'a filter that returns a promise',
    ({ rows }) =>
      rows(
        'users',
        any(async () => false),
      ),
    'Could not find users: the function that selects records returns a promise. Give a function without `async`.',
  ],
  [
    'a filter that returns nothing',
    ({ rows }) =>
      rows('users', ((user: { seen?: boolean }) => {
        user.seen = true
      }) as never),
    'Could not find users: the function that selects records returns nothing. Return the condition, or leave out the braces.',
  ],
  [
    'a query that returns a promise',
    ({ rows }) => rows('users', { test: any(async () => false) }),
    'Could not find users: the function that selects records returns a promise.',
  ],
  [
    'an update without a resource',
    ({ act, given }) => call(act.update, given('users'), { first_name: 'Mia' }),
    'the resource is a record. Give the name of the resource first: update(resource, id, values).',
  ],
  [
    'an act with two objects',
    ({ act, given }) => call(act.deleteUser, { user: given('users') }, { notify: true }),
    'Could not call `act.deleteUser`: there are too many arguments: {"notify":true}. Give one object: deleteUser({ user: … }).',
  ],
  [
    'an update without an id',
    ({ act }) => call(act.update, 'users', { first_name: 'Mia' }),
    'Could not update users: the values are missing. Give them after the id: update("users", 1, { … }).',
  ],
  [
    'a merge of a user with itself',
    ({ act, given }) => act.mergeUsers({ primary: given('users', { id: 900 }), secondary: 900 }),
    'Could not merge users: secondary is the primary user. Check that the records exist and that their state allows the act.',
  ],
  [
    'an update of an unknown record',
    ({ act }) => act.update('users', 4711, { first_name: 'Mia' }),
    'Could not update users 4711: there is no record 4711 in users. Check that the records exist and that their state allows the act.',
  ],
  [
    'an update with a value that is undefined',
    ({ act, given }) => act.update('users', given('users'), any({ email: undefined })),
    'Could not update users 2: email is undefined. Give null for a field without a value.',
  ],
  [
    'an update of a token with an unknown scope',
    ({ act }) => act.update('api_keys', 1, { scopes: any(['everything']) }),
    'Could not find the scope "everything": the name is unknown.',
  ],
  [
    'an update of a token with a text that no token has',
    ({ act }) => act.update('api_keys', 1, { token: 'a token' }),
    'Could not update api_keys 1: the token is not valid. Give 1 to 200 letters, digits, and ".", "_" or "-".',
  ],
  [
    'scopes without a token',
    ({ setScopes }) => call(setScopes, ['relations:read']),
    'Could not change the scopes of a token: the token is missing. Give it before the scopes: setScopes(emulator.token, ["relations:read"]).',
  ],
  [
    'an update with the id among the values',
    ({ act, given }) => {
      const { id } = given('users')
      return call(act.update, 'users', { id, first_name: 'Zed' })
    },
    'the values are missing. Give them after the id: update("users", 1, { … }).',
  ],
  [
    'a removal without an id',
    ({ act }) => act.remove('users', any(undefined)),
    'Could not remove users: "id" is not a number or a string. Give resource, id.',
  ],
  [
    'a scope by a common name',
    ({ mintToken }) => mintToken({ scopes: any(['users:read']) }),
    'Could not find the scope "users:read": the name is unknown. Did you mean "relations:read"?',
  ],
  [
    'a scope with a common verb',
    ({ mintToken }) => mintToken({ scopes: any(['courses:write']) }),
    'Could not find the scope "courses:write": the name is unknown. Did you mean "courses:modify"?',
  ],
  [
    'a misspelt scope by a common name',
    ({ mintToken }) => mintToken({ scopes: any(['user.reed']) }),
    'Could not find the scope "user.reed": the name is unknown. Did you mean "relations:read"?',
  ],
  [
    'a scope with an unknown verb',
    ({ mintToken }) => mintToken({ scopes: any(['webhook:manage']) }),
    'Could not find the scope "webhook:manage": the name is unknown. Known are: settings:modify, settings:read.',
  ],
  [
    'scopes as text',
    ({ mintToken }) => mintToken({ scopes: any('courses:read') }),
    'Could not mint a token: "scopes" is "courses:read". Give a list of strings, such as ["courses:read"].',
  ],
  [
    'a token of an unknown user',
    ({ mintToken }) => mintToken({ user: 4711 }),
    'Could not mint a token: there is no user 4711. Create one with `given("users")`, or leave out `user`.',
  ],
  [
    'scopes of an unknown token',
    ({ setScopes }) => setScopes('secret', []),
    'Could not change the scopes of a token: "secret" is not a token of this emulator. Use `emulator.token`, or one from `mintToken`.',
  ],
  [
    'a misspelt flag',
    ({ flags }) => flags(any({ Deparments: false })),
    'Could not find the flag "Deparments": the name is unknown. Did you mean "Departments"?',
  ],
]
