/** The behaviours that the journal entry of a request lists, by its query, its body and its response. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'

async function behavioursOf(
  emulator: Emulator,
  path: string,
  init: RequestInit = {},
): Promise<readonly string[]> {
  const response = await emulator.fetch(path, { headers: emulator.headers, ...init })
  expect(response.status).toBe(200)
  return emulator.journal({ kind: 'request' }).at(-1)?.behaviours ?? []
}

test('a list lists its filters only if the query has a filter', async () => {
  const emulator = createEmulator({ world: 'empty' })
  expect(await behavioursOf(emulator, '/users?email=mia@berg.test')).toContain('list.filter')
  expect(await behavioursOf(emulator, '/users?per_page=2')).not.toContain('list.filter')
})

test('a page lists the form of its links only if it has links', async () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.given('course_locations', 3)
  const linked = await behavioursOf(emulator, '/course_locations?per_page=2')
  expect(linked).toEqual(expect.arrayContaining(['paging.cursor.form', 'paging.links']))
  const whole = await behavioursOf(emulator, '/course_locations')
  expect(whole).toContain('paging.cursor')
  for (const id of ['paging.cursor.form', 'paging.links']) expect(whole).not.toContain(id)
})

test('a response lists the formats that its fields have', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const [{ id: course }, { id: location }, { id: label }] = [
    emulator.given('planned_courses'),
    emulator.given('course_locations'),
    emulator.given('labels', { model_type: 'User' }),
  ]
  const formatsOf = async (path: string): Promise<string[]> =>
    (await behavioursOf(emulator, path)).filter((id) => id.startsWith('answer.')).toSorted()
  const [amount, flag] = ['answer.amount', 'answer.boolean']
  const [none, time] = ['answer.null', 'answer.timestamp']
  expect(await formatsOf(`/planned_courses/${course}`)).toEqual([amount, flag, none, time])
  expect(await formatsOf(`/course_locations/${location}`)).toEqual([none, time])
  expect(await formatsOf(`/labels/${label}`)).toEqual([time])
})

test('a list of items that are not records lists the formats of their fields', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const { id } = emulator.given('meetings')
  const listed = await behavioursOf(emulator, `/meetings/${id}/materials`)
  expect(listed).toContain('answer.null')
})

test('an array in a query is listed only if its form needs it', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const form = 'query.arrays'
  const list = '/catalog/products'
  expect(await behavioursOf(emulator, `${list}?sort=id`)).not.toContain(form)
  expect(await behavioursOf(emulator, `${list}?sort[]=id`)).toContain(form)
  expect(await behavioursOf(emulator, `${list}?sort=position&sort=id`)).toContain(form)
})

test('a slug in a path is listed only for a resource with slugs', async () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.given('users', { slug: 'mia-berg' })
  expect(await behavioursOf(emulator, '/users/mia-berg')).toContain('path.slug')
  const response = await emulator.fetch('/webhooks/mia-berg', { headers: emulator.headers })
  expect(response.status).toBe(404)
  const [, refused] = emulator.journal({ kind: 'request' })
  expect(refused?.behaviours).not.toContain('path.slug')
})

test('with the alternative of ids, only the digits that a slug starts with count', async () => {
  const emulator = createEmulator({ world: 'empty', assumptions: { 'path.id': 'cast' } })
  const { id } = emulator.given('users')
  const statusOf = async (slug: string) =>
    (await emulator.fetch(`/users/${slug}`, { headers: emulator.headers })).status
  expect(await statusOf(`${id}-mia`)).toBe(200)
  expect(await statusOf(`mia-${id}`)).toBe(404)
})

test('a body with a date or a moment lists the format of timestamps, another body does not', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const { id } = emulator.given('planned_courses')
  const { headers } = emulator
  const put = (path: string, body: object) =>
    behavioursOf(emulator, path, { method: 'PUT', headers, body: JSON.stringify(body) })
  const { id: user } = emulator.given('users')
  const day = { end_date: '2030-03-02' }
  expect(await put(`/planned_courses/${id}`, day)).toContain('input.timestamp')
  expect(await put(`/users/${user}`, { first_name: 'Mia' })).not.toContain('input.timestamp')
})

test('a body lists the rule for days only if a date is sent as a moment', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const { id } = emulator.given('planned_courses')
  const { headers } = emulator
  const put = (end_date: string) =>
    behavioursOf(emulator, `/planned_courses/${id}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ end_date }),
    })
  expect(await put('2030-03-02T12:00:00Z')).toContain('input.days')
  expect(await put('2030-03-02')).not.toContain('input.days')
})

test('a request without a known token lists the behaviours of its refusal', async () => {
  const emulator = createEmulator({ world: 'empty' })
  expect((await emulator.fetch('/users', { headers: {} })).status).toBe(403)
  const [refused] = emulator.journal({ kind: 'request' })
  expect(refused?.behaviours).toEqual(expect.arrayContaining(['auth.refusal', 'auth.refused']))
  expect(refused?.decidedBy).toBe('auth.refused')
})
