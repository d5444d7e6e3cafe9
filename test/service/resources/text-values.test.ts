/** Texts in bodies: required texts that are blank, and the form of an email address. */
import { createEmulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import type { FieldSpec, Shape } from '../../../src/engine/define/fields.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { send, statusOf } from '../../support/api-client.ts'
import { exampleFor, toRequest } from '../../support/operation-request.ts'

const world = createEmulator({ rateLimit: { requestsPerWindowMax: Infinity } })
const lenient = createEmulator({
  rateLimit: { requestsPerWindowMax: Infinity },
  assumptions: { 'text.blank': 'alternative' },
})
const { catalog } = contextOf(world)

type Path = readonly string[]

/** The paths of the required texts of a shape; the items of a list have the index 0. */
const textPaths = (shape: Shape): Path[] =>
  Object.entries(shape).flatMap(([name, { spec }]) => pathsIn(spec).map((rest) => [name, ...rest]))

function pathsIn({ notBlank, shape, items }: FieldSpec): Path[] {
  if (notBlank) return [[]]
  if (items) return pathsIn(items.spec).map((rest) => ['0', ...rest])
  return shape ? textPaths(shape) : []
}

const texts = [...catalog.operations.values()].flatMap((operation) =>
  textPaths(operation.body ?? {}).map((path) => ({
    id: operation.id,
    field: path.join('.'),
    path,
    operation,
  })),
)

/** Returns a copy of a value with another text at a path. */
function withText(value: unknown, [name, ...rest]: Path, text: string): unknown {
  if (name === undefined) return text
  if (Array.isArray(value)) return [withText(value[0], rest, text)]
  const parts = (value ?? {}) as Record<string, unknown>
  return { ...parts, [name]: withText(parts[name], rest, text) }
}

test('names, contents, codes, uids, subjects and principal ids are required texts', () => {
  const names = new Set(texts.map(({ path }) => path.at(-1)))
  const expected = [
    'name',
    'content',
    'code',
    'uid',
    'subject',
    'body',
    'principal_id',
    'last_name',
  ]
  expect([...names]).toEqual(expect.arrayContaining(expected))
  expect(texts.length).toBeGreaterThan(50)
  const fields = texts.map(({ field }) => field)
  expect(fields).toContain('invoice_items_attributes.0.name')
})

describe.each(texts)('$field of $id', ({ field, path, operation }) => {
  async function sendText(origin: typeof world, text: string) {
    const emulator = origin.fork()
    const example = exampleFor(emulator, operation)
    const { path: url, init } = toRequest(operation, example, emulator.token)
    const response = await send(
      emulator,
      String(init.method),
      url,
      withText(example.body, path, text),
    )
    const { errors } = (await response.json()) as { errors?: Record<string, string[]> }
    return errors?.[field]
  }

  test.each(['', '   ', '\t\n', '\u00A0'])('refuses %j as missing', async (text) => {
    expect(await sendText(world, text)).toEqual(['is missing'])
  })

  test('is accepted with the alternative', async () => {
    expect(await sendText(lenient, '  ')).toBeUndefined()
  })
})

describe('the email of a user, teacher or lead', () => {
  const create = (emulator: typeof world, email: string) =>
    send(emulator, 'POST', '/users', { first_name: 'Mia', last_name: 'Berg', email })
  const emails = async (emulator: typeof world, path: string) =>
    ((await (await send(emulator, 'GET', path)).json()) as { email: string }[]).map(
      ({ email }) => email,
    )

  test('is stored trimmed and in lower case by create, update, act, given and import', async () => {
    const emulator = world.fork()
    const created = (await (await create(emulator, ' Mia@Berg.TEST\n')).json()) as { id: number }
    const updated = emulator.given('users')
    await send(emulator, 'PUT', `/users/${updated.id}`, { email: 'Ann@Berg.TEST ' })
    const acted = emulator.act.createUser({
      first_name: 'Lee',
      last_name: 'Berg',
      email: 'Lee@Berg.TEST',
    })
    const given = emulator.given('users', { email: 'Kim@Berg.TEST' })
    emulator.importRecords({ users: [{ id: 9000, email: 'Bo@Berg.TEST' }] })
    const ids = [created.id, updated.id, acted.id, given.id, 9000]
    expect(ids.map((id) => emulator.row('users', id)?.email)).toEqual([
      'mia@berg.test',
      'ann@berg.test',
      'lee@berg.test',
      'kim@berg.test',
      'bo@berg.test',
    ])
  })

  test('is unique without case and surrounding space', async () => {
    const emulator = world.fork()
    const statuses = ['mia@berg.test', 'MIA@berg.test', ' mia@berg.test '].map(
      async (email) => (await create(emulator, email)).status,
    )
    expect(await Promise.all(statuses)).toEqual([201, 422, 422])
    expect(() => emulator.given('users', { email: 'Mia@Berg.test' })).toThrow(
      'has already been taken',
    )
  })

  test('is found without case by filters and by search', async () => {
    const emulator = world.fork()
    const user = emulator.given('users', { email: 'Mia@Berg.test' })
    emulator.given('teachers', { user_id: user.id })
    await send(emulator, 'POST', '/leads', { email: ' Lead@Berg.test' })
    expect(await emails(emulator, '/users?email=MIA@BERG.TEST')).toEqual(['mia@berg.test'])
    expect(await emails(emulator, '/users?email=%20mia@berg.test')).toEqual(['mia@berg.test'])
    expect(await emails(emulator, '/teachers?search=MIA@BERG.TEST')).toEqual(['mia@berg.test'])
    expect(await emails(emulator, '/leads?email=LEAD@berg.test')).toEqual(['lead@berg.test'])
  })

  test('names the login of a user who is created with one', async () => {
    const emulator = world.fork()
    const body = { first_name: 'Mia', last_name: 'Berg', email: ' MIA@berg.test' }
    const call = () => statusOf(emulator, 'POST', '/users', { ...body, with_authentication: true })
    expect([await call(), await call()]).toEqual([201, 422])
    expect(emulator.rows('authentications', { uid: 'mia@berg.test' })).toHaveLength(1)
  })
})
