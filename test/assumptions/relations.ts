/** Probes of assumptions about relations between records: merges, labels, comments, programs. */
import type { Emulator, User } from 'course-admin-emulator'
import { eventsOf, type Probes, send, statusOf } from './probe.ts'

/** Merges two users; the records of both are created first. Returns the primary user. */
function merge(
  emulator: Emulator,
  create: (user: User, role: 'primary' | 'secondary') => void,
): { id: number } {
  const [primary, secondary] = emulator.given('users', 2, { principal_id: null })
  create(primary, 'primary')
  create(secondary, 'secondary')
  emulator.act.mergeUsers({ primary, secondary })
  return primary
}

const counts = (emulator: Emulator, ...tables: Parameters<Emulator['rows']>[0][]): number[] =>
  tables.map((table) => emulator.rows(table).length)

const merges: Probes = {
  'user.merge.pairs': {
    observations: { default: [1, 1, 1, 1, 1], alternative: [2, 2, 2, 2, 2] },
    observe(emulator) {
      const { id: account_id } = emulator.given('accounts')
      const { id: organization_id } = emulator.given('organizations')
      const { id: planned_course_id } = emulator.given('planned_courses')
      const { id: attendable_id } = emulator.given('meetings')
      merge(emulator, ({ id: user_id }) => {
        emulator.given('affiliations', { account_id, user_id })
        emulator.given('organization_affiliations', { organization_id, user_id })
        const { id: teacher_id } = emulator.given('teachers', { user_id })
        emulator.given('teacher_enrollments', { teacher_id, planned_course_id })
        const event = { attendable_type: 'Meeting', attendable_id } as const
        emulator.given('planning_attendees', { ...event, teacher_id })
      })
      return [
        emulator.rows('affiliations', { account_id }).length,
        ...counts(
          emulator,
          'organization_affiliations',
          'teachers',
          'teacher_enrollments',
          'planning_attendees',
        ),
      ]
    },
  },
  'user.merge.accounts': {
    observations: { default: [1, 1], alternative: [2] },
    observe(emulator) {
      const { id: personal_user_id } = merge(emulator, ({ id }) => {
        const account = { account_type: 'personal', personal_user_id: id } as const
        const { id: account_id } = emulator.given('accounts', account)
        emulator.given('orders', { account_id, creator_id: id })
      })
      const accounts = emulator.rows('accounts', { personal_user_id })
      return accounts.map(({ id }) => emulator.rows('orders', { account_id: id }).length)
    },
  },
  'user.merge.api_keys': {
    observations: { default: 200, alternative: 403 },
    async observe(emulator) {
      let token = ''
      merge(emulator, (user, role) => {
        if (role === 'secondary') token = emulator.mintToken({ user, scopes: ['courses:read'] })
      })
      return (await send(emulator, 'GET', '/courses', undefined, token)).status
    },
  },
  'user.merge.principal_id': {
    observations: { default: null, alternative: 'P2' },
    observe(emulator) {
      const [primary, secondary] = ([null, 'P2'] as const).map((principal_id) =>
        emulator.given('users', { principal_id }),
      )
      emulator.act.mergeUsers({ primary: primary as never, secondary: secondary as never })
      return emulator.row('users', primary?.id as number)?.external_identity.principal_id
    },
  },
  'account.name.personal': {
    observations: { default: 'Mia Berg', alternative: 'Berg Ltd' },
    async observe(emulator) {
      const user = emulator.given('users', {
        first_name: 'Mia',
        middle_name: null,
        last_name: 'Berg',
      })
      const { id } = emulator.given('accounts', {
        account_type: 'personal',
        personal_user_id: user.id,
        name: 'Mia Berg',
      })
      await send(emulator, 'PUT', `/accounts/${id}`, { name: 'Berg Ltd' })
      return emulator.row('accounts', id)?.name
    },
  },
}

const catalog: Probes = {
  'label.model_type': {
    observations: {
      default: [422, 422, 422, 422, 422, 422, 422],
      alternative: [200, 200, 201, 201, 200, 204, 200],
    },
    async observe(emulator) {
      const label = emulator.given('labels', { model_type: 'Teacher' })
      emulator.given('teachers', { label_ids: [label.id] })
      const account = emulator.given('accounts', { account_type: 'business' })
      const order = emulator.given('orders')
      const program = emulator.given('programs')
      const { catalog_variant_id } = order
      const label_ids = [label.id]
      const calls = [
        ['PUT', '/users/1', { label_ids }],
        ['PUT', `/accounts/${account.id}`, { name: 'Acme', label_ids }],
        ['POST', '/leads', { label_ids }],
        [
          'POST',
          '/orders',
          { catalog_variant_id, creator_id: 1, student_ids: [1], label_ids, cost: null },
        ],
        ['PUT', `/program/programs/${program.id}`, { label_ids }],
        ['POST', `/orders/${order.id}/labels`, { label_id: label.id }],
        ['PUT', `/labels/${label.id}`, { model_type: 'User' }],
      ] as const
      const statuses: number[] = []
      for (const [method, path, body] of calls) {
        statuses.push(await statusOf(emulator, method, path, body))
      }
      return statuses
    },
  },
  'label.color': {
    observations: { default: [201, 422, 422], alternative: [201, 'red', '#12'] },
    async observe(emulator) {
      const label = { name: 'Hot', model_type: 'Lead' }
      const created = await send(emulator, 'POST', '/labels', { ...label, color: '#1f77B4' })
      const others = [
        await send(emulator, 'POST', '/labels', { ...label, color: 'red' }),
        await send(emulator, 'PUT', '/labels/1', { color: '#12' }),
      ]
      const shown = others.map(async (each) => (each.ok ? (await each.json()).color : each.status))
      return [created.status, ...(await Promise.all(shown))]
    },
  },
  'slug.characters': {
    observations: {
      default: [422, 422, 422],
      alternative: ['new-name', 'new-name', 'new-name-2'],
    },
    async observe(emulator) {
      const category = emulator.given('categories')
      const program = emulator.given('programs')
      const { category_id } = program
      const created = { name: 'New', category_id, cost_scheme: 'free', slug: 'New Name 2' }
      const answers = [
        await send(emulator, 'PUT', `/categories/${category.id}`, { slug: 'New Name' }),
        await send(emulator, 'PUT', `/program/programs/${program.id}`, { slug: 'Néw_name' }),
        await send(emulator, 'POST', '/program/programs', created),
      ]
      const records = await Promise.all(answers.map((answer) => answer.json()))
      return records.map((record: { slug?: string; code?: number }) => record.slug ?? record.code)
    },
  },
  'order.edition': {
    observations: { default: [false, false], alternative: [true, true] },
    async observe(emulator) {
      const edition = emulator.given('program_editions')
      const order = emulator.act.requestOrder({ edition, students: [emulator.given('users')] })
      const list = await (await send(emulator, 'GET', '/orders')).json()
      const read = await (await send(emulator, 'GET', `/orders/${order.id}`)).json()
      return [(list as object[])[0] as object, read as object].map(
        (record) => 'planned_course_id' in record,
      )
    },
  },
}

