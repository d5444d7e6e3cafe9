/** The pictures of records: the emulator answers their addresses over every transport, and nothing counts them. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { createHandler, startServer } from 'course-admin-emulator/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInstanceRouter } from '../../src/adapters/hosting/instance-router.ts'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import { pictureFiles } from '../../src/service/pictures/picture-files.ts'
import { describeTransports } from '../support/transports.ts'

const svgStart = /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+"/

/** The addresses of pictures in the records of a list. */
async function picturesIn(emulator: Emulator, path: string): Promise<string[]> {
  const response = await emulator.fetch(`${path}?per_page=100`, { headers: emulator.headers })
  const records = (await response.json()) as Record<string, unknown>[]
  return records.flatMap((record) =>
    Object.entries(record).flatMap(([name, value]) =>
      name.startsWith('avatar') ? [`${value}`] : [],
    ),
  )
}

const lists = [
  '/users',
  '/teachers',
  '/planning/teachers',
  '/categories',
  '/courses',
  '/catalog/products',
]

describeTransports((transport) => {
  beforeAll(() => transport.open())
  afterAll(() => transport.close())

  test.each(lists)('each picture of %s is an SVG, without a token', async (path) => {
    const emulator = createEmulator({ rateLimit: { requestsPerWindowMax: 2 } })
    const addresses = [...new Set(await picturesIn(emulator, path))]
    expect(addresses.length).toBeGreaterThan(20)
    const before = emulator.journal().length
    for (const address of addresses) {
      expect(address.startsWith(`${emulator.baseUrl}/`)).toBe(true)
      const response = await transport.send(emulator, address.slice(emulator.baseUrl.length))
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'image/svg+xml',
      ])
      expect(await response.text()).toMatch(svgStart)
    }
    expect(emulator.journal()).toHaveLength(before)
    const { headers } = emulator
    expect((await transport.send(emulator, '/users/1', { headers })).status).toBe(200)
    expect((await transport.send(emulator, '/users/1', { headers })).status).toBe(429)
  })
})

test('no outage and no fault hits a picture', async () => {
  const emulator = createEmulator({ world: 'small-school' })
  emulator.outage({ of: 'api' })
  emulator.fault({ operation: 'get_users', with: { status: 500 } })
  const { avatar_url } = emulator.row('users', 1) as { avatar_url: string }
  expect((await emulator.fetch(avatar_url)).status).toBe(200)
  expect((await emulator.fetch(avatar_url, { method: 'HEAD' })).status).toBe(200)
})

test('the same record has the same picture, and others have other ones', async () => {
  const [first, again] = [createEmulator(), createEmulator()]
  const draw = async (emulator: Emulator, id: number): Promise<string> => {
    const { avatar_url } = emulator.row('courses', id) as { avatar_url: string }
    return (await emulator.fetch(avatar_url)).text()
  }
  expect(await draw(first, 1)).toBe(await draw(again, 1))
  expect(await draw(first, 9)).not.toBe(await draw(first, 1))
})

test('a person has initials, and a course the motif of its category', () => {
  const { given } = createEmulator({ world: 'small-school' })
  const user = given('users', { first_name: 'Mia', last_name: 'van Dam' })
  expect(user.avatar_url).toMatch(/\/pictures\/users\/9-MV\.svg$/)
  const safety = given('categories', { name: 'Safety at Sea' })
  const cooking = given('categories', { name: 'Cooking' })
  const other = given('categories', { name: 'Lawn Care' })
  const picture = (category_id: number) =>
    given('courses', { category_id, name: 'Knots' }).avatar_url
  expect(picture(safety.id)).toMatch(/\/pictures\/courses\/4-safety\.svg$/)
  expect(picture(cooking.id)).toMatch(/\/pictures\/courses\/5-K\.svg$/)
  expect(other.avatar_url).toMatch(/-LC\.svg$/)
})

test('a record keeps the address of its own picture', () => {
  const own = 'https://pictures.test/mia.png'
  const { given, row } = createEmulator({ world: 'empty' })
  const { id } = given('users', { avatar_url: own })
  expect(row('users', id)).toMatchObject({ avatar_url: own })
  expect(given('teachers', { user_id: id }).avatar_url).toBe(own)
  expect(given('courses', { avatar: own })).toMatchObject({ avatar: own })
})

