/** Courses: what they cost, what they are called over time, and what the tenant adds to them. */
import { createEmulator } from 'course-admin-emulator'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiOf } from '../support/api.ts'

let emulator = createEmulator({ world: 'empty' })
let api = apiOf(emulator)
beforeEach(() => {
  emulator = createEmulator({ world: 'empty' })
  api = apiOf(emulator)
})

const plain = () => ({ category_id: emulator.given('categories').id, name: 'Law', code: 'L-1' })

describe('the cost', () => {
  test.each([
    [undefined, 422],
    ['student', 422],
    ['order', 422],
    ['tbd', 201],
    ['free', 201],
  ])('may be left out under the scheme %s: %i', async (cost_scheme, status) => {
    const sent = { ...plain(), ...(cost_scheme && { cost_scheme }) }
    const made = await api.post('/courses', sent)
    expect(made.status).toBe(status)
    expect((await api.post('/courses', { ...sent, code: 'L-2', cost: '90' })).body.cost).toBe(
      '90.00',
    )
    if (status === 422) expect(Object.keys(made.body.errors)).toEqual(['cost'])
  })

  test('is asked for again when the scheme changes', async () => {
    const { id } = emulator.given('courses', { cost_scheme: 'free', cost: null })
    expect((await api.put(`/courses/${id}`, { cost_scheme: 'student' })).status).toBe(422)
    expect((await api.put(`/courses/${id}`, { cost_scheme: 'student', cost: '10' })).status).toBe(
      200,
    )
    expect((await api.put(`/courses/${id}`, { cost: null })).status).toBe(422)
  })

  test.each([
    [
      '/planned_courses',
      () => ({
        course_id: emulator.given('courses').id,
        type: 'FlexiblePlannedCourse',
        cost: null,
      }),
    ],
    ['/program/programs', () => ({ ...plain(), cost_scheme: 'student' })],
    ['/program/editions', () => ({ name: 'Autumn', program_id: emulator.given('programs').id })],
  ])('is asked for by %s as well', async (path, sent) => {
    expect((await api.post(path, sent())).body.errors).toHaveProperty('cost')
    expect((await api.post(path, { ...sent(), cost_scheme: 'free' })).status).toBe(201)
  })
})

test('a new name brings a new slug, and the old one stays in the history', async () => {
  const { id } = (await api.post('/courses', { ...plain(), cost: '90' })).body
  const slug = async () => (await api.get(`/courses/${id}`)).body
  const first = await slug()
  expect([first.slug, first.slug_history]).toEqual([`law-${id}`, []])
  await api.put(`/courses/${id}`, { name: 'Contract Law' })
  await api.put(`/courses/${id}`, { name: 'Contract Law', level: 'Basic' })
  const then = await slug()
  expect([then.slug, then.slug_history]).toEqual([`contract-law-${id}`, [`law-${id}`]])
})

describe('custom properties', () => {
  test('are those that the tenant has fields for, of the kind of the field', async () => {
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
    const { id } = (await api.post('/courses', { ...plain(), cost: '9', custom: { room: 'Hall' } }))
      .body
    const put = async (custom: object) => api.put(`/courses/${id}`, { custom })
    expect((await put({ hours: '4.5' })).body.custom).toEqual({ hours: '4.5', room: 'Hall' })
    expect((await put({ hours: 'four' })).body.errors).toEqual({
      'custom.hours': ['must be a number'],
    })
    expect((await put({ room: 'Attic' })).body.errors).toEqual({
      'custom.room': ['is none of the options'],
    })
    expect((await put({ colour: 'red' })).body.errors).toEqual({
      'custom.colour': ['is no custom field'],
    })
    expect((await put({ room: null })).body.custom).toEqual({ hours: '4.5', room: null })
  })

  test('of a custom record are what its custom object says', async () => {
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

test('custom associations: an update gives the new full set', async () => {
  const { id: custom_object_id, slug: custom_object_slug } = emulator.given('custom_objects')
  const kind = { object_type: 'catalog_products', custom_object_id } as const
  emulator.given('custom_associations', { ...kind, slug: 'tools' })
  emulator.given('custom_associations', { ...kind, slug: 'rooms' })
  const [one, two] = emulator.given('custom_records', 2, { custom_object_id })
  const stranger = emulator.given('custom_records', {
    custom_object_id: emulator.given('custom_objects').id,
  })
  const course = emulator.given('courses')
  const link = async (custom_associations: object) =>
    api.put(`/courses/${course.id}`, { custom_associations })
  const linked = async () => {
    const [product] = (await api.get('/catalog/products')).body
    return product.custom_associations
  }
  await link({ tools: [one.id, two.id], rooms: [one.id] })
  expect(await linked()).toEqual({
    tools: { custom_object_slug, custom_record_ids: [one.id, two.id] },
    rooms: { custom_object_slug, custom_record_ids: [one.id] },
  })
  await link({ tools: [two.id, two.id] })
  expect(await linked()).toMatchObject({
    tools: { custom_record_ids: [two.id] },
    rooms: { custom_record_ids: [] },
  })
  expect((await link({ tools: [stranger.id] })).body.errors).toEqual({
    'custom_associations.tools': [`${stranger.id} does not exist`],
  })
  expect((await link({ toys: [one.id] })).status).toBe(422)
  emulator.act.remove('custom_records', two)
  expect(await linked()).toMatchObject({ tools: { custom_record_ids: [] } })
})
