/** Common mistakes with functions, each with the call and the message that it must cause. */
import { createEmulator, verify } from 'course-admin-emulator'
import { collections, factoryDatabase, importRecords } from 'course-admin-emulator/data'
import {
  assertDelivered,
  assertReceived,
  assertRow,
  connectEmulator,
  emulatorMatchers,
  setupEmulator,
} from 'course-admin-emulator/node'
import { checkIntegration } from 'course-admin-emulator/check'
import { explore } from 'course-admin-emulator/explore'
import { runScenario, scenario } from 'course-admin-emulator/scenarios'
import { createHandler } from 'course-admin-emulator/server'
import { any, call, type Mistake } from './mistake.ts'

const url = 'https://app.test/hooks'

/** Reads a member without its type, as JavaScript does. */
const member = (target: object, name: string): never => Reflect.get(target, name) as never

export const functionMistakes: readonly Mistake[] = [
  [
    'a method of an emulator with another name',
    (emulator) => call(member(emulator, 'revokeToken'), emulator.token),
    'Could not find `emulator.revokeToken`: an emulator has no "revokeToken". Remove its record: act.remove("api_keys", id)',
  ],
  [
    'a token that expires',
    (emulator) => void emulator.mintToken(any({ expires_in: 3600 })),
    'Could not mint a token: tokens do not expire. Refuse calls with `fault({ operation: …, with: { status: 401 } })`',
  ],
  [
    'a method that lets a token expire',
    (emulator) => call(member(emulator, 'expireToken'), emulator.token),
    'an emulator has no "expireToken". Tokens do not expire. Refuse calls with `fault(',
  ],
  [
    'a misspelt method of an emulator',
    (emulator) => call(member(emulator, 'recieved'), 'get_users'),
    'Could not find `emulator.recieved`: there is no method "recieved". Did you mean "received"?',
  ],
  [
    'a method of the clock',
    (emulator) => call(member(member(emulator, 'clock'), 'advance'), '5m'),
    'Could not find `emulator.clock`: an emulator has no "clock". Use `now`, `advance` and `settle`.',
  ],
  [
    'calls of a receiver as of a spy',
    ({ receiver }) => member(receiver({ url: 'https://app.test/hooks' }), 'calls'),
    'Could not find the member of a receiver "calls": the name is unknown. Did you mean "deliveries"?',
  ],
  [
    'a URL with another name of the base URL',
    (emulator) => `${String(member(emulator, 'baseURL'))}/users`,
    'Could not find `emulator.baseURL`: an emulator has no "baseURL". Use `baseUrl`.',
  ],
  [
    'the verification of expected calls',
    (emulator) => call(member(emulator, 'verify')),
    'Could not find `emulator.verify`: an emulator has no "verify". Use `received`, or the matcher `toHaveReceived` for each expected call.',
  ],
  [
    'a pattern of events',
    (emulator) => emulator.receiver({ url, events: any(['user.*']) }),
    'Could not make a receiver: "user.*" is a pattern. Give each event: ["user.created","user.deleted"',
  ],
  [
    'a matcher in the place of an expectation',
    (emulator) => assertReceived(emulator, 'create_user', any({ asymmetricMatch: () => true })),
    'Could not match calls of create_user: the expectation is a matcher. Give an object, whose values may be matchers',
  ],
  [
    'the removal of a fault',
    (emulator) => {
      const handle = emulator.fault({ operation: 'get_users', with: { status: 503 } })
      return call(member(handle, 'remove'))
    },
    'Could not find the member of a fault "remove": the name is unknown. Did you mean "end"?',
  ],
  [
    'the calls that a receiver received',
    (emulator) => member(member(emulator.receiver({ url, answer: 204 }), 'received'), 'filter'),
    'Could not find the member of a receiver "received": the name is unknown. Did you mean "deliveries"?',
  ],
  [
    'the result of a scenario without await',
    () => {
      const story = scenario('story', async ({ resync }) => resync())
      return member(runScenario(story, { fetch: () => 204 }), 'result')
    },
    'Could not read `result` of `runScenario`: the result is a promise. Await it: `await runScenario(…)`.',
  ],
  [
    'an assertion without an emulator',
    () => assertReceived(any(undefined), 'get_users'),
    ' is not an emulator of this process. Pass the `emulator` of the test, or an emulator from `createEmulator`.',
  ],
  [
    'an assertion of an unknown operation',
    (emulator) => assertReceived(emulator, any('get_userz')),
    'Could not find the operation "get_userz": the name is unknown. Did you mean "get_users"?',
  ],
  [
    'an assertion of an unknown event',
    (emulator) => assertDelivered(emulator, any('user.merge')),
    'Could not find the event "user.merge": the name is unknown. Did you mean "user.merged"?',
  ],
  [
    'an assertion of an unknown field',
    (emulator) => assertRow(emulator, 'users', any({ nme: 'Mia' })),
    'Could not match rows of users: there is no field of users "nme". Did you mean "first_name", "middle_name" or "last_name"?',
  ],
  [
    'an assertion of a field that is undefined',
    (emulator) => assertRow(emulator, 'users', any({ first_name: undefined })),
    'Could not match rows of users: first_name is undefined. Give null for a field without a value, or leave the field out.',
  ],
  [
    'an assertion without a resource',
    (emulator) => assertRow(emulator, any(undefined), any({})),
    'Could not find the resource: the name of the resource is missing. 20 of the 66 are: accounts',
  ],
  [
    'an assertion with the number of matches in an object of its own',
    (emulator) => call(assertRow, emulator, 'users', {}, { times: 2 }),
    'Could not evaluate `assertRow`: there are too many arguments: {"times":2}. Give one object with all expected values, such as { status: 201, times: 2 }.',
  ],
  [
    'a matcher with the number of matches in an object of its own',
    (emulator) => call(emulatorMatchers.toHaveReceived, emulator, 'get_users', {}, { times: 5 }),
    'Could not evaluate `toHaveReceived`: there are too many arguments: {"times":5}.',
  ],
  [
    'an assertion of a row with its id in place of an object',
    (emulator) => call(assertRow, emulator, 'users', 301),
    'Could not match rows of users: the expectation is 301. Give { id: 301 }.',
  ],
  [
    'an assertion of a row with a record of another emulator',
    (emulator) => {
      const other = createEmulator({ world: 'empty' }).given('users')
      return call(assertRow, emulator, 'enrollments', { student_id: other })
    },
    'Could not find enrollments: `student_id` is a record of another emulator. Give a record that this emulator returned, or an id.',
  ],
  [
    'an assertion of a row with a record as its id',
    (emulator) => call(assertRow, emulator, 'users', { id: emulator.given('users') }),
    'Could not match rows of users: id is a record. Give its id, such as { id: record.id }.',
  ],
  [
    'an assertion of a call with a record as a parameter',
    (emulator) => {
      const params = { id: emulator.given('users') }
      return call(assertReceived, emulator, 'get_user_by_id', { params })
    },
    'Could not match calls of get_user_by_id: id is a record. Give its id, such as { id: record.id }.',
  ],
  [
    'an assertion of a delivery with a record in place of its id',
    (emulator) => {
      const payload = { event_data: { id: emulator.given('users') } }
      return call(assertDelivered, emulator, 'user.updated', { payload })
    },
    'Could not match deliveries of user.updated: id is a record. Give its id, such as { id: record.id }.',
  ],
  [
    'an assertion of a row with a text as its id',
    (emulator) => call(assertRow, emulator, 'users', { id: '1' }),
    'Could not match rows of users: id is "1", and its values have the type number. Give a number or a matcher.',
  ],
  [
    'an assertion of a row with a text in place of a boolean',
    (emulator) => call(assertRow, emulator, 'webhooks', { active: 'true' }),
    'active is "true", and its values have the type boolean.',
  ],
  [
    'an assertion of a call with the text of its body',
    (emulator) => {
      const body = JSON.stringify({ first_name: 'Mia' })
      return call(assertReceived, emulator, 'create_user', { body })
    },
    'Could not match calls of create_user: the body is the text of JSON, and a call has the parsed body. Give the object, without `JSON.stringify`.',
  ],
  [
    'an assertion of a delivery with a text as an id',
    (emulator) => {
      const payload = { event_data: { id: '1' } }
      return call(assertDelivered, emulator, 'user.updated', { payload })
    },
    'Could not match deliveries of user.updated: id is "1", and its values have the type number.',
  ],
  [
    'an assertion of a receiver with a number',
    (emulator) => call(assertDelivered, emulator.receiver({ url }), 'user.deleted', 2),
    'Could not match deliveries of user.deleted: the expectation is 2. Give { times: 2 } for the number of matches.',
  ],
  [
    'a matcher of a receiver with a text',
    (emulator) => {
      const { toHaveDelivered } = emulatorMatchers
      return call(toHaveDelivered, emulator.receiver({ url }), 'user.deleted', 'x')
    },
    'Could not match deliveries of user.deleted: the expectation is "x". Give an object with the expected values.',
  ],
  [
    'calls of a receiver',
    (emulator) =>
      call(emulatorMatchers.toHaveReceived, emulator.receiver({ url }), 'get_users' as never),
    'Could not check the emulator: the argument is a receiver. A receiver has `toHaveDelivered` and `assertDelivered`, for events. For calls, pass the emulator.',
  ],
  [
    'collections without an emulator',
    () => collections(any(undefined)),
    ' is not an emulator of this process. Pass the `emulator` of the test, or an emulator from `createEmulator`.',
  ],
  [
    'a database without an emulator',
    () => factoryDatabase(any(undefined)),
    ' is not an emulator of this process. Pass the `emulator` of the test, or an emulator from `createEmulator`.',
  ],
  [
    'an import without an emulator',
    () => importRecords(any(undefined), {}),
    ' is not an emulator of this process. Pass the `emulator` of the test, or an emulator from `createEmulator`.',
  ],
  [
    'a handler without an emulator',
    () => createHandler(any({})),
    ' is not an emulator of this process. Pass the `emulator` of the test, or an emulator from `createEmulator`.',
  ],
  [
    'a handler with a request of Node',
    (emulator) => createHandler(emulator)(any({ url: '/users', method: 'GET', headers: {} })),
    'Could not handle the request: the argument is not a `Request`. Pass a `Request` of the Fetch API, or start a server with `startServer`.',
  ],
  [
    'a handler whose options are a function',
    (emulator) =>
      createHandler(
        emulator,
        any(() => undefined),
      ),
    'Could not create a handler: the options are a function. Give an object such as { onRefusal: (explanation) => console.warn(explanation.text) }.',
  ],
  [
    'a handler whose listener is a text',
    (emulator) => createHandler(emulator, { onRefusal: any('warn') }),
    'Could not create a handler: "onRefusal" is "warn". Give a function.',
  ],
  [
    'a server that is a number',
    () => connectEmulator(any(4010)),
    'Could not connect to an emulator server: 4010 is not an HTTP URL. Give the address of the server, such as "http://127.0.0.1:4010".',
  ],
  [
    'a server with the name of a world in place of the options',
    () => connectEmulator('http://127.0.0.1:1', any('small-school')),
    'Could not connect to an emulator server: the options are "small-school". Give an object such as { world: \'small-school\' }.',
  ],
  [
    'a handler with a request that was read',
    async (emulator) => {
      const request = new Request(`${emulator.baseUrl}/users`, { method: 'POST', body: '{}' })
      await request.text()
      return createHandler(emulator)(request)
    },
    'Could not handle the request: its body is already read. Pass `request.clone()` to the handler, and read the other one.',
  ],
  [
    'a server without a protocol',
    () => connectEmulator('127.0.0.1:4010'),
    'Could not connect to an emulator server: "127.0.0.1:4010" is not an HTTP URL. Give the address of the server, such as "http://127.0.0.1:4010".',
  ],
  [
    'an option of listen in the options of the emulator',
    () => setupEmulator(any({ world: 'empty', onUnhandledRequest: 'warn' })),
    'Could not create an emulator: "onUnhandledRequest" is an option of `listen`. Give it to `listen`, such as listen({ onUnhandledRequest: "warn" }).',
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
    'Could not run the scenario: "merge" is not a scenario. Import it from \'course-admin-emulator/scenarios\', such as `mergeDuringOutage` for merge-during-outage.',
  ],
  [
    'a run of an import that does not exist',
    () => runScenario(any(undefined), {}),
    'Could not run the scenario: undefined is not a scenario. Check the name of its import, or use `scenario(name, script)`.',
  ],
  [
    'an exploration of an object',
    () => explore(any({ fetch: () => 204 })),
    'Could not explore: the integration is an object, which all runs would share. Give a function that creates it for each run: ({ baseUrl, token, fetch }) => ({ … }).',
  ],
  [
    'a report card of an object',
    () => checkIntegration(any({ fetch: () => 204 })),
    'Could not check the integration: the integration is an object, which all runs would share.',
  ],
  [
    'a run of a script',
    () => runScenario(any({}), {}),
    'Could not run the scenario: {} is not a scenario. Use `scenario(name, script)`.',
  ],
  [
    'a run of a handler of node:http',
    () =>
      runScenario(
        scenario('empty', async () => 1),
        any({ fetch: (_: unknown, res: { end(): void }) => res.end() }),
      ),
    'Could not run the scenario: `fetch` of the integration is an app or a handler of `node:http`. Give a function of a `Request`',
  ],
  [
    'a run with its arguments in the wrong order',
    () =>
      runScenario(
        any(() => ({})),
        any(scenario('empty', async () => 1)),
      ),
    'Could not run the scenario: the integration comes before the scenario. Give the scenario first.',
  ],
  [
    'a run with a member of the integration as an option',
    () =>
      runScenario(
        scenario('empty', async () => 1),
        {},
        any({ fetch: () => 204 }),
      ),
    'Could not run the scenario: "fetch" is a member of the integration. Return `fetch` from `connect`.',
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
    'an integration with a misspelt member',
    () =>
      runScenario(
        scenario('empty', async () => 1),
        any({ fetch: () => 204, problem: () => [] }),
      ),
    'Could not run the scenario: the integration has `problem`. Did you mean `problems`?',
  ],
  [
    'an integration that ignores a text',
    () =>
      runScenario(
        scenario('empty', async () => 1),
        any({ fetch: () => 204, ignore: 'user' }),
      ),
    'Could not run the scenario: `ignore` of the integration is "user". Give a list of paths within the state, such as [\'*.synced_at\'].',
  ],
  [
    'a value that is a property of the storage',
    () =>
      runScenario(
        scenario('empty', async () => 1),
        ({ storage }) => {
          Object.assign(storage, { 'seen 1': true })
          return { fetch: () => 204 }
        },
      ),
    'Could not write to the storage: "seen 1" is set as a property, which the storage does not keep. Write storage.set("seen 1", value).',
  ],
  [
    'a value that is a property of a transaction',
    () =>
      runScenario(
        scenario('empty', async () => 1),
        ({ storage }) => {
          storage.transaction((tx) => Object.assign(tx, { seen: true }))
          return { fetch: () => 204 }
        },
      ),
    'Could not write to the storage: "seen" is set as a property',
  ],
  [
    'a verification with an unknown signing',
    () => verify(new Request('http://a'), 'whsec_', any({ signing: 'hexx' })),
    'Could not verify the delivery: there is no signing "hexx". Did you mean "hex"?',
  ],
  [
    'a verification with an unknown option',
    () => verify(new Request('http://a'), 'whsec_', any({ tolerance: 600 })),
    'Could not verify the delivery: there is no option "tolerance". Did you mean "toleranceS"?',
  ],
  [
    'a verification with the receiver as the secret',
    (emulator) => verify(new Request(url), any(emulator.receiver({ url }))),
    'Could not verify the delivery: the secret is an object. Give `hook.secret`.',
  ],
  [
    'a verification with a promise of a secret',
    () => verify(new Request(url), any(Promise.resolve('whsec_'))),
    'Could not verify the delivery: the secret is a promise. Await it.',
  ],
  [
    'a verification with the emulator as the options',
    (emulator) => verify(new Request(url), 'whsec_', any(emulator)),
    'Could not verify the delivery: the options are the emulator or another clock. Pass { clock: emulator }.',
  ],
  [
    'a verification of another signing',
    async () => {
      const emulator = createEmulator({ world: 'empty', signing: 'hex' })
      const hook = emulator.receiver({ url })
      emulator.act.deleteUser({ user: emulator.given('users') })
      await emulator.settle()
      return verify(hook.deliveries[0] as never, hook.secret, { clock: emulator })
    },
    "Could not verify the delivery: it has no header webhook-id, and it has x-webhook-signature. Pass { signing: 'hex' }.",
  ],
  [
    'a verification without a secret',
    () => verify(new Request('https://a.test'), undefined),
    'Could not verify the delivery: there is no secret. A registered webhook has a secret.',
  ],
]
