/** `emulator.story`: entries with messages and values, participants, causes and what follows. */
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { createEmulator, type Emulator, type Story } from 'course-admin-emulator'
import { expect, test } from 'vitest'

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })
addFormats.default(ajv)
const isStory = ajv.compile(
  JSON.parse(
    readFileSync(new URL('../../../docs/schemas/story.schema.json', import.meta.url), 'utf8'),
  ),
)

/** A merge that is delivered at the second attempt, and two calls. */
async function merge(): Promise<Emulator> {
  const emulator = createEmulator({ world: 'empty' })
  const [mia, double] = emulator.given('users', 2)
  const hook = emulator.receiver({
    url: 'https://app.test/hooks',
    answer: () => new Response('down', { status: 503, headers: { 'retry-after': '60' } }),
  })
  emulator.act.mergeUsers({ primary: mia, secondary: double })
  await emulator.settle()
  hook.answer(204)
  await emulator.advance('5m')
  const headers = { ...emulator.headers, 'content-type': 'application/json' }
  const body = JSON.stringify({ first_name: 'Zoë' })
  await emulator.fetch(`/users/${mia.id}`, { method: 'PUT', headers, body })
  await emulator.fetch('/userz', { headers })
  return emulator
}

const entriesOf = ({ entries }: Story, kind: string) => entries.filter((each) => each.kind === kind)

test('a story has the published schema', async () => {
  const emulator = await merge()
  emulator.fault({ operation: 'get_users', times: 1, with: { status: 503 } })
  emulator.outage({ of: 'webhooks', until: '1h' })
  await emulator.fetch('/users', { headers: emulator.headers })
  emulator.act.create('users')
  await emulator.settle()
  const story = JSON.parse(JSON.stringify(emulator.story()))
  expect([isStory(story), isStory.errors]).toEqual([true, null])
  expect(story.faults.map(({ id }: { id: string }) => id)).toEqual(['fault-1', 'fault-2'])
  expect(isStory({ ...story, participants: [{ id: 'x' }] })).toBe(false)
})

test('a fault names the participants that it hits', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const [first, second] = ['a', 'b'].map((name) =>
    emulator.receiver({ url: `https://${name}.test/hooks`, events: ['user.created'] }),
  )
  emulator.act.create('users')
  await emulator.settle()
  const times = 1
  emulator.fault({ operation: 'get_users', times, with: { status: 503 } })
  emulator.fault({ event: 'user.created', times, with: { status: 503 } })
  emulator.fault({ webhook: second?.webhook as string, times, with: { status: 503 } })
  emulator.fault({ webhook: 'https://a.test/hooks', times, with: { status: 503 } })
  emulator.fault({ webhook: 'https://other.test/hooks', times, with: { status: 503 } })
  const participants = () => emulator.story().faults.map((fault) => fault.participants)
  const [a, b] = [first, second].map((hook) => `receiver:${hook?.webhook}`)
  expect(participants()).toEqual([['service'], [a, b], [b], [a], []])
  emulator.act.remove('webhooks', second?.webhook as never)
  expect(participants()[2]).toEqual([b])
})

test('a request has its messages, its sender and why it was refused', async () => {
  const story = (await merge()).story()
  const [update, unknown] = entriesOf(story, 'request')
  expect(update).toMatchObject({
    title: expect.stringMatching(/^PUT .users/),
    outcome: '200',
    from: 'client:token 1',
    to: 'service',
    request: {
      method: 'PUT',
      headers: { authorization: '[redacted]', 'content-type': 'application/json' },
      body: '{"first_name":"Zoë"}',
    },
    response: { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' } },
  })
  expect(JSON.parse(update?.response?.body ?? '')).toMatchObject({ first_name: 'Zoë' })
  expect(unknown).toMatchObject({ severity: 'refused', outcome: '404' })
  expect(unknown?.why).toBe(
    'Refused with 404: there is no operation GET /userz; the behaviour path.unknown decides it',
  )
  expect(story.behaviours['path.unknown']).toHaveProperty('reason')
  expect(story.participants.map(({ role, name }) => [role, name])).toEqual([
    ['administrator', 'Administrator'],
    ['service', 'Service'],
    ['receiver', 'app.test/hooks'],
    ['client', 'token 1'],
  ])
})

test('an attempt has its messages, why it failed and when the next one comes', async () => {
  const story = (await merge()).story()
  const [first, second] = entriesOf(story, 'attempt')
  const [answer] = entriesOf(story, 'answer')
  expect(answer).toMatchObject({
    ends: first?.number,
    outcome: '503',
    next: { at: '2026-01-05T09:05:00.000Z' },
  })
  expect(first).toMatchObject({
    title: 'user.merged #1',
    request: { method: 'POST', url: 'https://app.test/hooks' },
    response: { status: 503, headers: { 'retry-after': '60' }, body: 'down' },
    why: 'Not delivered: the endpoint answered 503 to attempt 1, with the body `down`; the next attempt is at 2026-01-05 09:05:00',
  })
  expect(first?.request?.headers['webhook-signature']).toBe('[redacted]')
  expect(second?.why).toBe('Delivered: the endpoint answered 204 to attempt 2')
})

test('the last attempt says why there is no further one', async () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.receiver({ url: 'https://app.test/hooks', answer: { status: 204, latency: '11s' } })
  emulator.act.create('users')
  await emulator.advance('11m')
  const attempts = entriesOf(emulator.story(), 'attempt')
  expect(attempts.map(({ why }) => why)).toEqual([
    'Not delivered: the endpoint did not answer attempt 1 in time; the next attempt is at 2026-01-05 09:05:00',
    'Not delivered: the endpoint did not answer attempt 2 in time; the next attempt is at 2026-01-05 09:10:00',
    'Not delivered: the endpoint did not answer attempt 3 in time; there is no further attempt, because attempt 3 is the last one',
  ])
})

