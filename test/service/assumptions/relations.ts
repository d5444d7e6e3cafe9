/** Assumptions about labels, slugs, comments, programs and orders for editions. */
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import type { CatalogOperation } from '../../../src/engine/model/catalog.ts'
import { send, statusOf } from '../../support/api-client.ts'
import { emittedEvents } from '../../support/expected-events.ts'
import { always, call, exampleOf, callStatus, success, withBody } from './operation-calls.ts'
import type { AssumptionRows, OperationSubject } from './row.ts'

const labelFields = ({ body = {} }: CatalogOperation): string[] =>
  Object.entries(body).flatMap(([name, { spec }]) =>
    spec.target === 'labels' || spec.items?.spec.target === 'labels' ? [name] : [],
  )

/** Sends a label for tasks, which have no labels in their bodies. */
function labelOtherType(subject: OperationSubject): Promise<number> {
  const { operation, emulator } = subject
  const { id } = emulator.given('labels', { model_type: 'Task' })
  const [name = ''] = labelFields(operation)
  const isList = operation.body?.[name]?.spec.kind === 'array'
  return callStatus(subject, {}, withBody(exampleOf(subject), { [name]: isList ? [id] : id }))
}

/** Sends each value of a field in turn, and returns the field of the answers, or the status of an error. */
async function sendValues(
  subject: OperationSubject,
  field: string,
  values: readonly string[],
): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const value of values) {
    const [status, text] = await call(subject, withBody(exampleOf(subject), { [field]: value }))
    answers.push(status < 300 ? (JSON.parse(text) as Record<string, unknown>)[field] : status)
  }
  return answers
}

const hasCommentScopes = ({ resource, scopes }: CatalogOperation): boolean =>
  resource.name === 'comments' && !('always' in scopes.requirements)

/** Calls the operation for a comment on a lead of the administrator, with the token of another user. */
function commentOnLead(subject: OperationSubject): Promise<number> {
  const { emulator } = subject
  const lead = emulator.given('leads', { administrator_id: 1 })
  const target = { commentable_type: 'Lead', commentable_id: lead.id } as const
  const { id } = emulator.given('comments', target)
  const user = emulator.given('users')
  const token = emulator.mintToken({ scopes: ['my_leads:read'], user })
  const example = subject.operation.body ? withBody(exampleOf(subject), target) : exampleOf(subject)
  return callStatus(subject, { token, params: { id } }, example)
}

/** Calls the operation for a comment of the administrator and for its own, with the token of a user. */
async function commentOfOther(subject: OperationSubject): Promise<number[]> {
  const { emulator } = subject
  const user = emulator.given('users')
  const token = emulator.mintToken({ scopes: ['relations:read'], user })
  const statuses: number[] = []
  for (const creator_id of [1, user.id]) {
    const target = { commentable_type: 'User', commentable_id: 1, creator_id } as const
    const { id } = emulator.given('comments', target)
    statuses.push(await callStatus(subject, { token, params: { id } }))
  }
  return statuses
}

/** The values of records of programs, by resource: those that name a program by their type. */
const programValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  catalog_products: { productable_type: 'Program::Program' },
  catalog_variants: { variantable_type: 'Program::Edition' },
  certificates: { certifiable_type: 'program_enrollment' },
  comments: { commentable_type: 'Program::Editions::Edition' },
  grades: { gradeable_type: 'Program::Enrollment' },
  tasks: { subject_type: 'Program::Edition' },
  orders: {},
}

/** The ids of the records of programs. */
function idsOfPrograms({ operation, emulator }: OperationSubject): number[] {
  const { name } = operation.resource
  const values = programValues[name] ?? {}
  const edition = emulator.given('program_editions')
  emulator.given('program_enrollments', { edition_id: edition.id, graduation_state: 'passed' })
  if (name === 'orders')
    return [emulator.act.requestOrder({ edition, students: [emulator.given('users')] }).id]
  if (!name.startsWith('catalog_')) emulator.given(name as 'tasks', values)
  return [...contextOf(emulator).store.scan(name)]
    .filter((row) => Object.entries(values).every(([field, value]) => row[field] === value))
    .map(({ id }) => Number(id))
}

