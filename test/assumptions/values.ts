/** Probes of assumptions about the values in bodies. */
import type { Emulator } from 'course-admin-emulator'
import { type Probes, send, statusOf } from './probe.ts'

const mia = { first_name: 'Mia', last_name: 'Berg' }

/** The emails of the records of a list. */
async function emailsOf(emulator: Emulator, path: string): Promise<unknown[]> {
  const records = (await (await send(emulator, 'GET', path)).json()) as { email: string }[]
  return records.map(({ email }) => email)
}

async function errorsOf(emulator: Emulator, path: string, body: object): Promise<string[]> {
  const response = await send(emulator, 'POST', path, body)
  const { errors = {} } = (await response.json()) as { errors?: object }
  return Object.keys(errors)
}

export const values: Probes = {
  'text.blank': {
    observations: { default: [422, 422, 422, 422, 422], alternative: [201, 201, 200, 201, 200] },
    async observe(emulator) {
      const { id } = emulator.given('users')
      const calls = [
        ['POST', '/course_variants', { name: '' }],
        ['POST', '/users', { ...mia, last_name: ' \t', email: 'mia@example.test' }],
        ['PUT', `/users/${id}`, { first_name: ' ' }],
        ['POST', `/users/${id}/emails`, { subject: 'Hello', body: '\n' }],
        ['POST', `/users/${id}/external_identity`, { principal_id: '' }],
      ] as const
      return Promise.all(
        calls.map(([method, path, body]) => statusOf(emulator, method, path, body)),
      )
    },
  },
  'email.form': {
    observations: {
      default: [201, 422, ['mia@example.test'], ['mia@example.test'], ['lee@example.test']],
      alternative: [422, 201, [], ['MIA@Example.test'], []],
    },
    async observe(emulator) {
      const create = (email: string) => statusOf(emulator, 'POST', '/users', { ...mia, email })
      await send(emulator, 'POST', '/leads', { email: 'Lee@Example.test' })
      return [
        await create(' Mia@example.test '),
        await create('MIA@Example.test'),
        await emailsOf(emulator, '/users?email=mia@EXAMPLE.test'),
        await emailsOf(emulator, '/users?email=MIA@Example.test'),
        await emailsOf(emulator, '/leads?email=LEE@example.test'),
      ]
    },
  },
  'grade.alone': {
    observations: {
      default: [[], [], ['base']],
      alternative: [['score'], ['grade'], ['grade', 'score']],
    },
    async observe(emulator) {
      const { id } = emulator.given('enrollments')
      const of = { gradeable_type: 'Enrollment', gradeable_id: id }
      const results = [{ grade: 'B' }, { score: '7.5' }, {}]
      return Promise.all(
        results.map((result) => errorsOf(emulator, '/grades', { ...of, ...result })),
      )
    },
  },
  'body.types': {
    observations: {
      default: [422, 422, 422, 422, 422, 422],
      alternative: [200, 200, 200, 200, 422, 200],
    },
    async observe(emulator) {
      const { id } = emulator.given('planned_courses')
      const field = { object_type: 'users', custom_object_id: null, slug: 'first_aider' } as const
      emulator.given('custom_fields', { ...field, field_type: 'boolean' })
      const label = emulator.given('labels', { model_type: 'User' })
      const calls = [
        [`/planned_courses/${id}`, { max_participants: '500' }],
        ['/users/1', { wants_newsletter: 'true' }],
        ['/users/1', { wants_newsletter: '0' }],
        ['/users/1', { label_ids: [String(label.id)] }],
        ['/users/1', { wants_newsletter: 'yes' }],
        ['/users/1', { custom: { first_aider: 'true' } }],
      ] as const
      return Promise.all(calls.map(([path, body]) => statusOf(emulator, 'PUT', path, body)))
    },
  },
}
