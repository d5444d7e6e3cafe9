/** Catalog products and variants follow courses, programs, planned courses and editions. */
import { createEmulator } from 'course-admin-emulator'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApiClient } from '../../support/api-client.ts'

let emulator = createEmulator({ world: 'empty' })
let api = createApiClient(emulator)
beforeEach(() => {
  emulator = createEmulator({ world: 'empty' })
  api = createApiClient(emulator)
})

describe('a product', () => {
  test('shows the values of its course and writes to it', async () => {
    const course = emulator.given('courses', { name: 'First Aid', is_published: false })
    const [product] = (await api.get('/catalog/products')).body
    expect(product).toMatchObject({
      productable_type: 'Course',
      productable_id: course.id,
      name: 'First Aid',
      category_id: course.category_id,
      is_published: false,
    })
    await api.put(`/courses/${course.id}`, { name: 'First Aid at Work' })
    expect((await api.get(`/catalog/products/${product.id}`)).body.name).toBe('First Aid at Work')
    await api.put(`/catalog/products/${product.id}`, { is_published: true })
    expect(emulator.row('courses', course.id)?.is_published).toBe(true)
    expect((await api.get('/catalog/products?published=published')).body).toHaveLength(1)
  })

  test('exists for a program as well, and is deleted with it', async () => {
    const { id } = emulator.given('programs')
    const list = '/catalog/products?productable_type=Program::Program'
    expect((await api.get(list)).body).toMatchObject([{ productable_id: id }])
    await api.delete(`/program/programs/${id}`)
    expect((await api.get(list)).body).toEqual([])
  })

  test('from `given` gets an owner of the given type', () => {
    const product = emulator.given('catalog_products', { productable_type: 'Program::Program' })
    expect(emulator.rows('programs')).toMatchObject([{ id: product.productable_id }])
    expect(emulator.rows('courses')).toEqual([])
  })
})

describe('a variant', () => {
  test('belongs to the product of its course and states the number of free places', async () => {
    const { id, course_id } = emulator.given('planned_courses', {
      status: 'planned',
      max_participants: 10,
    })
    const [product] = emulator.rows('catalog_products', { productable_id: course_id })
    const read = async () => (await api.get(`/catalog/variants?product_id=${product?.id}`)).body[0]
    expect(await read()).toMatchObject({
      variantable_type: 'PlannedCourse',
      variantable_id: id,
      available_places: 10,
      availability: 'available',
    })
    emulator.given('enrollments', 8, { planned_course_id: id, status: 'confirmed' })
    expect(await read()).toMatchObject({
      available_places: 2,
      availability: 'limited_availability',
    })
    emulator.given('enrollments', 2, { planned_course_id: id, status: 'confirmed' })
    expect(await read()).toMatchObject({ available_places: 0, availability: 'not_available' })
  })

  const availability = async (type: string, id: number) => {
    const list = `/catalog/variants?variantable_type=${type}&variantable_id=${id}`
    return (await api.get(list)).body[0].availability
  }

  test('is available until its course has ended or was canceled, as orders are approved', async () => {
    const dates = { start_date: '2026-02-02', end_date: '2026-02-06' }
    const [course, canceled] = emulator.given('planned_courses', 2, {
      type: 'FixedPlannedCourse',
      is_published: true,
      availability_state: 'open',
      max_participants: 10,
      ...dates,
    })
    const edition = emulator.given('program_editions', { max_participants: 10, ...dates })
    const closed = emulator.given('planned_courses', { availability_state: 'closed', ...dates })
    const list = '/catalog/variants?published_public=published_public&variantable_id='
    emulator.act.cancelPlannedCourse({ planned_course: canceled })
    expect((await api.get(`${list}${canceled.id}`)).body).toEqual([])
    for (const [day, expected] of [
      ['2026-02-01', 'available'],
      ['2026-02-02', 'available'],
      ['2026-02-06', 'available'],
      ['2026-02-07', 'not_available'],
    ] as const) {
      await emulator.advance({ to: `${day}T12:00:00Z` })
      expect(await availability('planned_course', course.id)).toBe(expected)
      expect(await availability('program_edition', edition.id)).toBe(expected)
      expect(await availability('planned_course', canceled.id)).toBe('not_available')
      expect(await availability('planned_course', closed.id)).toBe('not_available')
      const student = emulator.given('users')
      const order = emulator.act.requestOrder({ planned_course: course, students: [student] })
      const { status } = await api.put(`/orders/${order.id}/approve`)
      expect(status).toBe(expected === 'available' ? 200 : 422)
    }
  })

  test('of a flexible course is available, and its price is the starting price', async () => {
    const { id } = emulator.given('courses', { cost: '900.00', cost_scheme: 'student' })
    const created = await api.post('/planned_courses', {
      type: 'FlexiblePlannedCourse',
      course_id: id,
      cost: 100,
      duration: 30,
      is_published: true,
      max_participants: 10,
    })
    expect(created.body.status).toBe('active')
    expect(await availability('planned_course', created.body.id)).toBe('available')
    expect((await api.get(`/courses/${id}`)).body.starting_price).toBe('100.00')
  })

  test('publishes its planned course or edition', async () => {
    const { id } = emulator.given('planned_courses', { is_published: false })
    const [variant] = emulator.rows('catalog_variants')
    await api.put(`/catalog/variants/${variant?.id}`, { is_published: true })
    expect(emulator.row('planned_courses', id)?.is_published).toBe(true)
  })
})