/** Calls the operation for a comment on a user, with a token that cannot read users. */
function writeWithoutScope(subject: OperationSubject): Promise<number> {
  const { emulator, operation } = subject
  const target = { commentable_type: 'User', commentable_id: 1 } as const
  const { id } = emulator.given('comments', target)
  const token = emulator.mintToken({ scopes: ['courses:read'] })
  const example = operation.method === 'POST' ? withBody(exampleOf(subject), target) : undefined
  return callStatus(subject, { token, params: { id } }, example)
}

/** Calls the operation with the id of the custom object in place of its slug. */
function callWithObjectId(subject: OperationSubject): Promise<number> {
  const example = exampleOf(subject)
  const objects = subject.emulator.rows('custom_objects')
  const found = objects.find(({ slug }) => slug === example.params['object_slug'])
  return callStatus(subject, { params: { object_slug: found?.id as number } }, example)
}

/** Reads the records of programs while the flag is off: the status, or 1 if a list has such records. */
async function readHidden(subject: OperationSubject): Promise<number> {
  const { operation, emulator } = subject
  const ids = idsOfPrograms(subject)
  emulator.flags({ Programs: false })
  if (!readsById(operation))
    return (await listAll(subject)).some(({ id }) => ids.includes(id)) ? 1 : 0
  return callStatus(subject, { params: { id: ids[0] as number } })
}

/** The records of all pages of a list. */
async function listAll(subject: OperationSubject): Promise<{ readonly id: number }[]> {
  const records: { readonly id: number }[] = []
  for (let isFull = true; isFull;) {
    const cursor = btoa(JSON.stringify({ id: records.at(-1)?.id ?? 0 }))
    const query = `per_page=100&cursor=${cursor}`
    const [, text] = await call(subject, exampleOf(subject), { query })
    const page = JSON.parse(text) as { id: number }[]
    records.push(...page)
    isFull = page.length === 100
  }
  return records
}

const readsById = ({ method, path }: CatalogOperation): boolean =>
  method === 'GET' && path.includes('{id}')

/** Lists of comments have rows of one type, which is not that of a program. */
const readsHidden = (operation: CatalogOperation): boolean =>
  operation.flag === undefined &&
  operation.resource.name in programValues &&
  (readsById(operation) || (operation.method === 'GET' && operation.group === undefined))

const answersOrder = ({ presenter, path }: CatalogOperation): boolean =>
  'resource' in presenter.content &&
  presenter.content.resource === 'orders' &&
  (path === '/orders' || path.includes('{id}'))

/** Whether the answer for an order of an edition contains the id of a planned course. */
async function orderOfEdition(subject: OperationSubject): Promise<boolean> {
  const { emulator, operation } = subject
  const edition = emulator.given('program_editions')
  const { id } = emulator.act.requestOrder({ edition, students: [emulator.given('users')] })
  const { catalog_variant_id = 0, creator_id = 0 } = emulator.row('orders', id) ?? {}
  const student_ids = [emulator.given('users').id]
  const body = { catalog_variant_id, creator_id, student_ids, planned_course_id: undefined }
  const example = operation.body ? withBody(exampleOf(subject), body) : exampleOf(subject)
  const isList = operation.query['catalog_variant_id'] !== undefined
  const query = isList ? { query: `catalog_variant_id=${catalog_variant_id}` } : {}
  const [, text] = await call(subject, example, { params: { id }, ...query })
  const answer = JSON.parse(text) as object
  const record = Array.isArray(answer)
    ? (answer as { id: number }[]).find((each) => each.id === id)
    : answer
  return 'planned_course_id' in (record as object)
}

