/** Invalid requests to the control plane: each is refused with a 4xx and changes nothing. */
import { createEmulator, EmulatorError } from 'course-admin-emulator'
import { createHandler, startServer } from 'course-admin-emulator/server'
import { beforeEach, describe, expect, test } from 'vitest'
import { printControlPlane } from '../../../scripts/gen/control-plane-page.ts'
import { readRouteDocs } from '../../../scripts/gen/route-docs.ts'

const create = () => createEmulator({ world: 'small-school', baseUrl: 'http://localhost/api/v1' })

let emulator = create()
let handle = createHandler(emulator)
beforeEach(() => {
  emulator = create()
  emulator.receiver({ url: 'https://app.test/hooks' })
  handle = createHandler(emulator)
})

type Loose = ReturnType<typeof JSON.parse>

async function control(call: string, body?: unknown): Promise<[status: number, answer: Loose]> {
  const [method = '', path = ''] = call.split(' ')
  const response = await handle(
    new Request(`http://localhost/_emulator/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
  return [response.status, await response.json()]
}

describe('the control plane rejects a request and changes nothing', () => {
  test.each([
    ['POST clock', { advance: '99999999d' }, 'after 9999-12-31'],
    ['POST clock', { advance: '5m', to: '2027-01-01T00:00:00Z' }, 'there is no key "to"'],
    ['POST clock', { to: '2027-01-01T00:00:00Z' }, 'Give {"advance":{"to":…}}.'],
    ['POST clock?advance=5m', undefined, '"advance". Send it in the JSON body.'],
    ['GET clock?advance=5m', undefined, '"advance". POST clock takes a JSON body.'],
    ['GET state?at=1', undefined, '"at". The route takes no query.'],
    ['GET journal?cause=x1', undefined, '"x1" in cause is not the number of an entry'],
    ['GET journal?after=1x', undefined, '"1x" in after is not the number of an entry'],
    ['GET usage?sinc=1', undefined, 'there is no query key "sinc". Did you mean "since"?'],
    ['GET tables/users?page=2', undefined, 'there is no query key "page". Known are: after,'],
    ['GET notifications', undefined, 'the name of the webhook is missing'],
    ['GET notifications?webhook=1', undefined, 'there is no webhook "1"'],
    [
      'PUT receivers',
      { url: 'https://app.test/hook', answer: 500 },
      'there is no receiver "https://app.test/hook". Did you mean "https://app.test/hooks"?',
    ],
    ['PUT world', 'world.json', 'Send the text of a file that --save or GET world wrote'],
    ['POST methods/rows', { arguments: ['users', 2] }, 'the expectation is 2. Give { id: 2 }.'],
    ['POST clock', { advance: null }, 'null is not a valid duration'],
    ['POST clock', { advance: { to: 5 } }, '5 is not a valid time'],
    ['POST clock', {}, '"advance" is missing'],
    ['POST reset', { world: 'demo' }, 'its body has "world". The route takes no body.'],
    ['POST clock/play', { rate: 'fast' }, '"fast" is not a number'],
    ['POST clock/play', { rate: 1e300 }, 'the rate is too high'],
    ['POST instances', { clock: 'nope' }, '"nope" is not a valid clock'],
    ['POST instances', { start: 5 }, '`start` is not a valid date: 5'],
    ['POST instances', { instance: 'a' }, 'A request creates an instance: name it with "key".'],
    [
      'POST instances',
      { load: '{}' },
      'Create the instance, and load the world into it: PUT world',
    ],
    ['POST instances', { world: 5 }, '5 is not a world'],
    ['POST instances', { flags: 5 }, '5 is not an object'],
    ['POST instances', { flags: { Programs: 'no' } }, 'not true or false'],
    ['POST instances', { key: '' }, 'the key is empty'],
    ['POST instances', { key: 'a b' }, '"a b" is not valid'],
    ['POST instances', { key: 5 }, 'the instance key 5'],
    ['POST forks', { key: 'a b' }, '"a b" is not valid'],
    ['POST forks', { key: 5 }, 'the instance key 5'],
    ['POST forks', { snapshot: 5 }, 'find the snapshot "5": the name is unknown'],
    ['POST tokens', { user_id: '5' }, '"user" is "5"'],
    ['POST tokens', { application: 5 }, '"application" is 5'],
    ['POST tokens', { scopes: 'users:read' }, '"scopes" is "users:read"'],
    ['POST tokens', { user: 5 }, 'Did you mean "user_id"?'],
    ['POST flags', { Departments: 'yes' }, '"Departments" is "yes", not true or false'],
    ['POST given', { resource: 'users', count: 1e9 }, 'a whole number from 0 to 500'],
    ['POST given', { resource: 'users', count: -1 }, '"count" is -1'],
    ['POST given', { resource: 'users', values: { id: 1 } }, 'a record with the id 1 exists'],
    [
      'POST acts/delete_user',
      { id: 8, surplus: 1 },
      'Could not delete user: there is no input "surplus". Known are: id, user.',
    ],
    ['GET webhooks/%ZZ', undefined, '"%ZZ" in the path is not correctly percent-encoded'],
    ['GET nope', undefined, 'There is no route GET nope.'],
    ['GET xx', undefined, 'There is no route GET xx. GET routes lists all routes.'],
    [
      'POST act/delete_user',
      {},
      'There is no route POST act/delete_user. Did you mean POST acts/delete_user?',
    ],
    ['POST clocks/forward', {}, 'There is no route POST clocks/forward. Did you mean POST clock?'],
    ['GET helth', undefined, 'Did you mean GET health?'],
    ['PUT health', undefined, 'Did you mean GET health?'],
    ['PUT clock', { advance: '5m' }, 'Did you mean POST clock?'],
    ['POST advance', { by: '5m' }, 'Did you mean POST clock?'],
    ['GET now', undefined, 'Did you mean GET clock?'],
    ['GET rows', undefined, 'Did you mean GET tables?'],
    ['GET rows/users', undefined, 'Did you mean GET tables/users?'],
    ['POST settle', {}, 'Did you mean POST methods/settle?'],
    ['POST snapshots/1/restore', {}, 'Did you mean PUT snapshots/:id?'],
    ['POST users', { last_name: 'Berg' }, 'Did you mean POST given with {"resource":"users"}?'],
    ['POST methods/rows', ['users'], 'the arguments are a list in it, such as {"arguments":[…]}.'],
    [
      'GET receivers?url=https://app.test/hoks',
      undefined,
      'there is no receiver "https://app.test/hoks". Did you mean "https://app.test/hooks"?',
    ],
    ['GET rows/users/abc', undefined, 'There is no row "abc" in users.'],
    ['GET tables/users?after=abc', undefined, 'There is no row "abc" in users.'],
    ['GET tables/users?order=dsc', undefined, 'find the order "dsc": the name is unknown. Did you'],
    [
      'GET notifications?status=pendin',
      undefined,
      'find the status "pendin": the name is unknown.',
    ],
    ['GET entries/abc', undefined, 'There is no entry abc'],
    ['PUT tokens/abc', { scopes: [] }, 'There is no token abc.'],
    ['POST assumptions', { assumptions: 5 }, '5 is not an object'],
    ['POST assumptions', { 'update.pach': 'alternative' }, 'Did you mean "update.patch"?'],
    ['POST faults', { with: { constructor: 1 } }, 'there is no effect "constructor"'],
    ['POST faults', { with: JSON.parse('{"__proto__":1}') }, 'there is no effect "__proto__"'],
    [
      'POST given',
      { resource: 'users', values: JSON.parse('{"__proto__":{"a":1}}') },
      'there is no field of users "__proto__"',
    ],
  ])('%s %j', async (call, body, why) => {
    const before = emulator.save()
    const [status, { error }] = await control(call, body)
    expect([status >= 400 && status < 500, error.message]).toEqual([
      true,
      expect.stringContaining(why),
    ])
    expect(error.message).not.toContain('Did you mean GET ?')
    expect(emulator.save()).toBe(before)
    expect((await control('GET health'))[0]).toBe(200)
  })

  test('a second instance or fork with the same key, and keeps the first', async () => {
    const [, { world, ...made }] = await control('POST instances', { key: 'one', world: 'empty' })
    expect(world).toBe('empty')
    const [, { error }] = await control('POST forks', { key: 'one' })
    expect(error.code).toBe('instance_taken')
    expect(await control('GET instances')).toEqual([200, [made]])
  })

  test('a receiver that has no webhook, or had one, is known', async () => {
    const url = 'http://127.0.0.1:3000/hooks'
    await control('POST receivers', { url, register: false })
    expect(await control(`GET receivers?url=${url}`)).toMatchObject([200, { deliveries: [] }])
    const hook = emulator.receiver({ url: 'https://app.test/other' })
    const headers = emulator.headers
    await emulator.fetch(`/webhooks/${hook.webhook}`, { method: 'DELETE', headers })
    expect(hook.webhook).toBeUndefined()
    expect((await control(`GET receivers?url=${hook.url}`))[0]).toBe(200)
  })

  test('and accepts a valid request', async () => {
    const { id } = emulator.given('users')
    const said = { user_id: id, application: 'lms', scopes: ['relations:read'] }
    expect((await control('POST tokens', said))[0]).toBe(200)
    expect((await control('POST clock', { advance: { ms: 60_000 } }))[1].now).toBe(
      '2026-01-05T09:01:00.000Z',
    )
    expect((await control('POST forks', { snapshot: 'now', key: 'two' }))[0]).toBe(200)
    const alternatives = { 'update.patch': 'alternative' }
    for (const body of [alternatives, { assumptions: alternatives }]) {
      const [status, views] = await control('POST assumptions', body)
      const view = views.find((each: Loose) => each.id === 'update.patch')
      expect([status, view.selected]).toEqual([200, 'alternative'])
      await control('POST assumptions', { 'update.patch': 'default' })
    }
  })
})

test('the page of the control plane has each route once', async () => {
  const [, routes] = await control('GET routes')
  const documented = Object.values(readRouteDocs()).flatMap((each) => Object.keys(each))
  const known = new Set(routes.map((route: string) => route.replace(/rows\/\w+/, 'rows/TABLE')))
  expect(documented.toSorted()).toEqual([...known].toSorted())
  const page = printControlPlane()
  for (const route of documented) expect(page).toContain(`| \`${route}\` | `)
})

