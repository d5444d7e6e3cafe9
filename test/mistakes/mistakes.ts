/** Common mistakes of new users, each with the call and the message that it must cause. */
import { createEmulator, type Emulator, verify } from 'course-admin-emulator'
import { collections, importRecords } from 'course-admin-emulator/data'
import {
  assertDelivered,
  assertReceived,
  assertRow,
  connectEmulator,
  setupEmulator,
} from 'course-admin-emulator/node'
import { runScenario, scenario } from 'course-admin-emulator/scenarios'
import { createHandler } from 'course-admin-emulator/server'

/** A mistake: its name, the call, and a part of the message. */
export type Mistake = readonly [
  mistake: string,
  call: (emulator: Emulator) => unknown,
  message: string,
]

/** Hides the types from a call, as JavaScript does. */
const any = (value: unknown): never => value as never

export const optionMistakes: readonly Mistake[] = [
  [
    'a misspelt world',
    () => createEmulator({ world: any('emty') }),
    'Could not find the world "emty": there is no world "emty". Did you mean "empty"?',
  ],
  [
    'a world that is a number',
    () => createEmulator({ world: any(3) }),
    'Could not create the world: 3 is not a world. Give the name of a world: empty, small-school, training-company, large-university.',
  ],
  [
    'a misspelt option',
    () => createEmulator(any({ wrld: 'empty' })),
    'Could not create an emulator: there is no option "wrld". Did you mean "world"?',
  ],
  [
    'the world as the only argument',
    () => createEmulator(any('empty')),
    'Could not create an emulator: the options are "empty". Give an object.',
  ],
  [
    'a seed as text',
    () => createEmulator({ seed: any('1') }),
    'Could not create an emulator: `seed` is not a whole number: "1". Use a whole number, such as 7.',
  ],
  [
    'a base URL without a protocol',
    () => createEmulator({ baseUrl: 'service.test/api' }),
    'Could not create an emulator: "service.test/api" is not an HTTP URL. Give a URL such as "https://service.test/api/v1".',
  ],
  [
    'a base URL with a query',
    () => createEmulator({ baseUrl: 'https://a.test/api?x=1' }),
    'Could not create an emulator: "https://a.test/api?x=1" has a query or a fragment. Give a URL such as "https://service.test/api/v1".',
  ],
  [
    'a misspelt clock',
    () => createEmulator({ clock: any('automatic') }),
    'Could not create an emulator: "automatic" is not a valid clock. Did you mean "auto"?',
  ],
  [
    'a clock with a scale of 0',
    () => createEmulator({ clock: { scale: 0 } }),
    'Could not create an emulator: {"scale":0} is not a valid clock. Give "virtual", "auto", "system" or { scale: 60 }, above 0 and up to 1000000.',
  ],
  [
    'a start that is not a date',
    () => createEmulator({ start: 'tomorrow' }),
    'Could not create an emulator: `start` is not a valid date: "tomorrow". Give a Date, or a string such as "2026-01-05T09:00:00.000Z".',
  ],
  [
    'an unknown flag',
    () => createEmulator({ flags: any({ Program: false }) }),
    'Could not find the flag "Program": there is no flag "Program". Did you mean "Programs"?',
  ],
  [
    'a flag that is not a boolean',
    () => createEmulator({ flags: any({ Programs: 'off' }) }),
    'Could not switch flags: "Programs" is "off", not true or false. Give an object such as { "Programs": false }.',
  ],
  [
    'an unknown assumption',
    () => createEmulator({ assumptions: any({ 'rate.windw': 'alternative' }) }),
    'Could not find the assumption "rate.windw": there is no assumption "rate.windw". Did you mean "rate.window"?',
  ],
  [
    'an unknown alternative',
    () => createEmulator({ assumptions: any({ 'update.patch': 'off' }) }),
    'Could not find the alternative of update.patch "off": there is no alternative of update.patch "off". Known are: default, alternative.',
  ],
  [
    'an unknown signing',
    () => createEmulator({ signing: any('hmac') }),
    'Could not find the signing "hmac": there is no signing "hmac". Known are: standard, hex.',
  ],
  [
    'an unknown rate limit',
    () => createEmulator({ rateLimit: any({ max: 5 }) }),
    'Could not read the option "rateLimit": there is no key "max". Known are: requestsPerWindowMax, windowMs.',
  ],
  [
    'a delivery without attempts',
    () => createEmulator({ delivery: any({ timeoutMs: -1 }) }),
    'Could not create an emulator: "delivery.timeoutMs" is -1. Give a whole number from 1.',
  ],
  [
    'a world and a saved world',
    () => createEmulator({ world: 'empty', load: '{}' }),
    'Could not load the saved world: it contains its own world. Leave out "world" or "load".',
  ],
  [
    'a saved world that is not one',
    () => createEmulator({ load: '{}' }),
    'Could not load the saved world: it is not a saved world of course-admin-emulator. Give the text that `save()` or `GET /_emulator/world` returned.',
  ],
  [
    'a saved world that is not JSON',
    () => createEmulator({ load: 'world.json' }),
    'Could not load the saved world: it is not a saved world of course-admin-emulator. Give the text that `save()` or `GET /_emulator/world` returned.',
  ],
  [
    'an instance key with a space',
    () => createEmulator({ instanceKey: 'my key' }),
    'Could not create an emulator: the instance key "my key" is not valid. Use letters, digits, hyphens and underscores.',
  ],
]

