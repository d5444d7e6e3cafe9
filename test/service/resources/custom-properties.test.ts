/** Custom properties: each record shows a value or null for each custom field. */
import { createEmulator } from 'course-admin-emulator'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Transaction } from '../../../src/engine/model/transaction.ts'
import { createApiClient } from '../../support/api-client.ts'

let emulator = createEmulator({ world: 'empty' })
let api = createApiClient(emulator)
beforeEach(() => {
  emulator = createEmulator({ world: 'empty' })
  api = createApiClient(emulator)
})

const objectTypes = [
  'users',
  'accounts',
  'teachers',
  'catalog_products',
  'catalog_variants',
] as const

/** Adds the fields `load` and `place` to each record type. */
function addFields(): void {
  for (const object_type of objectTypes) {
    const field = { object_type, custom_object_id: null } as const
    emulator.given('custom_fields', { ...field, slug: 'load', field_type: 'decimal' })
    emulator.given('custom_fields', { ...field, slug: 'place', field_type: 'string' })
  }
}

const unset = { load: null, place: null }

describe('a custom property without a value is null', () => {
  test('if a create contains some or none of the properties', async () => {
    addFields()
    const custom = { load: 5 }
    const person = { first_name: 'Mia', last_name: 'Berg', custom }
    const course = { category_id: 1, name: 'Law', code: 'L-1', cost: 1 }
    emulator.given('categories', { id: 1 })
    const created = [
      await api.post('/users', { ...person, email: 'mia@example.test' }),
      await api.post('/accounts', { name: 'Berg Ltd', custom }),
      await api.post('/courses', { ...course, custom }),
    ]
    for (const { body } of created) expect(body.custom).toEqual({ load: 5, place: null })
    expect((await api.post('/courses', { ...course, custom: {} })).body.custom).toEqual(unset)
    expect((await api.get('/catalog/products')).body).toMatchObject([
      { custom: { load: 5, place: null } },
      { custom: unset },
    ])
    const planned = { type: 'FlexiblePlannedCourse', course_id: 1, cost: 1 }
    await api.post('/planned_courses', { ...planned, custom: { place: 'Hall' } })
    await api.post('/planned_courses', { ...planned, custom: {} })
    expect((await api.get('/catalog/variants')).body).toMatchObject([
      { custom: { load: null, place: 'Hall' } },
      { custom: unset },
    ])
  })

  test('if `given` contains some of the properties', () => {
    addFields()
    expect(emulator.given('users', { custom: { load: '5' } }).custom).toEqual({
      load: '5',
      place: null,
    })
  })

  test('if the field of a custom object was added after a response with the record', async () => {
    const object = emulator.given('custom_objects', { slug: 'rooms' })
    const { id } = emulator.given('custom_records', { custom_object_id: object.id })
    const path = `/custom/objects/rooms/records/${id}`
    const before = (await api.get(path)).body.properties
    emulator.given('custom_fields', {
      object_type: null,
      custom_object_id: object.id,
      slug: 'floor',
      field_type: 'string',
    })
    expect((await api.get(path)).body.properties).toEqual({ ...before, floor: null })
  })

  test('if the field was added after the record', async () => {
    const user = emulator.given('users')
    emulator.given('accounts')
    emulator.given('teachers', { user_id: user.id })
    emulator.given('planned_courses')
    emulator.given('program_editions')
    const lists = ['/users', '/accounts', '/teachers', '/courses']
    const records = async () => {
      const read = [...lists, '/catalog/products', '/catalog/variants'].map((path) => api.get(path))
      return (await Promise.all(read)).flatMap(({ body }) => body as { custom: unknown }[])
    }
    for (const { custom } of await records()) expect(custom).toEqual({})
    addFields()
    for (const { custom } of await records()) expect(custom).toEqual(unset)
    expect(emulator.row('users', user.id)?.custom).toEqual(unset)
    const { body } = await api.put(`/users/${user.id}`, { custom: { place: 'Hall' } })
    expect(body.custom).toEqual({ load: null, place: 'Hall' })
  })

  test('also in a custom record', async () => {
    const { id: custom_object_id, slug } = emulator.given('custom_objects')
    const path = `/custom/objects/${slug}/records`
    const { body: record } = await api.post(path, { display_name: 'Van', properties: {} })
    expect(record.properties).toEqual({})
    const field = { object_type: null, custom_object_id, field_type: 'string' } as const
    emulator.given('custom_fields', { ...field, slug: 'brand' })
    emulator.given('custom_fields', { ...field, slug: 'color' })
    expect((await api.get(`${path}/${record.id}`)).body.properties).toEqual({
      brand: null,
      color: null,
    })
    await api.put(`${path}/${record.id}`, { properties: { color: 'red' } })
    expect((await api.get(path)).body).toMatchObject([
      { properties: { brand: null, color: 'red' } },
    ])
  })
})