describe('the page of the control plane shows a body that is accepted', () => {
  /** The ids in the paths. */
  const ids: Readonly<Record<string, string>> = {
    'POST methods/:id': 'rows',
    'POST acts/:id': 'merge_users',
    'PUT tokens/:id': '1',
  }
  /** The calls that must come first. */
  const firsts: Readonly<Record<string, readonly [call: string, body: object]>> = {
    'PUT tokens/:id': ['POST tokens', {}],
    'POST forks': ['POST snapshots', {}],
    'PUT receivers': ['POST receivers', { url: 'http://127.0.0.1:3000/hooks' }],
  }
  const shown = Object.values(readRouteDocs())
    .flatMap((routes) => Object.entries(routes))
    .flatMap(([route, { body }]) => (body?.startsWith('{') ? [[route, body] as const] : []))

  test.each(shown)('%s %s', async (route, body) => {
    const [call, sent] = firsts[route] ?? []
    if (call) expect(await control(call, sent)).toEqual([200, expect.anything()])
    const path = route.replace(':id', ids[route] ?? ':id')
    const [status, answer] = await control(path, JSON.parse(body))
    expect([status, answer]).toEqual([200, answer])
    handle.close()
  })
})

describe('the kit rejects the same', () => {
  test.each([
    ['user_id', { user_id: 5 }, 'Did you mean "user"?'],
    ['scope', { scope: [] }, 'Did you mean "scopes"?'],
    ['a user that is none', { user: '5' }, '"user" is "5"'],
    ['an application that is none', { application: 5 }, '"application" is 5'],
    ['no object', null, 'the options are null'],
  ])('a token with %s', (_, options, why) => {
    const before = emulator.save()
    expect(() => emulator.mintToken(options as never)).toThrow(EmulatorError)
    expect(() => emulator.mintToken(options as never)).toThrow(why)
    expect(emulator.save()).toBe(before)
  })

  test.each([
    [[], 'the name of the resource is missing'],
    [['users', null], 'the values are null'],
    [['users', '5'], 'the values are "5"'],
    [['users', []], 'the values are []'],
    [['users', 2, null], 'the values are null'],
    [['users', -1], '"count" is -1'],
    [['users', Number.NaN], '"count" is NaN'],
    [['users', 1.5], '"count" is 1.5'],
    [['users', { id: 0 }], 'its id is 0'],
    [['users', { id: -5 }], 'its id is -5'],
    [['users', 2, { id: 5000 }], 'a record with the id 5000 exists'],
    [['webhooks', { id: '' }], 'its id is ""'],
  ])('given(%j)', (said, why) => {
    const before = emulator.save()
    const giving = () => (emulator.given as (...all: unknown[]) => unknown)(...said)
    expect(giving).toThrow(EmulatorError)
    expect(giving).toThrow(why)
    expect(emulator.save()).toBe(before)
  })

  test('a custom id once, and generated ids repeatedly', () => {
    expect(emulator.given('users', { id: 5000 }).id).toBe(5000)
    expect(() => emulator.given('users', { id: 5000 })).toThrow('a record with the id 5000 exists')
    expect(() => emulator.act.create('users', { id: 5000 })).toThrow(EmulatorError)
    expect(emulator.given('users', 0)).toEqual([])
  })

  test('an act with the names of the kit', () => {
    const act = emulator.act.deleteUser as (input: unknown) => unknown
    expect(() => act({ user: 8, surplus: 1 })).toThrow(
      'Could not delete user: there is no input "surplus". Known are: user.',
    )
    expect(() => act(null)).toThrow('Could not delete user: its input is null.')
  })

  test.each(['', ' ', null, 5])('a server at the host %j', async (host) => {
    await expect(startServer({ port: 0, host: host as string })).rejects.toMatchObject({
      code: 'bad_host',
    })
  })
})

test('a receiver with an answer at a URL of this machine says that nothing arrives there', async () => {
  const url = 'http://127.0.0.1:3000/hooks'
  const noteOf = async (body: object): Promise<unknown> =>
    (await control('POST receivers', body))[1].note
  expect(await noteOf({ url, answer: 204 })).toBe(
    'The emulator answers, and nothing arrives at the URL. Leave out "answer" to deliver over the network.',
  )
  expect(await noteOf({ url })).toBeUndefined()
  expect(await noteOf({ url: 'https://app.test/hooks', answer: 204 })).toBeUndefined()
})