export const dataMistakes: readonly Mistake[] = [
  [
    'a resource by a common name',
    ({ given }) => given(any('students')),
    'Could not create given students: there is no resource "students". Did you mean "users"?',
  ],
  [
    'a resource in the singular',
    ({ given }) => given(any('user')),
    'Could not create given user: there is no resource "user". Did you mean "users"?',
  ],
  [
    'a resource with another common name',
    ({ given }) => given(any('lessons')),
    'Could not create given lessons: there is no resource "lessons". Did you mean "meetings"?',
  ],
  [
    'an unknown field',
    ({ given }) => given('users', any({ name: 'Mia' })),
    'Could not create given users: there is no field of users "name". 12 of the 22 are: id',
  ],
  [
    'a misspelt field',
    ({ given }) => given('users', any({ frist_name: 'Mia' })),
    'Could not create given users: there is no field of users "frist_name". Did you mean "first_name"?',
  ],
  [
    'a value outside an enumeration',
    ({ given }) => given('enrollments', { status: any('open') }),
    'Could not create given enrollments: status must be one of confirmed, active, canceled, completed. Give another value, or omit it and the emulator generates one.',
  ],
  [
    'a reference without a record',
    ({ given }) => given('enrollments', { student_id: 4711 }),
    'Could not create given enrollments: student_id 4711 does not exist. Give another value, or omit it and the emulator generates one.',
  ],
  [
    'a record of another resource',
    ({ given }) => given('enrollments', { student_id: any(given('courses')) }),
    'Could not create given enrollments: `student_id` is a record of courses. Give a record of users, or its id.',
  ],
  [
    'the count after the values',
    ({ given }) => given('users', any({ first_name: 'Mia' }), any(2)),
    'Could not create given users: 2 comes after the values. Give a resource, a count and values: given("users", 2, { first_name: "Mia" }).',
  ],
  [
    'a negative count',
    ({ given }) => given('users', -1),
    'Could not create given users: "count" is -1. Give a whole number from 0 to 100000.',
  ],
  [
    'values as a list',
    ({ given }) => given('users', any([{ first_name: 'Mia' }])),
    'Could not create given users: the values are [{"first_name":"Mia"}]. Give a resource, a count and values: given("users", 2, { first_name: "Mia" }).',
  ],
  [
    'records that only the emulator creates',
    ({ given }) => given('api_keys'),
    'Could not create given api_keys: only the emulator creates these records. Create tokens with `mintToken`. Events create deliveries; the planning creates conflicts.',
  ],
  [
    'rows of an unknown resource',
    ({ rows }) => rows(any('sessions')),
    'Could not find the resource "sessions": there is no resource "sessions". Did you mean "meetings"?',
  ],
  [
    'rows with an unknown field',
    ({ rows }) => rows('users', any({ nme: 'Mia' })),
    'Could not look for users: there is no field of users "nme". 12 of the 26 are: id',
  ],
  [
    'a row of an unknown resource',
    ({ row }) => row(any('people'), any(1)),
    'Could not find the resource "people": there is no resource "people". Did you mean "users"?',
  ],
  [
    'imported records that are not a list',
    ({ importRecords: load }) => load({ users: any(5) }),
    'Could not import users: the value holds no records. Give a list of records, a collection, or a model.',
  ],
  [
    'imported records of an unknown resource',
    ({ importRecords: load }) => load(any({ customers: [] })),
    'Could not find the resource "customers": there is no resource "customers". Did you mean "users"?',
  ],
  [
    'imported records without a resource',
    ({ importRecords: load }) => load(any(undefined)),
    'Could not import records: the argument is undefined. Give lists of records by resource, such as { users: [{ id: 1 }] }.',
  ],
  [
    'an unknown act',
    ({ act }) => (act as never as Record<string, () => void>)['mergeUser']?.(),
    'Could not find the act "mergeUser": there is no act "mergeUser". Did you mean "mergeUsers"?',
  ],
  [
    'an act without its input',
    ({ act }) => act.mergeUsers(any(undefined)),
    'Could not merge users: primary_user_id is missing; secondary_user_id is missing. Check that the records exist and that their state allows the act.',
  ],
  [
    'an act with an unknown input',
    ({ act, given }) => act.deleteUser(any({ usr: given('users') })),
    'Could not find the input of deleteUser "usr": there is no input of deleteUser "usr". Did you mean "user"?',
  ],
  [
    'an act with an unknown record',
    ({ act }) => act.deleteUser({ user: 4711 }),
    'Could not delete user: id does not exist. Check that the records exist and that their state allows the act.',
  ],
  [
    'an act with a wrong record',
    ({ act, given }) => act.deleteUser({ user: any(given('courses')) }),
    'Could not delete user: `user` is a record of courses. Give a record of users, or its id.',
  ],
  [
    'a merge of a user with itself',
    ({ act, given }) => act.mergeUsers({ primary: given('users', { id: 900 }), secondary: 900 }),
    'Could not merge users: secondary_user_id is the primary user. Check that the records exist and that their state allows the act.',
  ],
  [
    'an update of an unknown record',
    ({ act }) => act.update('users', 4711, { first_name: 'Mia' }),
    'Could not update users 4711: there is no users 4711. Check that the records exist and that their state allows the act.',
  ],
  [
    'a removal without an id',
    ({ act }) => act.remove('users', any(undefined)),
    'Could not remove users: "id" is not a number or a string. Give resource, id.',
  ],
  [
    'a scope by a common name',
    ({ mintToken }) => mintToken({ scopes: any(['users:read']) }),
    'Could not find the scope "users:read": there is no scope "users:read". Did you mean "relations:read"?',
  ],
  [
    'a scope with a common verb',
    ({ mintToken }) => mintToken({ scopes: any(['courses:write']) }),
    'Could not find the scope "courses:write": there is no scope "courses:write". Did you mean "courses:modify"?',
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
    ({ setFlags }) => setFlags(any({ Deparments: false })),
    'Could not find the flag "Deparments": there is no flag "Deparments". Did you mean "Departments"?',
  ],
]