test('a change has its values before and after', async () => {
  const changes = entriesOf((await merge()).story(), 'change')
  const update = changes.at(-1)
  const [{ name, before, after } = { name: '' }] = update?.fields ?? []
  expect([name, after]).toEqual(['first_name', 'Zoë'])
  expect(update?.title).toBe(`users ${update?.record}: first_name ${before} → Zoë`)
  expect(changes[0]).toMatchObject({ title: expect.stringContaining('deleted'), table: 'users' })
})

test('the 100 entries after the only attempt to another process are probably caused by it', async () => {
  const emulator = createEmulator({ world: 'empty', clock: 'virtual' })
  const app = createServer(async (_, response) => {
    for (let call = 1; call <= 101; call += 1)
      await emulator.fetch('/users', { headers: emulator.headers })
    response.end('done')
  })
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  const { port } = app.address() as AddressInfo
  const event = 'user.created'
  emulator.act.registerWebhook({ url: `http://127.0.0.1:${port}/hooks`, events: [event] })
  emulator.act.create('users')
  await emulator.settle()
  app.close()
  const story = emulator.story()
  const [attempt] = entriesOf(story, 'attempt')
  expect(attempt?.realMs).toEqual(expect.any(Number))
  const requests = entriesOf(story, 'request')
  expect(requests[0]).toMatchObject({ isInferred: true, from: 'client:token 1' })
  expect(requests.map(({ cause }) => cause)).toEqual([
    ...Array.from({ length: 100 }, () => attempt?.number),
    undefined,
  ])
})

test('a request has a probable cause only while exactly one attempt is under way', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const open = new Map<string | undefined, ServerResponse>()
  const app = createServer((request, response) => void open.set(request.url, response))
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
  for (const path of ['/a', '/b'])
    emulator.act.registerWebhook({ url: `${url}${path}`, events: ['user.created'] })
  emulator.receiver({ url: 'https://app.test/hooks', answer: { latency: '1s' } })
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve))
  }
  const call = () => emulator.fetch('/users', { headers: emulator.headers })
  emulator.act.create('users')
  await call()
  const settled = emulator.settle()
  await until(() => open.size === 2)
  await call()
  open.get('/a')?.end()
  await until(() => emulator.journal({ kind: 'answer' }).length === 1)
  await call()
  await emulator.fetch('/users', { headers: { ...emulator.headers, 'x-emulator-cause': '1' } })
  emulator.act.create('labels')
  open.get('/b')?.end()
  await settled
  await call()
  app.close()
  const story = emulator.story()
  const urlOf = (number?: number) =>
    story.entries.find((each) => each.number === number)?.request?.url
  const causes = entriesOf(story, 'request').map(({ cause }) => urlOf(cause))
  expect(causes).toEqual([undefined, undefined, `${url}/b`, undefined, undefined])
  const inferred = story.entries.filter(({ isInferred }) => isInferred)
  expect(inferred.map(({ kind }) => kind)).toEqual(['request'])
})

test('an attempt whose webhook is deleted meanwhile is no cause of a request', async () => {
  const emulator = createEmulator({ world: 'empty', deliverTo: ['127.0.0.1'] })
  let answer = (_: ServerResponse): void => undefined
  const arrived = new Promise<ServerResponse>((resolve) => (answer = resolve))
  const app = createServer((_, response) => answer(response))
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
  emulator.act.registerWebhook({ url, events: ['user.created'] })
  emulator.act.create('users')
  const settled = emulator.settle()
  const response = await arrived
  const [webhook] = emulator.rows('webhooks')
  const { headers } = emulator
  await emulator.fetch(`/webhooks/${webhook?.id}`, { method: 'DELETE', headers })
  await emulator.fetch('/users', { headers })
  response.end()
  await settled
  app.close()
  const [, read] = entriesOf(emulator.story(), 'request')
  expect(read?.title).toMatch(/^GET .users/)
  expect(read?.cause).toBeUndefined()
})