test.each([
  ['/categories', () => ({})],
  [
    '/program/programs',
    () => ({ category_id: emulator.given('categories').id, cost_scheme: 'free' }),
  ],
])('a new record of %s gets a slug that no other one has', async (path, values) => {
  const rest = values()
  const slugOf = async (name: string) => (await api.post(path, { name, ...rest })).body.slug
  const { id } = (await api.post(path, { name: 'Alpha', ...rest })).body
  await api.put(`${path}/${id}`, { slug: `beta-${id + 1}` })
  expect(await slugOf('Beta')).toBe(`beta-${id + 1}-2`)
  await api.put(`${path}/${id}`, { slug: `beta-${id + 2}` })
  await api.put(`${path}/${id + 1}`, { slug: `beta-${id + 2}-2` })
  expect(await slugOf('Beta')).toBe(`beta-${id + 2}-3`)
  expect(await slugOf('Beta')).toBe(`beta-${id + 3}`)
})

test('the starting price of a course is that of its cheapest bookable edition', async () => {
  const { id } = emulator.given('courses', { cost: '900.00', cost_scheme: 'student' })
  const price = async () => (await api.get(`/courses/${id}`)).body.starting_price
  expect(await price()).toBe('900.00')
  const edition = {
    course_id: id,
    status: 'planned',
    is_published: true,
    availability_state: 'open',
  } as const
  emulator.given('planned_courses', { ...edition, cost: '700.00' })
  const cheap = emulator.given('planned_courses', { ...edition, cost: '650.00' })
  emulator.given('planned_courses', { ...edition, cost: '100.00', is_published: false })
  emulator.given('planned_courses', { ...edition, cost: '200.00', availability_state: 'closed' })
  expect(await price()).toBe('650.00')
  emulator.act.cancelPlannedCourse({ planned_course: cheap })
  expect(await price()).toBe('700.00')
})

test.each([
  ['default', 1, []],
  ['alternative', 2, ['student']],
] as const)(
  'with the flag Programs off, counts and roles ignore programs: %s',
  async (alternative, products, roles) => {
    const assumptions = { 'flag.records': alternative }
    emulator = createEmulator({ world: 'empty', flags: { Programs: false }, assumptions })
    api = createApiClient(emulator)
    const { category_id } = emulator.given('courses')
    emulator.given('programs', { category_id })
    const { id: student_id } = emulator.given('users')
    emulator.given('program_enrollments', { student_id, order_id: null })
    expect((await api.get(`/categories/${category_id}`)).body.products_count).toBe(products)
    expect((await api.get(`/catalog/products?category_id=${category_id}`)).body).toHaveLength(
      products,
    )
    expect((await api.get(`/users/${student_id}`)).body.roles).toEqual(roles)
    expect((await api.get('/users?role=student')).body).toHaveLength(roles.length)
    emulator.flags({ Programs: true })
    expect((await api.get(`/categories/${category_id}`)).body.products_count).toBe(2)
    expect((await api.get(`/users/${student_id}`)).body.roles).toEqual(['student'])
  },
)