export const timeMistakes: readonly Mistake[] = [
  [
    'a duration in words',
    ({ advance }) => advance('5 minutes'),
    'Could not advance the clock: "5 minutes" is not a valid duration. Give a sum of d, h, m, s and ms, such as "1h30m", or a number of milliseconds.',
  ],
  [
    'a duration without a unit',
    ({ advance }) => advance('5'),
    'Could not advance the clock: "5" is not a valid duration. Give a sum of d, h, m, s and ms, such as "1h30m", or a number of milliseconds.',
  ],
  [
    'a negative duration',
    ({ advance }) => advance(-1),
    'Could not advance the clock: -1 is not a valid duration. Give a sum of d, h, m, s and ms, such as "1h30m", or a number of milliseconds.',
  ],
  [
    'no duration',
    ({ advance }) => advance(any(undefined)),
    'Could not advance the clock: undefined is not a valid duration. Give a sum of d, h, m, s and ms, such as "1h30m", or a number of milliseconds.',
  ],
  [
    'a time in the past',
    ({ advanceTo }) => advanceTo('2020-01-01'),
    'Could not advance the clock: 2020-01-01T00:00:00.000Z is before 2026-01-05T09:00:00.000Z. The clock only moves forward. Restore a snapshot to go back.',
  ],
  [
    'a time that is not a date',
    ({ advanceTo }) => advanceTo('Monday'),
    'Could not advance the clock: "Monday" is not a valid time. Give a Date, or a string such as "2026-03-01T09:00:00.000Z".',
  ],
  [
    'a time as a number',
    ({ advanceTo }) => advanceTo(any(5)),
    'Could not advance the clock: 5 is not a valid time. Give a Date, or a string such as "2026-03-01T09:00:00.000Z".',
  ],
  [
    'a sleep in words',
    ({ sleep }) => sleep('a minute'),
    'Could not sleep: "a minute" is not a valid duration. Give a sum of d, h, m, s and ms, such as "1h30m", or a number of milliseconds.',
  ],
  [
    'no timers',
    ({ shareTime }) => shareTime(any(undefined)),
    'Could not share the time of fake timers: undefined is not fake timers. Pass `vi` of Vitest, `jest` of Jest, `mock.timers` of `node:test`, or an installed clock of `@sinonjs/fake-timers`.',
  ],
  [
    'the result of useFakeTimers of a stub',
    ({ shareTime }) => shareTime(any({ useFakeTimers: true })),
    'Could not share the time of fake timers: {"useFakeTimers":true} is not fake timers. Pass `vi` of Vitest, `jest` of Jest, `mock.timers` of `node:test`, or an installed clock of `@sinonjs/fake-timers`.',
  ],
  [
    'work that is not a function',
    ({ run }) => run(any(7)),
    'Could not run the work: the work is 7. Pass a function, such as `emulator.run(() => app.sync())`.',
  ],
  [
    'a run with a misspelt option',
    ({ run }) => run(() => 1, any({ limt: '1d' })),
    'Could not run the work: there is no key "limt". Did you mean "limit"?',
  ],
  [
    'a run with a wrong limit',
    ({ run }) => run(() => 1, { limit: 'a week' }),
    'Could not run the work: "a week" is not a valid duration. Give a sum of d, h, m, s and ms, such as "1h30m", or a number of milliseconds.',
  ],
  [
    'work that never ends',
    ({ run }) => run(() => new Promise(() => undefined)),
    'Could not run the work: it has not settled, and no delivery, sleep or shared timer is due. The work waits for something that the emulator does not control. Share its timers with `emulator.shareTime(vi)`, or use `emulator.sleep`.',
  ],
  [
    'a tracked value',
    ({ track }) => track(any(7)),
    'Could not track the work: 7 is not a promise. Pass the promise that an asynchronous function returns.',
  ],
  [
    'a snapshot of another emulator',
    ({ restore }) => restore(createEmulator({ world: 'empty' }).snapshot()),
    'Could not restore a snapshot: it belongs to an unrelated emulator. Take a snapshot of this emulator or of the one that it was forked from, or use `save` and `load`.',
  ],
  [
    'a copy of a snapshot',
    ({ restore, snapshot }) => restore(JSON.parse(JSON.stringify(snapshot()))),
    'Could not restore a snapshot: it belongs to an unrelated emulator. Take a snapshot of this emulator or of the one that it was forked from, or use `save` and `load`.',
  ],
  [
    'a world from a file name',
    ({ load }) => load('world.json'),
    'Could not load the saved world: it is not a saved world of course-admin-emulator. Give the text that `save()` or `GET /_emulator/world` returned.',
  ],
]