const hidden: Probes = {
  'comment.lead.mine': {
    observations: { default: [404, 404, 422, 404], alternative: [200, 200, 201, 200] },
    async observe(emulator) {
      const lead = emulator.given('leads', { administrator_id: 1 })
      const target = { commentable_type: 'Lead', commentable_id: lead.id } as const
      const { id } = emulator.given('comments', target)
      const user = emulator.given('users')
      const token = emulator.mintToken({ scopes: ['my_leads:read'], user })
      const path = `/comments/${id}`
      const content = 'Called back'
      const answers = [
        await send(emulator, 'GET', path, undefined, token),
        await send(emulator, 'PUT', path, { content }, token),
        await send(emulator, 'POST', '/comments', { ...target, content }, token),
        await send(emulator, 'DELETE', path, undefined, token),
      ]
      return answers.map(({ status }) => status)
    },
  },
  'comment.write.author': {
    observations: { default: [200, 200, 200], alternative: [403, 403, 200] },
    async observe(emulator) {
      const target = { commentable_type: 'User', commentable_id: 1 } as const
      const author = emulator.given('users')
      const [first, own] = [1, author.id].map((creator_id) =>
        emulator.given('comments', { ...target, creator_id }),
      )
      const token = emulator.mintToken({ user: author, scopes: ['relations:read'] })
      const answers = [
        await send(emulator, 'PUT', `/comments/${first?.id}`, { content: 'Late' }, token),
        await send(emulator, 'DELETE', `/comments/${first?.id}`, undefined, token),
        await send(emulator, 'DELETE', `/comments/${own?.id}`, undefined, token),
      ]
      return answers.map(({ status }) => status)
    },
  },
  'flag.records': {
    options: { flags: { Programs: false } },
    observations: {
      default: [[0, 0], [404, 404, 404, 404, 422, 422, 422], []],
      alternative: [
        [1, 1],
        [200, 200, 200, 200, 201, 201, 201],
        ['product.updated', 'program.updated'],
      ],
    },
    async observe(emulator) {
      const edition = emulator.given('program_editions')
      const { id: enrollment } = emulator.given('program_enrollments', { edition_id: edition.id })
      const graded = { gradeable_type: 'Program::Enrollment', gradeable_id: enrollment } as const
      const commented = {
        commentable_type: 'Program::Editions::Edition',
        commentable_id: edition.id,
      } as const
      const comment = emulator.given('comments', commented)
      const grade = emulator.given('grades', { ...graded, score: '8' })
      const productable = { productable_type: 'Program::Program' } as const
      const [product] = emulator.rows('catalog_products', productable)
      const variantable = { variantable_type: 'Program::Edition' } as const
      const [variant] = emulator.rows('catalog_variants', variantable)
      const lists = [
        await send(emulator, 'GET', '/catalog/products?productable_type=Program::Program'),
        await send(emulator, 'GET', '/catalog/variants?variantable_type=program_edition'),
      ]
      const paths = [
        `/catalog/products/${product?.id}`,
        `/catalog/variants/${variant?.id}`,
        `/comments/${comment.id}`,
        `/grades/${grade.id}`,
      ]
      const statuses: number[] = []
      for (const path of paths) statuses.push(await statusOf(emulator, 'GET', path))
      const order = {
        catalog_variant_id: variant?.id,
        creator_id: 1,
        student_ids: [1],
        cost_scheme: 'student',
      }
      const created = [
        ['/comments', { ...commented, content: 'Full' }],
        ['/grades', { ...graded, grade: null, score: 7 }],
        ['/orders', order],
      ] as const
      for (const [path, body] of created) {
        statuses.push(await statusOf(emulator, 'POST', path, body))
      }
      await send(emulator, 'PUT', `/catalog/products/${product?.id}`, {
        is_published: !product?.is_published,
      })
      const events = eventsOf(emulator).filter((name) => /^pro(gram|duct)\b/.test(String(name)))
      const lengths = await Promise.all(lists.map(async (answer) => (await answer.json()).length))
      return [lengths, statuses, events.toSorted()]
    },
  },
}

export const relations: Probes = { ...merges, ...catalog, ...hidden }
