/** Courses: cost, slugs and custom associations. */
import { createEmulator } from 'course-admin-emulator'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApiClient } from '../../support/api-client.ts'

let emulator = createEmulator({ world: 'empty' })
let api = createApiClient(emulator)
beforeEach(() => {
  emulator = createEmulator({ world: 'empty' })
  api = createApiClient(emulator)
})

const plain = () => ({ category_id: emulator.given('categories').id, name: 'Law', code: 'L-1' })

describe('the cost', () => {
  test.each([
    [undefined, 422],
    ['student', 422],
    ['order', 422],
    ['tbd', 201],
    ['free', 201],
  ])('can be omitted with the scheme %s: %i', async (cost_scheme, status) => {
    const sent = { ...plain(), ...(cost_scheme && { cost_scheme }) }
    const made = await api.post('/courses', sent)
    expect(made.status).toBe(status)
    expect((await api.post('/courses', { ...sent, code: 'L-2', cost: '90' })).body.cost).toBe(
      '90.00',
    )
    if (status === 422) expect(Object.keys(made.body.errors)).toEqual(['cost'])
  })

  test('is required again when the scheme changes', async () => {
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
  ])('is required by %s as well', async (path, sent) => {
    expect((await api.post(path, sent())).body.errors).toHaveProperty('cost')
    expect((await api.post(path, { ...sent(), cost_scheme: 'free' })).status).toBe(201)
  })
})

test('a new name creates a new slug, and the old one stays in the history', async () => {
  const { id } = (await api.post('/courses', { ...plain(), cost: '90' })).body
  const slug = async () => (await api.get(`/courses/${id}`)).body
  const first = await slug()
  expect([first.slug, first.slug_history]).toEqual([`law-${id}`, []])
  await api.put(`/courses/${id}`, { name: 'Contract Law' })
  await api.put(`/courses/${id}`, { name: 'Contract Law', level: 'Basic' })
  const then = await slug()
  expect([then.slug, then.slug_history]).toEqual([`contract-law-${id}`, [`law-${id}`]])
})

test('each answer with a starting price lists its assumption', async () => {
  const { id } = emulator.given('courses')
  const calls = [
    async () => api.get(`/courses/${id}`),
    async () => api.get('/courses'),
    async () => api.get(`/courses/${id}`),
    async () => api.put(`/courses/${id}`, { name: 'First Aid' }),
    async () => api.post('/courses', { ...plain(), cost: '9' }),
  ]
  for (const call of calls) {
    await call()
    const [request] = emulator.journal({ kind: 'request' }).slice(-1)
    expect(request?.behaviours).toContain('course.starting_price')
  }
})

test('the default conditions apply if the conditions are blank', async () => {
  const { id } = (await api.post('/courses', { ...plain(), cost: '90' })).body
  const conditions = async (sent: object) => {
    const course = (await api.put(`/courses/${id}`, sent)).body
    const [product] = (await api.get('/catalog/products')).body
    expect(product.conditions_or_default).toBe(course.conditions_or_default)
    return course.conditions_or_default
  }
  const byDefault = await conditions({})
  expect(await conditions({ conditions: 'Pay in advance.' })).toBe('Pay in advance.')
  expect(await conditions({ conditions: '' })).toBe(byDefault)
  expect(await conditions({ conditions: ' ' })).toBe(byDefault)
})