export const requestMistakes: readonly Mistake[] = [
  [
    'a path without a slash',
    ({ fetch }) => fetch('users'),
    'Could not fetch "users": it is neither a path nor a URL. Did you mean "/users"?',
  ],
  [
    'another origin',
    ({ fetch }) => fetch('https://live.test/api/v1/users'),
    'Could not fetch "https://live.test/api/v1/users": its origin is not https://service.test. Call `fetch` for other origins, or give a path below `baseUrl`, such as "/users".',
  ],
  [
    'an invalid header',
    ({ fetch }) => fetch('/users', { headers: { 'a b': 'c' } }),
    'Could not fetch "/users": `Request` reports "Headers.append: "a b" is an invalid header name.". Check the method, the headers and the body.',
  ],
  [
    'a body of a GET request',
    ({ fetch }) => fetch('/users', any({ body: '{}' })),
    'Could not fetch "/users": `Request` reports "Request with GET/HEAD method cannot have body.". Check the method, the headers and the body.',
  ],
  [
    'calls of a path',
    ({ received }) => received(any('/users')),
    'Could not find the operation "/users": there is no operation "/users". 12 of the 208 are: get_accounts',
  ],
  [
    'calls of a misspelt operation',
    ({ received }) => received(any('get_user')),
    'Could not find the operation "get_user": there is no operation "get_user". Did you mean "get_users"?',
  ],
  [
    'calls with an unknown key',
    ({ received }) => received('get_users', any({ url: '/users' })),
    'Could not look for calls of get_users: there is no key "url". Known are: params, query, body, status.',
  ],
  [
    'calls with an unknown parameter',
    ({ received }) => received('get_user_by_id', { params: { user: 1 } }),
    'Could not look for calls of get_user_by_id: there is no key "user". Known are: id.',
  ],
  [
    'deliveries of an unknown event',
    ({ delivered }) => delivered(any('user.merge')),
    'Could not find the event "user.merge": there is no event "user.merge". Did you mean "user.merged"?',
  ],
  [
    'deliveries with an unknown key',
    ({ delivered }) => delivered('user.merged', any({ url: 'x' })),
    'Could not look for deliveries of user.merged: there is no key "url". Known are: to, payload, attempts.',
  ],
  [
    'a receiver without a URL',
    ({ receiver }) => receiver(any({ answer: 204 })),
    'Could not make a receiver: "url" is missing. Give an absolute URL, such as { url: "https://app.test/hooks" }.',
  ],
  [
    'a receiver at a path',
    ({ receiver }) => receiver({ url: '/hooks' }),
    'Could not make a receiver: "url" is "/hooks". Give an absolute URL, such as { url: "https://app.test/hooks" }.',
  ],
  [
    'a receiver of an unknown event',
    ({ receiver }) => receiver({ url: 'https://a.test', events: any(['user.create']) }),
    'Could not find the event "user.create": there is no event "user.create". Did you mean "user.created"?',
  ],
  [
    'a receiver with a wrong answer',
    ({ receiver }) => receiver({ url: 'https://a.test', answer: any('ok') }),
    'Could not make a receiver: "ok" is not an answer. Give a status, a whole number from 200 to 599, { status, body, latency }, or a function.',
  ],
  [
    'a fault without an effect',
    ({ fault }) => fault(any({ operation: 'get_users' })),
    'Could not set the fault: "with" contains no effect. Give an effect, such as with: { status: 503 }.',
  ],
  [
    'a fault of an unknown operation',
    ({ fault }) => fault({ operation: any('list_users'), with: { status: 503 } }),
    'Could not set the fault: there is no operation "list_users". Did you mean "get_users"?',
  ],
  [
    'a fault path with the base URL',
    ({ fault, baseUrl }) => fault({ path: `${baseUrl}/userz`, with: { status: 503 } }),
    'Could not set the fault at "/userz": there is no path "/userz". Did you mean "/users"?',
  ],
  [
    'a fault at an unknown path',
    ({ fault }) => fault({ path: '/userz', with: { status: 503 } }),
    'Could not set the fault at "/userz": there is no path "/userz". Did you mean "/users"?',
  ],
  [
    'a fault of an unknown event',
    ({ fault }) => fault({ event: any('user.merge'), with: { status: 503 } }),
    'Could not set the fault: there is no event "user.merge". Did you mean "user.merged"?',
  ],
  [
    'a fault with an unknown effect',
    ({ fault }) => fault({ operation: 'get_users', with: any({ code: 503 }) }),
    'Could not set the fault: there is no effect "code". 12 of the 13 are: status',
  ],
  [
    'a fault with a wrong status',
    ({ fault }) => fault({ operation: 'get_users', with: { status: 9 } }),
    'Could not set the fault: "status" is 9. Give a whole number from 200 to 599.',
  ],
  [
    'a fault of a request and a delivery',
    ({ fault }) =>
      fault(any({ operation: 'get_users', event: 'user.merged', with: { status: 503 } })),
    'Could not set the fault: "operation" applies to requests, "event" to deliveries. Set two rules: a rule hits requests or deliveries.',
  ],
  [
    'a fault for the zeroth time',
    ({ fault }) => fault({ operation: 'get_users', nth: 0, with: { status: 503 } }),
    'Could not set the fault: "nth" is 0. Give a whole number from 1.',
  ],
  [
    'an outage that ends before it starts',
    ({ outage }) => outage({ from: '2h', until: '1h' }),
    'Could not set the outage: it would end before it starts. Give an "until" that is after "from" and after now.',
  ],
  [
    'an outage of an unknown part',
    ({ outage }) => outage({ of: any('apis') }),
    'Could not set the outage: there is no part "apis". Did you mean "api"?',
  ],
  [
    'entries of an unknown kind',
    ({ entries }) => entries({ kind: any('requests') }),
    'Could not filter the journal: there is no kind "requests". Did you mean "request"?',
  ],
  [
    'entries with an unknown filter',
    ({ entries }) => entries(any({ evnt: 'user.merged' })),
    'Could not filter the journal: there is no filter "evnt". Did you mean "event"?',
  ],
  [
    'entries since a word',
    ({ entries }) => entries({ since: 'yesterday' }),
    'Could not filter the journal: `since` is not a valid date: "yesterday". Write it like "2026-01-05T09:00:00.000Z".',
  ],
  [
    'an explanation of nothing',
    ({ explain }) => explain(any(undefined)),
    'Could not explain the response: undefined is not a response. Pass the response of a request to this emulator, or the number of its journal entry.',
  ],
  [
    'an explanation of an unknown entry',
    ({ explain }) => explain(4711),
    'Could not explain entry 4711: the journal does not contain a request with this number. Use the number of an entry of kind "request".',
  ],
]