const operations: AssumptionRows['operations'] = {
  'label.model_type': {
    names: (operation) => labelFields(operation).length > 0,
    observe: labelOtherType,
    expected: { default: always(422), alternative: success },
  },
  'label.color': {
    names: ({ body }) => body?.['color'] !== undefined,
    observe: (subject) => sendValues(subject, 'color', ['#1f77B4', 'red', '#12']),
    expected: {
      default: always(['#1f77B4', 422, 422]),
      alternative: always(['#1f77B4', 'red', '#12']),
    },
  },
  'slug.characters': {
    names: ({ body }) => body?.['slug'] !== undefined,
    observe: (subject) => sendValues(subject, 'slug', ['Other Name', 'Néw_name 2']),
    expected: {
      default: always([422, 422]),
      alternative: always(['other-name', 'new-name-2']),
    },
  },
  'comment.lead.mine': {
    names: hasCommentScopes,
    observe: commentOnLead,
    expected: {
      default: ({ path }) => (path.includes('{id}') ? 404 : 422),
      alternative: success,
    },
  },
  'comment.write.author': {
    names: (operation) => hasCommentScopes(operation) && /^(PUT|DELETE)$/.test(operation.method),
    observe: commentOfOther,
    expected: {
      default: ({ presenter: { status } }) => [status, status],
      alternative: ({ presenter: { status } }) => [403, status],
    },
  },
  'comment.write.scope': {
    names: (operation) => hasCommentScopes(operation) && operation.method !== 'GET',
    observe: writeWithoutScope,
    expected: { default: always(403), alternative: success },
    count: 3,
  },
  'custom_object.slug': {
    names: ({ path }) => path.includes('{object_slug}'),
    observe: callWithObjectId,
    expected: { default: always(404), alternative: success },
    count: 6,
  },
  'flag.records': {
    names: readsHidden,
    observe: readHidden,
    expected: {
      default: (operation) => (readsById(operation) ? 404 : 0),
      alternative: (operation) => (readsById(operation) ? 200 : 1),
    },
  },
  'order.edition': {
    names: answersOrder,
    observe: orderOfEdition,
    expected: { default: always(false), alternative: always(true) },
  },
}

const cases: AssumptionRows['cases'] = {
  'account.name.personal': {
    expected: { default: 'Mia Berg', alternative: 'Berg Ltd' },
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
  'label.model_type': {
    expected: { default: [422, 200], alternative: [200, 200] },
    observe(emulator) {
      const [used, free] = emulator.given('labels', 2, { model_type: 'Teacher' })
      emulator.given('teachers', { label_ids: [used.id] })
      return Promise.all(
        [used, free].map(({ id }) =>
          statusOf(emulator, 'PUT', `/labels/${id}`, { model_type: 'User' }),
        ),
      )
    },
  },
  'flag.records': {
    options: { flags: { Programs: false } },
    expected: {
      default: [[422, 422, 422], []],
      alternative: [
        [201, 201, 201],
        ['product.updated', 'program.updated'],
      ],
    },
    async observe(emulator) {
      const { id: commentable_id } = emulator.given('program_editions')
      const { id: gradeable_id } = emulator.given('program_enrollments', {
        edition_id: commentable_id,
      })
      const [product] = emulator.rows('catalog_products', { productable_type: 'Program::Program' })
      const [variant] = emulator.rows('catalog_variants', { variantable_type: 'Program::Edition' })
      const comment = { commentable_type: 'Program::Editions::Edition', content: 'Full' }
      const grade = { gradeable_type: 'Program::Enrollment', grade: null, score: 7 }
      const order = { catalog_variant_id: variant?.id, creator_id: 1, cost_scheme: 'student' }
      const created = [
        ['/comments', { ...comment, commentable_id }],
        ['/grades', { ...grade, gradeable_id }],
        ['/orders', { ...order, student_ids: [1] }],
      ] as const
      const statuses: number[] = []
      for (const [path, body] of created) {
        statuses.push(await statusOf(emulator, 'POST', path, body))
      }
      await send(emulator, 'PUT', `/catalog/products/${product?.id}`, {
        is_published: !product?.is_published,
      })
      const events = emittedEvents(emulator).filter((name) => /^pro(gram|duct)\b/.test(name))
      return [statuses, events.toSorted()]
    },
  },
}

export const relations: AssumptionRows = { cases, operations }
