/** Probes of assumptions about requests. */
import type { Emulator } from 'course-admin-emulator'
import { type Probes, send, statusOf } from './probe.ts'

export const requests: Probes = {
  'auth.refused': {
    observations: { default: 403, '401': 401, '404': 404 },
    observe: async (emulator) => (await emulator.fetch('/users')).status,
  },
  'auth.scope': {
    observations: { default: 403, alternative: 404 },
    async observe(emulator) {
      const token = emulator.mintToken({ scopes: ['courses:read'] })
      return (await send(emulator, 'GET', '/users', undefined, token)).status
    },
  },
  'body.malformed': {
    observations: { default: 400, alternative: 422 },
    observe: (emulator) => statusOf(emulator, 'POST', '/course_variants', '{"name":'),
  },
  'body.rules': {
    observations: { default: [422, 422, 422, 409], alternative: [400, 400, 400, 400] },
    async observe(emulator) {
      const { email } = emulator.given('users')
      const { id } = emulator.given('enrollments', { status: 'canceled' })
      const affiliation = {
        organization_id: emulator.given('organizations').id,
        user_id: emulator.given('users').id,
      }
      emulator.given('organization_affiliations', affiliation)
      return Promise.all([
        statusOf(emulator, 'POST', '/course_variants', {}),
        statusOf(emulator, 'POST', '/users', { first_name: 'Mia', last_name: 'Berg', email }),
        statusOf(emulator, 'PUT', `/enrollments/${id}/cancel`),
        statusOf(emulator, 'POST', '/organization_affiliations', affiliation),
      ])
    },
  },
  'body.unknown': {
    observations: { default: 201, alternative: 422 },
    observe: (emulator) =>
      statusOf(emulator, 'POST', '/course_variants', { name: 'Day', nmae: '' }),
  },
  'query.unknown': {
    observations: { default: [400, 400, 400], alternative: [200, 400, 400] },
    observe: (emulator) => statusesOf(emulator, ['nonsense=1', 'sort=nonsense', 'per_page=0']),
  },
  'query.values': {
    observations: {
      default: [400, 400, 400, 400, 400, 400],
      alternative: [200, 200, 200, 200, 200, 400],
    },
    observe: (emulator) =>
      statusesOf(emulator, [
        'sort=nonsense',
        'role=nonsense',
        'page=0',
        'per_page=x',
        'per_page=2&per_page=3',
        'per_page=0',
      ]),
  },
  'query.per_page': {
    observations: {
      default: [400, 400, 400, 400],
      alternative: [1, 1, 100, 100],
    },
    async observe(emulator) {
      emulator.given('users', 101)
      const queries = ['per_page=0', 'per_page=-3', 'per_page=101', `per_page=${'9'.repeat(400)}`]
      return Promise.all(queries.map((query) => lengthOrStatus(emulator, `/users?${query}`)))
    },
  },
  'query.cursor': {
    observations: {
      default: [400, 400, 400, 400],
      alternative: [[1, 2], [1, 2], [1, 2], 400],
    },
    async observe(emulator) {
      emulator.given('users', 5)
      const cursor = btoa('{"id":3}')
      const queries = ['cursor=?', `cursor=${cursor}&page=2`, 'cursor=?&page=2', 'sort=nonsense']
      return Promise.all(
        queries.map(async (query) => {
          const response = await send(emulator, 'GET', `/users?per_page=2&${query}`)
          if (response.status !== 200) return response.status
          return ((await response.json()) as { id: number }[]).map(({ id }) => id)
        }),
      )
    },
  },
  'query.arrays': {
    observations: {
      default: [2, 2, 2, 2, 400],
      refused: [2, 400, 400, 400, 400],
      commas: [2, 2, 2, 2, 2],
    },
    async observe(emulator) {
      emulator.given('enrollments', { status: 'active' })
      emulator.given('enrollments', { status: 'confirmed' })
      emulator.given('enrollments', { status: 'completed' })
      const queries = [
        'status=active&status=confirmed',
        'status[]=active&status[]=confirmed',
        'status[0]=active&status[1]=confirmed',
        'status%5B%5D=active&status=confirmed',
        'status=active,confirmed',
      ]
      return Promise.all(queries.map((query) => lengthOrStatus(emulator, `/enrollments?${query}`)))
    },
  },
  'update.patch': {
    observations: { default: 200, alternative: 404 },
    observe: (emulator) => statusOf(emulator, 'PATCH', '/users/1', { first_name: 'Mia' }),
  },
  'flag.operation': {
    observations: { default: 404, alternative: 403 },
    observe(emulator) {
      emulator.setFlags({ Departments: false })
      return statusOf(emulator, 'GET', '/departments')
    },
  },
  'flag.field': {
    observations: { default: 422, alternative: 200 },
    observe(emulator) {
      emulator.setFlags({ 'Course edition external link': false })
      const { id } = emulator.given('planned_courses')
      return statusOf(emulator, 'PUT', `/planned_courses/${id}`, {
        external_link: 'https://x.test',
      })
    },
  },
  'flag.reference': {
    observations: { default: [200, 200, 404], alternative: [404, 404, 200] },
    async observe(emulator) {
      const { slug } = emulator.given('custom_fields', { object_type: 'users' })
      emulator.setFlags({
        'Edition description sections': false,
        'Teacher roles': false,
        'Custom objects': false,
      })
      const options = `/custom/users/fields/${slug}/options`
      const paths = ['/edition_description_sections', '/teacher_roles', options]
      return Promise.all(paths.map((path) => statusOf(emulator, 'GET', path)))
    },
  },
  'paging.everywhere': {
    observations: { default: 25, alternative: 30 },
    async observe(emulator) {
      const { id } = emulator.given('planned_courses')
      emulator.given('meetings', 30, { planned_course_id: id })
      const response = await send(emulator, 'GET', `/planned_courses/${id}/meetings`)
      return ((await response.json()) as unknown[]).length
    },
  },
  'create.status': {
    observations: { default: [201, 201], alternative: [200, 200] },
    observe: (emulator) =>
      Promise.all([
        statusOf(emulator, 'POST', '/course_variants', { name: 'Day' }),
        statusOf(emulator, 'POST', '/teachers', { user_id: emulator.given('users').id }),
      ]),
  },
  'delete.response': {
    observations: { default: [200, '{"errors":{},"code":200,'], alternative: [204, ''] },
    async observe(emulator) {
      const { id } = emulator.given('course_locations')
      const response = await send(emulator, 'DELETE', `/course_locations/${id}`)
      return [response.status, (await response.text()).split('"message"')[0]]
    },
  },
  'update.response': {
    observations: { default: 200, alternative: 204 },
    observe(emulator) {
      const { id } = emulator.given('custom_records')
      const slug = emulator.rows('custom_objects')[0]?.slug
      return statusOf(emulator, 'PUT', `/custom/objects/${slug}/records/${id}`, { active: false })
    },
  },
  'email.response': {
    observations: { default: [201, '{"errors":{},"code":201,'], alternative: [201, ''] },
    async observe(emulator) {
      const mail = { subject: 'Welcome', body: 'Hello' }
      const response = await send(emulator, 'POST', '/users/1/emails', mail)
      return [response.status, (await response.text()).split('"message"')[0]]
    },
  },
  'checks.order': {
    observations: { default: [400, 404, 400], alternative: [403, 403, 403] },
    async observe(emulator) {
      const token = emulator.mintToken({ scopes: [] })
      const calls = [
        send(emulator, 'POST', '/users', '{"first_name":', token),
        send(emulator, 'GET', '/courses/first', undefined, token),
        send(emulator, 'GET', '/users?nonsense=1', undefined, token),
      ]
      return (await Promise.all(calls)).map(({ status }) => status)
    },
  },
  'rate.window': {
    observations: {
      default: [200, 200, 429, 200, 200, 429],
      sliding: [200, 200, 429, 200, 429, 429],
      aligned: [200, 200, 200, 200, 429, 429],
    },
    options: {
      start: '2026-03-02T09:00:20.000Z',
      rateLimit: { requestsPerWindowMax: 2, windowMs: 60_000 },
    },
    async observe(emulator) {
      const statuses: number[] = []
      // 09:00:20, 09:00:50, 09:01:10, 09:01:20 (three times)
      for (const wait of ['0s', '30s', '20s', '10s', '0s', '0s'] as const) {
        await emulator.advance(wait)
        statuses.push(await statusOf(emulator, 'GET', '/users'))
      }
      return statuses
    },
  },
}

const statusesOf = (emulator: Emulator, queries: readonly string[]): Promise<number[]> =>
  Promise.all(queries.map((query) => statusOf(emulator, 'GET', `/users?${query}`)))

/** The length of a list, or the status of an error. */
async function lengthOrStatus(emulator: Emulator, path: string): Promise<number> {
  const response = await send(emulator, 'GET', path)
  return response.status === 200 ? ((await response.json()) as unknown[]).length : response.status
}