test('emulators of one world name their own base URL', async () => {
  const urls = ['https://one.test/api/v1', 'https://two.test/api/v1']
  for (const path of [...lists, ...lists]) {
    for (const baseUrl of urls) {
      const addresses = await picturesIn(createEmulator({ baseUrl }), path)
      expect(addresses.filter((address) => !address.startsWith(`${baseUrl}/pictures/`))).toEqual([])
    }
  }
})

test('a response names the host that the request was sent to', async () => {
  const emulator = createEmulator({ baseUrl: 'http://localhost/api/v1' })
  const handler = createHandler(emulator)
  const { headers } = emulator
  for (const origin of ['http://localhost:5173', 'http://127.0.0.1:4010']) {
    const response = await handler(new Request(`${origin}/api/v1/users/1`, { headers }))
    const { avatar_url } = (await response.json()) as { avatar_url: string }
    expect(avatar_url.startsWith(`${origin}/api/v1/pictures/`)).toBe(true)
    expect((await handler(new Request(avatar_url))).status).toBe(200)
  }
})

test('a delivery names the pictures of its records', async () => {
  const emulator = createEmulator({ world: 'small-school' })
  const bodies: { event_data: { avatar_url?: string } }[] = []
  emulator.receiver({
    url: 'https://app.test/hooks',
    answer: async (request) => void bodies.push(await request.json()),
  })
  emulator.act.createUser({ first_name: 'Mia', last_name: 'Jansen', email: 'mia@example.test' })
  await emulator.settle()
  expect(bodies[0]?.event_data.avatar_url).toBe(`${emulator.baseUrl}/pictures/users/9-MJ.svg`)
})

describe('a page on another host of this machine', () => {
  const headers = { 'sec-fetch-site': 'cross-site' }

  test('shows pictures, and reads nothing else without a token', async () => {
    await using server = await startServer({ port: 0, world: 'small-school', clock: 'virtual' })
    const { avatar_url } = server.emulator.row('users', 1) as { avatar_url: string }
    const picture = await fetch(avatar_url, { headers })
    expect(picture.status).toBe(200)
    expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect((await fetch(`${server.baseUrl}/users/1`, { headers })).status).toBe(403)
    expect((await fetch(`${server.baseUrl}/pictures/users`, { headers })).status).toBe(403)
  })
})

test('a picture needs no instance', async () => {
  const router = createInstanceRouter()
  const [emulator] = ['a', 'b'].map((instanceKey) => {
    const each = createEmulator({ world: 'small-school', instanceKey })
    router.add(each)
    return each
  }) as [Emulator]
  const { avatar_url } = emulator.row('users', 1) as { avatar_url: string }
  expect((await router.respond(new Request(avatar_url))).status).toBe(200)
  expect((await router.respond(new Request(`${emulator.baseUrl}/users/1`))).status).toBe(500)
})

test.each([
  '/pictures/users/1.svg',
  '/pictures/users/1-ABCDE.svg',
  '/pictures/users/1-%E0%A4%A.svg',
  '/pictures/users/x-AB.svg',
  '/pictures/rooms/1-AB.svg',
  '/pictures/users/1-A/B.svg',
])('%s is no picture', async (path) => {
  const emulator = createEmulator({ world: 'empty' })
  expect((await emulator.fetch(path)).status).toBe(403)
  expect(emulator.journal()).toHaveLength(1)
})

test('a picture has no content but its letters', () => {
  const texts = ['<b>&', '"\'>', '\u0000\uffff', '🎓É']
  const drawn = texts.map(
    (text) => pictureFiles.read(`/pictures/users/1-${encodeURIComponent(text)}.svg`)?.text ?? '',
  )
  expect(drawn.map((text) => />([^<]*)<\/text>/.exec(text)?.[1])).toEqual([
    '&lt;b&gt;&amp;',
    "&quot;'&gt;",
    '',
    '🎓É',
  ])
})

test('a name with half of a surrogate pair has a picture', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const { avatar_url } = emulator.given('users', { first_name: '\ud83d', last_name: 'Dam' })
  expect(avatar_url).toMatch(/-D\.svg$/)
  expect(contextOf(emulator).settings.internalErrors).toEqual([])
})