test('custom associations: an update replaces the full set', async () => {
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

test('a renamed course keeps each former slug once, without the current one', async () => {
  const { id } = emulator.given('courses', { name: 'Alpha' })
  const rename = async (name: string) => (await api.put(`/courses/${id}`, { name })).body
  await rename('Beta')
  await rename('Alpha')
  expect(await rename('Beta')).toMatchObject({
    slug: `beta-${id}`,
    slug_history: [`alpha-${id}`],
  })
  expect(await rename('Béta!')).toMatchObject({ slug_history: [`alpha-${id}`] })
  expect(await rename('日本')).toMatchObject({ slug: `${id}` })
})

test.each([
  ['datepicker', '2026-02-28', '2026-02-30'],
  ['datepicker', '2026-02-28', ['2026-02-28']],
  ['decimal', '4.5', ['4.5']],
  ['multiselect', ['Hall'], ['Hall', 'Hall']],
] as const)('a custom field of type %s accepts %j and not %j', async (field_type, good, bad) => {
  const { id: custom_field_id } = emulator.given('custom_fields', {
    object_type: 'users',
    custom_object_id: null,
    slug: 'extra',
    field_type,
  })
  emulator.given('custom_field_options', { custom_field_id, value: 'Hall', enabled: true })
  const put = async (extra: unknown) => (await api.put('/users/1', { custom: { extra } })).status
  expect([await put(good), await put(bad)]).toEqual([200, 422])
})

test('on an update, the ids of teachers can be strings', async () => {
  const { id } = emulator.given('planned_courses')
  const teacher = emulator.given('teachers')
  expect((await api.put(`/planned_courses/${id}`, { teacher_ids: [`${teacher.id}`] })).status).toBe(
    200,
  )
  expect(emulator.rows('teacher_enrollments', { planned_course_id: id })).toHaveLength(1)
  expect((await api.put(`/planned_courses/${id}`, { teacher_ids: ['x'] })).status).toBe(422)
})

test('a deactivated teacher is refused under the field of the request', async () => {
  const { id, course_id } = emulator.given('planned_courses')
  const { id: teacher_id } = emulator.given('teachers', { active: false })
  const { id: meeting_id } = emulator.given('meetings', { planned_course_id: id })
  const planned = { course_id, type: 'FlexiblePlannedCourse', cost: 100 }
  const attendee = { attendable_type: 'Meeting', attendable_id: meeting_id }
  const inactive = ['is not active']
  for (const [answer, errors] of [
    [api.put(`/planned_courses/${id}`, { teacher_ids: [teacher_id] }), { teacher_ids: inactive }],
    [
      api.post('/planned_courses', { ...planned, teacher_ids: [teacher_id] }),
      { teacher_ids: inactive },
    ],
    [api.post('/planning/attendees', { ...attendee, teacher_id }), { teacher_id: inactive }],
  ] as const) {
    expect(await answer).toMatchObject({ status: 422, body: { errors } })
  }
})

test('the dates of a flexible course do not complete it', async () => {
  const { id: course_id } = emulator.given('courses')
  const dates = { start_date: '2026-03-01', end_date: '2026-03-05', duration: 10 }
  const sent = { course_id, type: 'FlexiblePlannedCourse', cost: 100, ...dates }
  const { id } = (await api.post('/planned_courses', sent)).body
  await emulator.advance('100d')
  expect((await api.get(`/planned_courses/${id}`)).body.status).toBe('active')
})

test('a reference to another course is rejected', async () => {
  const { id: planned_course_id } = emulator.given('planned_courses')
  const { id: course_id } = emulator.given('courses')
  const { id: edition_id } = emulator.given('program_editions')
  const refusedOf = async (path: string, sent: object) => (await api.post(path, sent)).body.errors
  const refused = { planned_course_id: ['belongs to another course'] }
  expect(
    await refusedOf('/program/elements', { course_id, edition_id, planned_course_id }),
  ).toEqual(refused)
  const courses_leads_attributes = [{ course_id, planned_course_id }]
  expect(await refusedOf('/leads', { title: 'Training', courses_leads_attributes })).toEqual(
    refused,
  )
})

test.each([
  ['/leads', { title: 'Training', value: 'abc' }],
  ['/tasks', { name: 'Call', due_date: '2026-02-30' }],
  ['/tasks', { name: 'Call', subject_id: 1 }],
  ['/tasks', { name: 'Call', subject_type: 'User' }],
  ['/accounts', { name: 'A', signup_answers_attributes: [{ signup_question_id: 99, value: 'x' }] }],
])('%s does not accept %j', async (path, sent) => {
  expect((await api.post(path, sent)).status).toBe(422)
})

describe('a custom property whose option was disabled', () => {
  const disabled = (field_type: 'select' | 'multiselect', stored: unknown) => {
    const { id: custom_field_id } = emulator.given('custom_fields', {
      object_type: 'users',
      slug: 'room',
      field_type,
    })
    emulator.given('custom_field_options', { custom_field_id, value: 'Hall', enabled: false })
    emulator.given('custom_field_options', { custom_field_id, value: 'Attic', enabled: true })
    return emulator.given('users', { custom: { room: stored as string } })
  }

  test.each([
    ['select', 'Hall'],
    ['multiselect', ['Hall', 'Attic']],
  ] as const)('of a %s can be sent back, by id and by slug', async (type, stored) => {
    const user = disabled(type, stored)
    for (const path of [`/users/${user.id}`, `/users/${user.slug}`]) {
      const { status, body } = await api.put(path, { custom: { room: stored } })
      expect([status, body.custom.room]).toEqual([200, stored])
    }
  })

  test('cannot be chosen for another record', async () => {
    disabled('select', 'Hall')
    const other = emulator.given('users', { custom: { room: 'Attic' } })
    const { status, body } = await api.put(`/users/${other.id}`, { custom: { room: 'Hall' } })
    expect([status, body.errors]).toEqual([422, { 'custom.room': ['is not one of the options'] }])
  })
})