test('with the flag Programs off, an order of a course is deleted with its comments', () => {
  emulator = createEmulator({ world: 'empty', flags: { Programs: false } })
  const { id } = emulator.given('orders')
  emulator.given('comments', { commentable_type: 'Order', commentable_id: id })
  emulator.act.remove('orders', id)
  expect(emulator.journal({ kind: 'event' })).toMatchObject([{ event: 'order.deleted' }])
  expect(emulator.rows('comments')).toEqual([])
})

test('the content of a course tab keeps omitted values and needs a tab', async () => {
  const { id: course_tab_id } = emulator.given('course_tabs')
  const { id } = emulator.given('courses')
  const [product] = (await api.get('/catalog/products')).body
  const texts = async () => (await api.get(`/catalog/products/${product.id}`)).body
  const put = async (content: object, path = `/courses/${id}`) =>
    (await api.put(path, { course_tab_contents_attributes: [content] })).body.errors
  const text = { id: 1, course_tab_id, content: '<p>Bring lunch.</p>' }
  await put({ course_tab_id, content: text.content })
  await put({ id: 1 })
  expect((await texts()).course_tab_contents).toEqual([text])
  expect(await put({})).toEqual({ course_tab_contents_attributes: ['requires a course_tab_id'] })
  await put({ ...text, content: null }, `/catalog/products/${product.id}`)
  expect((await texts()).course_tab_contents).toEqual([{ ...text, content: null }])
  expect(await put({ id: 1 }, `/catalog/products/${product.id}`)).toEqual({
    'course_tab_contents_attributes.0.content': ['is missing'],
    'course_tab_contents_attributes.0.course_tab_id': ['is missing'],
  })
})

test('the content of a course tab is identified by its id, which its course must have', async () => {
  const [one, two, three] = emulator.given('course_tabs', 3).map(({ id }) => id)
  const { id } = emulator.given('courses')
  await api.put(`/courses/${id}`, {
    course_tab_contents_attributes: [one, two].map((tab) => ({ course_tab_id: tab, content: 'a' })),
  })
  const [product] = (await api.get('/catalog/products')).body
  const put = (...course_tab_contents_attributes: object[]) =>
    api.put(`/catalog/products/${product.id}`, { course_tab_contents_attributes })
  const moved = { id: 1, course_tab_id: three, content: 'moved' }
  const kept = { id: 2, course_tab_id: two, content: 'a' }
  expect((await put(moved)).body.course_tab_contents).toEqual([moved, kept])
  const swapped = [
    { ...moved, course_tab_id: two },
    { ...kept, course_tab_id: three },
  ]
  expect((await put(...swapped)).body.course_tab_contents).toEqual(swapped)
  expect((await put(kept, { ...kept, id: 999 })).body.errors).toEqual({
    'course_tab_contents_attributes.1.id': ['does not exist'],
  })
  expect((await put(kept)).body.errors).toEqual({
    course_tab_contents_attributes: [`has two texts for course tab ${two}`],
  })
})

test('each content of a course tab has an id of its own', async () => {
  const [one, two] = emulator.given('course_tabs', 2)
  const [course, program] = [emulator.given('courses'), emulator.given('programs')]
  const course_tab_contents_attributes = [one, two].map((tab) => ({
    course_tab_id: tab.id,
    content: 'Bring lunch.',
  }))
  const values = { category_id: course.category_id, name: 'Law', course_tab_contents_attributes }
  await api.put(`/courses/${course.id}`, { course_tab_contents_attributes })
  await api.put(`/program/programs/${program.id}`, { course_tab_contents_attributes })
  await api.post('/courses', { ...values, code: 'L-1', cost: '90' })
  await api.post('/program/programs', { ...values, cost_scheme: 'free' })
  emulator.given('courses')
  const products: { course_tab_contents: { id: number }[] }[] = (await api.get('/catalog/products'))
    .body
  const ids = products.flatMap(({ course_tab_contents: contents }) => contents.map(({ id }) => id))
  expect(ids.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test.each([
  ['categories', 'categories'],
  ['courses', 'courses'],
  ['programs', 'catalog_products'],
  ['course_tabs', 'course_tabs'],
  ['signup_questions', 'signup_questions'],
] as const)('a new row of %s is after the last of %s, also after deletions', (table, listed) => {
  const [first] = emulator.given(table, 3)
  emulator.act.remove(table, first)
  emulator.given(table)
  expect(emulator.rows(listed).map(({ position }) => position)).toEqual([2, 3, 4])
})