test('bodies give way to newer bodies before entries do, and the story says so', async () => {
  const emulator = createEmulator({ world: 'small-school', journalBytesMax: 200_000 })
  for (let call = 1; call <= 40; call += 1)
    await emulator.fetch('/users', { headers: emulator.headers })
  const { entries, dropped } = emulator.story()
  expect(entries).toHaveLength(40)
  expect(dropped.entries).toBe(0)
  expect(dropped.bodies).toBeGreaterThan(10)
  expect(entries[0]?.response).toMatchObject({ status: 200, isBodyDropped: true })
  expect(entries.at(-1)?.response?.body).toContain('first_name')
})

test.each([
  [{ status: 503 }, 'fault-1 answered 503 to attempt 1, and the endpoint was not called'],
  [
    { reset: true },
    'fault-1 made attempt 1 fail: the connection was reset, and the endpoint was not called',
  ],
  [
    { timeout: 'before' },
    'fault-1 left attempt 1 without an answer in time, and the endpoint was not called',
  ],
  [
    { timeout: 'after' },
    'fault-1 left attempt 1 without an answer in time, and the endpoint was called after the timeout',
  ],
  [
    { latency_ms: 20_000 },
    'fault-1 left attempt 1 without an answer in time, and the endpoint was called',
  ],
  [
    { response: 'lost' },
    'fault-1 made attempt 1 fail: the response was lost, and the endpoint was called',
  ],
] as const)('the fault %j, and not the endpoint, answers an attempt', async (effect, why) => {
  const emulator = createEmulator({ world: 'empty' })
  const hook = emulator.receiver({ url: 'https://app.test/hooks' })
  emulator.fault({ event: 'user.created', times: 1, with: effect })
  emulator.act.create('users')
  await emulator.advance('30s')
  const story = emulator.story()
  const isCalled = !why.endsWith('not called')
  expect(hook.deliveries).toHaveLength(isCalled ? 1 : 0)
  const [attempt] = entriesOf(story, 'attempt')
  expect(attempt?.why).toBe(`Not delivered: ${why}; the next attempt is at 2026-01-05 09:05:00`)
  const end = story.entries.find(({ ends }) => ends === attempt?.number)
  expect(end?.from).toBe(isCalled ? attempt?.to : 'service')
  expect(end?.title).toMatch(/^user\.created #1: (no )?answer$/)
})

test('an event says why no webhook gets it', () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.act.create('users')
  emulator.receiver({ url: 'https://app.test/hooks', events: ['user.merged'] })
  emulator.act.create('users')
  emulator.receiver({ url: 'https://app.test/all', events: ['user.created'] })
  emulator.act.create('users')
  const events = entriesOf(emulator.story(), 'event').filter(
    ({ event }) => event === 'user.created',
  )
  expect(events.map(({ why }) => why)).toEqual([
    'Not sent: no webhook is active',
    'Not sent: no active webhook subscribes to user.created; https://app.test/hooks subscribes to other events',
    'The service announced user.created',
  ])
})

test('a call that a fault hits is from the client with its token', async () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.fault({ times: 2, with: { status: 503, latency_ms: 1_039 } })
  const calls = [emulator.headers, { authorization: 'Bearer none' }, {}].map((headers) =>
    emulator.fetch('/users', { headers }),
  )
  await emulator.advance('2s')
  await Promise.all(calls)
  const story = emulator.story()
  const requests = entriesOf(story, 'request')
  const nameOf = (id?: string) => story.participants.find((each) => each.id === id)?.name
  expect(requests.map(({ from }) => nameOf(from))).toEqual([
    'token 1',
    'a client with an unknown token',
    'a client without a token',
  ])
  expect(requests[0]?.why).toBe('Refused with 503 by fault-1 after 1 s 39 ms')
})

test('a filter leaves the other entries out', async () => {
  const story = (await merge()).story({ kind: ['act', 'attempt'] })
  expect(story.entries.map(({ kind }) => kind)).toEqual(['act', 'attempt', 'attempt'])
})

test('a saved world has no bodies', async () => {
  const emulator = await merge()
  const saved = emulator.save()
  expect(saved).not.toContain('no operation GET /userz')
  expect(createEmulator({ load: saved }).story().entries).toEqual([])
})
