/** Common mistakes with requests, each with the call and the message that it must cause. */
import { any, call, type Mistake } from './mistake.ts'

const url = 'https://app.test/hooks'

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
    'http in place of https',
    ({ fetch }) => fetch('http://service.test/api/v1/users'),
    'Could not fetch "http://service.test/api/v1/users": it begins with http://service.test, and the emulator answers https://service.test. Use `emulator.baseUrl`, or give a path.',
  ],
  [
    'a fault with its parts as arguments',
    ({ fault }) => call(fault, 'get_users', 503),
    'Could not call `fault`: there are too many arguments: 503. Write fault({ operation: …, with: { status: 503 } }).',
  ],
  [
    'a fault for a method and a path',
    ({ fault }) => fault({ operation: any('POST /users'), with: { status: 500 } }),
    'Could not set the fault: there is no operation "POST /users". Did you mean "create_user"?',
  ],
  [
    'a fault for a method and a path with an id',
    ({ fault }) => fault({ operation: any('get /users/12'), with: { status: 500 } }),
    'Could not set the fault: there is no operation "get /users/12". Did you mean "get_user_by_id"?',
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
    'Could not find the operation "/users": the name is unknown. Did you mean "get_users"?',
  ],
  [
    'calls with a status as text',
    (emulator) => emulator.received('get_users', { status: '200' }),
    'Could not match calls of get_users: "status" is "200". Give a number or a matcher.',
  ],
  [
    'deliveries to a receiver in place of its URL',
    (emulator) => emulator.delivered('user.deleted', { to: emulator.receiver({ url }) }),
    'Could not match deliveries of user.deleted: "to" is ',
  ],
  [
    'deliveries with a number of attempts as text',
    (emulator) => emulator.delivered('user.deleted', { attempts: '2' }),
    'Could not match deliveries of user.deleted: "attempts" is "2". Give a number or a matcher.',
  ],
  [
    'calls with a list of statuses',
    ({ received }) => received('get_users', { status: [200, 201] }),
    'Could not match calls of get_users: "status" is [200,201]. Give a number or a matcher.',
  ],
  [
    'deliveries to the URL of no webhook',
    (emulator) => {
      emulator.receiver({ url })
      return emulator.delivered('user.deleted', { to: `${url}s` })
    },
    'Could not match deliveries of user.deleted: there is no webhook "https://app.test/hookss". Did you mean "https://app.test/hooks"?',
  ],
  [
    'deliveries with a relative date in the payload',
    ({ delivered }) =>
      delivered('user.updated', { payload: { event_data: { created_at: '-2d' } } }),
    'Could not match deliveries of user.updated: created_at is "-2d", which is not a timestamp. Give a text such as "2026-03-01T09:00:00.000Z".',
  ],
  [
    'calls with a Date in the body',
    ({ received }) =>
      received('create_planned_course', { body: { start_date: new Date('2026-03-01') } }),
    'Could not match calls of create_planned_course: start_date is a Date, and JSON has a text. Give its text, such as `date.toISOString()`.',
  ],
  [
    'a request with an object as its body',
    (emulator) => emulator.fetch('/users', { method: 'POST', body: any({ first_name: 'Mia' }) }),
    'Could not fetch "/users": the body is an object, which no request can send. Give `JSON.stringify(body)`',
  ],
  [
    'a request with an object without a prototype as its body',
    (emulator) =>
      emulator.fetch('/users', {
        method: 'POST',
        body: any({ __proto__: null, first_name: 'Mia' }),
      }),
    'Could not fetch "/users": the body is an object, which no request can send. Give `JSON.stringify(body)`',
  ],
  [
    'a receiver with a promise of an answer',
    (emulator) => emulator.receiver({ url, answer: any(Promise.resolve(200)) }),
    'Could not make a receiver: the answer is a promise. Await it, or give a function.',
  ],
  [
    'an answer with options beside it',
    (emulator) => call(emulator.receiver({ url }).answer, 500, { times: 1 }),
    'Could not call `answer`: there are too many arguments: {"times":1}. It takes one.',
  ],
  [
    'calls of an object',
    (emulator) => call(emulator.received, { operation: 'get_users' }),
    'Could not find the operation: the name of the operation is an object.',
  ],
  [
    'calls of several operations',
    ({ received }) => received(any(['get_users', 'get_courses'])),
    'Could not find the operation: the name of the operation is a list. Give one name, such as "get_accounts".',
  ],
  [
    'calls of a misspelt operation',
    ({ received }) => received(any('get_user')),
    'Could not find the operation "get_user": the name is unknown. Did you mean "get_user_by_id" or "get_users"?',
  ],
  [
    'calls with an unknown key',
    ({ received }) => received('get_users', any({ url: '/users' })),
    'Could not match calls of get_users: there is no key "url". Known are: params, query, body, status.',
  ],
  [
    'calls with an unknown parameter',
    ({ received }) => received('get_user_by_id', { params: { user: 1 } }),
    'Could not match calls of get_user_by_id: there is no key "user". Known are: id.',
  ],
  [
    'calls with the page size by another name',
    ({ received }) => received('get_users', { query: { limit: 10 } }),
    'Could not match calls of get_users: there is no parameter "limit". Did you mean "per_page"?',
  ],
  [
    'deliveries of an unknown event',
    ({ delivered }) => delivered(any('user.merge')),
    'Could not find the event "user.merge": the name is unknown. Did you mean "user.merged"?',
  ],
  [
    'deliveries with an unknown key',
    ({ delivered }) => delivered('user.merged', any({ url: 'x' })),
    'Could not match deliveries of user.merged: there is no key "url". Known are: to, payload, attempts.',
  ],
  [
    'a receiver of no event',
    (emulator) => emulator.receiver({ url: 'https://app.test/hooks', events: [] }),
    'Could not make a receiver: "events" is []. Give at least one event, or leave out `events` for all.',
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
    'Could not find the event "user.create": the name is unknown. Did you mean "user.created"?',
  ],
  [
    'a receiver with a wrong answer',
    ({ receiver }) => receiver({ url: 'https://a.test', answer: any('ok') }),
    'Could not make a receiver: "ok" is not an answer. Give a status, a whole number from 200 to 599, { status, body, latency }, or a function.',
  ],
  [
    'a receiver with an app of node:http',
    (emulator) => {
      const app = Object.assign(() => undefined, { listen: () => undefined })
      return emulator.receiver({ url, answer: app })
    },
    'Could not make a receiver: the answer is an app or a handler of `node:http`, and no function of a `Request`. Let the app listen',
  ],
  [
    'a receiver with a handler of node:http',
    (emulator) => {
      const answer = (_: unknown, res: unknown) => (res as { end(): void }).end()
      return emulator.receiver({ url, answer: any(answer) })
    },
    'Could not make a receiver: the answer is an app or a handler of `node:http`',
  ],
  [
    'a receiver with an app that is a promise too',
    (emulator) =>
      // oxlint-disable-next-line unicorn/no-thenable -- an app of Fastify has these two methods
      emulator.receiver({ url, answer: any({ listen() {}, then() {} }) }),
    'Could not make a receiver: the answer is an app or a handler of `node:http`',
  ],
  [
    'a receiver with the method inject of an app',
    (emulator) => emulator.receiver({ url, answer: any(function inject() {}) }),
    'Could not make a receiver: the answer is an app or a handler of `node:http`',
  ],
  [
    'a receiver with an app',
    (emulator) => emulator.receiver({ url, answer: any({ fetch: () => new Response() }) }),
    'Could not make a receiver: an app is not an answer. Give its `fetch`: { answer: (request) => app.fetch(request) }.',
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
    'Could not set the fault: there is no path "/userz". Did you mean "/users"?',
  ],
  [
    'a fault at an unknown path',
    ({ fault }) => fault({ path: '/userz', with: { status: 503 } }),
    'Could not set the fault: there is no path "/userz". Did you mean "/users"?',
  ],
  [
    'a fault of an unknown event',
    ({ fault }) => fault({ event: any('user.merge'), with: { status: 503 } }),
    'Could not set the fault: there is no event "user.merge". Did you mean "user.merged"?',
  ],
  [
    'a fault with an unknown effect',
    ({ fault }) => fault({ operation: 'get_users', with: any({ code: 503 }) }),
    'Could not set the fault: there is no effect "code". Known are: status',
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
    ({ journal }) => journal({ kind: any('requests') }),
    'Could not filter the journal: there is no kind "requests". Did you mean "request"?',
  ],
  [
    'entries with an unknown filter',
    ({ journal }) => journal(any({ evnt: 'user.merged' })),
    'Could not filter the journal: there is no filter "evnt". Did you mean "event"?',
  ],
  [
    'entries since a word',
    ({ journal }) => journal({ since: 'yesterday' }),
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
  [
    'a fault path with a query',
    (emulator) => emulator.fault({ path: '/users?page=2', with: { status: 503 } }),
    'Could not set the fault: the path "/users?page=2" has a query. Give "/users".',
  ],
  [
    'an expected call with an undefined id',
    (emulator) => emulator.received('get_user_by_id', { params: { id: undefined } }),
    'id is undefined. Give null for a field without a value, or leave the field out.',
  ],
  [
    'an expected call with a value that no parameter has',
    (emulator) => emulator.received('get_enrollments', { query: { status: 'cancelled' } }),
    'there is no value of status "cancelled"',
  ],
]