describe('a record shows the custom fields of now', () => {
  test('after a field was renamed or deleted, and in a fork', async () => {
    addFields()
    for (const path of ['/users', '/catalog/products']) {
      emulator.given('users', { custom: { load: '5' } })
      emulator.given('courses', { custom: { load: '5' } })
      const type = path === '/users' ? 'users' : 'catalog_products'
      const shown = async (of = api): Promise<unknown> => (await of.get(path)).body.at(-1).custom
      expect(await shown()).toEqual({ load: '5', place: null })
      const place = emulator.rows('custom_fields', { object_type: type, slug: 'place' })[0]
      const fork = emulator.fork()
      fork.act.update('custom_fields', place?.id as number, { slug: 'town' })
      expect(await shown(createApiClient(fork))).toEqual({ load: '5', town: null })
      expect(await shown()).toEqual({ load: '5', place: null })
      emulator.act.remove('custom_fields', place?.id as number)
      expect(await shown()).toEqual({ load: '5' })
      expect(await shown(createApiClient(fork))).toEqual({ load: '5', town: null })
    }
  })

  test.each(['/users', '/accounts', '/catalog/products'])(
    'and a list reads them at most once: %s',
    async (path) => {
      addFields()
      for (let i = 0; i < 5; i += 1) {
        emulator.given('users', { custom: {} })
        emulator.given('accounts', { custom: {} })
        emulator.given('courses', { custom: {} })
      }
      const where = vi.spyOn(Transaction.prototype, 'where')
      try {
        expect((await api.get(path)).body.length).toBeGreaterThan(4)
        const tables = where.mock.calls.map(([table]) => table)
        for (const table of ['custom_fields', 'educators']) {
          expect(tables.filter((each) => each === table).length).toBeLessThan(2)
        }
      } finally {
        where.mockRestore()
      }
    },
  )
})

test('a record that is sent back as it was read is not updated, also after a field was added', async () => {
  const { id } = emulator.given('users')
  addFields()
  const read = async () => (await api.get(`/users/${id}`)).body
  const before = await read()
  await emulator.advance('1h')
  await api.put(`/users/${id}`, { custom: before.custom })
  expect(await read()).toEqual(before)
  expect(emulator.journal({ kind: 'event' })).toEqual([])
  await api.put(`/users/${id}`, { custom: { place: 'Hall' } })
  await api.put(`/users/${id}`, { custom: { place: null } })
  expect((await read()).custom).toEqual(unset)
  expect(emulator.journal({ kind: 'event' })).toHaveLength(2)
})

/** Puts a value into a custom field of a custom record; returns the status and the stored value. */
async function putExtra(field_type: 'boolean' | 'datepicker', extra: unknown) {
  const { id: custom_object_id, slug } = emulator.given('custom_objects')
  const field = { object_type: null, custom_object_id, slug: 'extra', field_type } as const
  emulator.given('custom_fields', field)
  const { id } = emulator.given('custom_records', { custom_object_id, properties: {} })
  const path = `/custom/objects/${slug}/records/${id}`
  const { status } = await api.put(path, { properties: { extra } })
  return [status, (await api.get(path)).body.properties.extra]
}

