/** Looks at what is assumed of requests. */
import { type Probes, send, statusOf } from './probe.ts'

export const requests: Probes = {
  'auth.refused': {
    sees: { default: 403, instead: 404, '401': 401 },
    look: async (emulator) => (await emulator.fetch('/users')).status,
  },
  'auth.scope': {
    sees: { default: 403, instead: 404 },
    async look(emulator) {
      const token = emulator.mintToken({ scopes: ['courses:read'] })
      return (await send(emulator, 'GET', '/users', undefined, token)).status
    },
  },
  'body.malformed': {
    sees: { default: 400, instead: 422 },
    look: (emulator) => statusOf(emulator, 'POST', '/course_variants', '{"name":'),
  },
  'body.rules': {
    sees: { default: 422, instead: 400 },
    look: (emulator) => statusOf(emulator, 'POST', '/course_variants', {}),
  },
  'body.unknown': {
    sees: { default: 201, instead: 422 },
    look: (emulator) => statusOf(emulator, 'POST', '/course_variants', { name: 'Day', nmae: '' }),
  },
  'query.strict': {
    sees: { default: [400, 400, 400, 400, 400], instead: [200, 200, 200, 200, 200] },
    async look(emulator) {
      const cursor = btoa('{"id":1}')
      const queries = [
        'nonsense=1',
        'sort=nonsense',
        'per_page=0',
        'cursor=?',
        `cursor=${cursor}&page=1`,
      ]
      const statuses = queries.map((query) => statusOf(emulator, 'GET', `/users?${query}`))
      return Promise.all(statuses)
    },
  },
  'update.patch': {
    sees: { default: 200, instead: 404 },
    look: (emulator) => statusOf(emulator, 'PATCH', '/users/1', { first_name: 'Mia' }),
  },
  'flag.operation': {
    sees: { default: 404, instead: 403 },
    look(emulator) {
      emulator.setFlags({ Departments: false })
      return statusOf(emulator, 'GET', '/departments')
    },
  },
  'flag.field': {
    sees: { default: 422, instead: 200 },
    look(emulator) {
      emulator.setFlags({ 'Course edition external link': false })
      const { id } = emulator.given('planned_courses')
      return statusOf(emulator, 'PUT', `/planned_courses/${id}`, {
        external_link: 'https://x.test',
      })
    },
  },
  'flag.reference': {
    sees: { default: [200, 200, 404], instead: [404, 404, 200] },
    async look(emulator) {
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
    sees: { default: 25, instead: 30 },
    async look(emulator) {
      const { id } = emulator.given('planned_courses')
      emulator.given('meetings', 30, { planned_course_id: id })
      const response = await send(emulator, 'GET', `/planned_courses/${id}/meetings`)
      return ((await response.json()) as unknown[]).length
    },
  },
  'create.status': {
    sees: { default: 201, instead: 200 },
    look: (emulator) => statusOf(emulator, 'POST', '/course_variants', { name: 'Day' }),
  },
  'done.body': {
    sees: { default: [200, '{"errors":{},"code":200,'], instead: [204, ''] },
    async look(emulator) {
      const { id } = emulator.given('course_locations')
      const response = await send(emulator, 'DELETE', `/course_locations/${id}`)
      return [response.status, (await response.text()).split('"message"')[0]]
    },
  },
  'done.update.body': {
    sees: { default: 200, instead: 204 },
    look(emulator) {
      const { id } = emulator.given('custom_records')
      const slug = emulator.rows('custom_objects')[0]?.slug
      return statusOf(emulator, 'PUT', `/custom/objects/${slug}/records/${id}`, { active: false })
    },
  },
  'done.mail.body': {
    sees: { default: [201, '{"errors":{},"code":201,'], instead: [201, ''] },
    async look(emulator) {
      const mail = { subject: 'Welcome', body: 'Hello' }
      const response = await send(emulator, 'POST', '/users/1/emails', mail)
      return [response.status, (await response.text()).split('"message"')[0]]
    },
  },
  'rate.window': {
    sees: { default: [200, 200, 200, 200], instead: [200, 200, 200, 429] },
    options: { rateLimit: { requestsPerWindowMax: 2, windowMs: 60_000 } },
    async look(emulator) {
      const statuses: number[] = []
      for (const wait of ['0s', '30s', '31s', '1s'] as const) {
        await emulator.advance(wait)
        statuses.push(await statusOf(emulator, 'GET', '/users'))
      }
      return statuses
    },
  },
}