export const functionMistakes: readonly Mistake[] = [
  [
    'an assertion without an emulator',
    () => assertReceived(any(undefined), 'get_users'),
    'Could not check the emulator: the argument is not an emulator of this process. Pass the `emulator` of the test, or an emulator from `createEmulator`.',
  ],
  [
    'an assertion of an unknown operation',
    (emulator) => assertReceived(emulator, any('get_userz')),
    'Could not find the operation "get_userz": there is no operation "get_userz". Did you mean "get_users"?',
  ],
  [
    'an assertion of an unknown event',
    (emulator) => assertDelivered(emulator, any('user.merge')),
    'Could not find the event "user.merge": there is no event "user.merge". Did you mean "user.merged"?',
  ],
  [
    'an assertion of an unknown field',
    (emulator) => assertRow(emulator, 'users', any({ nme: 'Mia' })),
    'Could not look for users: there is no field of users "nme". 12 of the 26 are: id',
  ],
  [
    'collections without an emulator',
    () => collections(any(undefined)),
    'Could not check the emulator: the argument is not an emulator of this process. Pass the `emulator` of the test, or an emulator from `createEmulator`.',
  ],
  [
    'an import without an emulator',
    () => importRecords(any(undefined), {}),
    'Could not check the emulator: the argument is not an emulator of this process. Pass the `emulator` of the test, or an emulator from `createEmulator`.',
  ],
  [
    'a handler without an emulator',
    () => createHandler(any({})),
    'Could not check the emulator: the argument is not an emulator of this process. Pass the `emulator` of the test, or an emulator from `createEmulator`.',
  ],
  [
    'a server that is a number',
    () => connectEmulator(any(4010)),
    'Could not connect to an emulator server: 4010 is not an HTTP URL. Give the address of the server, such as "http://127.0.0.1:4010".',
  ],
  [
    'a server without a protocol',
    () => connectEmulator('127.0.0.1:4010'),
    'Could not connect to an emulator server: "127.0.0.1:4010" is not an HTTP URL. Give the address of the server, such as "http://127.0.0.1:4010".',
  ],
  [
    'an unknown strategy',
    () => setupEmulator({ world: 'empty' }).listen({ onUnhandledRequest: any('fail') }),
    'Could not listen: there is no strategy "fail". Known are: error, warn, bypass.',
  ],
  [
    'a misspelt option of listen',
    () => setupEmulator({ world: 'empty' }).listen(any({ onUnhandled: 'warn' })),
    'Could not listen: there is no key "onUnhandled". Did you mean "onUnhandledRequest"?',
  ],
  [
    'a scenario with a space in its name',
    () => scenario('my scenario', async () => undefined),
    'Could not define a scenario: `name` is not a valid scenario name: "my scenario". Use small letters, digits and hyphens, such as "merge-during-outage".',
  ],
  [
    'a scenario without a script',
    () => scenario('empty', any(undefined)),
    'Could not define the scenario "empty": its script is undefined. Give a function of ({ emulator, step }), after the details if there are any.',
  ],
  [
    'a run without a scenario',
    () => runScenario(any('merge'), {}),
    'Could not run the scenario: "merge" is not a scenario. Use `scenario(name, script)`.',
  ],
  [
    'a run without an integration',
    () =>
      runScenario(
        scenario('empty', async () => 1),
        any(undefined),
      ),
    'Could not run the scenario: undefined is not an integration. Give an object with a `fetch` method, or a function that returns one.',
  ],
  [
    'a verification without a secret',
    () => verify(new Request('https://a.test'), undefined),
    'Could not verify the delivery: there is no secret. A registered webhook has a secret.',
  ],
]