test.each([
  ['2026-01-05', 200, '2026-01-05'],
  ['2026-01-05T00:00:00.000Z', 200, '2026-01-05'],
  ['2026-02-30', 422, null],
  ['2026-02-30T00:00:00.000Z', 422, null],
  ['2026-01-05T25:00:00.000Z', 422, null],
  ['Monday', 422, null],
  [20_260_105, 422, null],
])(
  'a custom date can be a timestamp, as every date in a request: %j',
  async (sent, ...expected) => {
    expect(await putExtra('datepicker', sent)).toEqual(expected)
  },
)

test.each([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
])('the alternative of body.types converts a custom boolean: %j', async (sent, stored) => {
  expect(await putExtra('boolean', sent)).toEqual([422, null])
  emulator = createEmulator({ world: 'empty', assumptions: { 'body.types': 'alternative' } })
  api = createApiClient(emulator)
  expect(await putExtra('boolean', sent)).toEqual([200, stored])
  expect(await putExtra('boolean', 'yes')).toEqual([422, null])
  expect(await putExtra('boolean', stored ? 1 : 0)).toEqual([200, stored])
})

const plainCourse = () => ({
  category_id: emulator.given('categories').id,
  name: 'Law',
  code: 'L-1',
})

describe('custom properties', () => {
  test('are limited to the fields of the tenant and their types', async () => {
    const field = { object_type: 'catalog_products', custom_object_id: null } as const
    emulator.given('custom_fields', { ...field, slug: 'hours', field_type: 'decimal' })
    const select = emulator.given('custom_fields', { ...field, slug: 'room', field_type: 'select' })
    emulator.given('custom_field_options', {
      custom_field_id: select.id,
      value: 'Hall',
      enabled: true,
    })
    emulator.given('custom_field_options', {
      custom_field_id: select.id,
      value: 'Attic',
      enabled: false,
    })
    const { id } = (
      await api.post('/courses', { ...plainCourse(), cost: '9', custom: { room: 'Hall' } })
    ).body
    const put = async (custom: object) => api.put(`/courses/${id}`, { custom })
    expect((await put({ hours: '4.5' })).body.custom).toEqual({ hours: '4.5', room: 'Hall' })
    expect((await put({ hours: 'four' })).body.errors).toEqual({
      'custom.hours': ['must be a number'],
    })
    expect((await put({ room: 'Attic' })).body.errors).toEqual({
      'custom.room': ['is not one of the options'],
    })
    expect((await put({ colour: 'red' })).body.errors).toEqual({
      'custom.colour': ['is not a custom field'],
    })
    expect((await put({ room: null })).body.custom).toEqual({ hours: '4.5', room: null })
  })

  test('of a custom record follow its custom object', async () => {
    const object = emulator.given('custom_objects')
    const field = { object_type: null, custom_object_id: object.id } as const
    emulator.given('custom_fields', { ...field, slug: 'in_use', field_type: 'boolean' })
    const path = `/custom/objects/${object.slug}/records`
    const post = async (properties: object) =>
      api.post(path, { display_name: 'Beamer', properties })
    expect((await post({ in_use: 'yes' })).body.errors).toEqual({
      'properties.in_use': ['must be true or false'],
    })
    expect((await post({ brand: 'X' })).status).toBe(422)
    expect((await post({ in_use: 0 })).body.properties).toEqual({ in_use: false })
    const made = await post({ in_use: true })
    expect(made.body).toMatchObject({ active: true, properties: { in_use: true } })
    expect((await api.delete(`${path}/${made.body.id}`)).status).toBe(200)
    expect((await api.get(`${path}/${made.body.id}`)).status).toBe(404)
  })
})
