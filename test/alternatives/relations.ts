/** Laws of the assumptions about labels, slugs, comments, programs and orders for editions. */
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import type { CatalogOperation } from '../../src/engine/model/catalog.ts'
import {
  type AlternativeLaws,
  type AlternativeSubject,
  always,
  call,
  exampleOf,
  statusOf,
  success,
  withBody,
} from './alternative-law.ts'

const labelFields = ({ body = {} }: CatalogOperation): string[] =>
  Object.entries(body).flatMap(([name, { spec }]) =>
    spec.target === 'labels' || spec.items?.spec.target === 'labels' ? [name] : [],
  )

/** Sends a label for tasks, which have no labels in their bodies. */
function labelOtherType(subject: AlternativeSubject): Promise<number> {
  const { operation, emulator } = subject
  const { id } = emulator.given('labels', { model_type: 'Task' })
  const [name = ''] = labelFields(operation)
  const isList = operation.body?.[name]?.spec.kind === 'array'
  return statusOf(subject, {}, withBody(exampleOf(subject), { [name]: isList ? [id] : id }))
}

const hasCommentScopes = ({ resource, scopes }: CatalogOperation): boolean =>
  resource.name === 'comments' && !('always' in scopes.requirements)

/** Calls the operation for a comment on a lead of the administrator, with the token of another user. */
function commentOnLead(subject: AlternativeSubject): Promise<number> {
  const { emulator } = subject
  const lead = emulator.given('leads', { administrator_id: 1 })
  const target = { commentable_type: 'Lead', commentable_id: lead.id } as const
  const { id } = emulator.given('comments', target)
  const user = emulator.given('users')
  const token = emulator.mintToken({ scopes: ['my_leads:read'], user })
  const example = subject.operation.body ? withBody(exampleOf(subject), target) : exampleOf(subject)
  return statusOf(subject, { token, params: { id } }, example)
}

/** Calls the operation for a comment of the administrator, with the token of another user. */
function commentOfOther(subject: AlternativeSubject): Promise<number> {
  const { emulator } = subject
  const target = { commentable_type: 'User', commentable_id: 1, creator_id: 1 } as const
  const { id } = emulator.given('comments', target)
  const user = emulator.given('users')
  const token = emulator.mintToken({ scopes: ['relations:read'], user })
  return statusOf(subject, { token, params: { id } })
}

/** The values of the rows that the API hides while the flag of their feature is off, by resource. */
const hiddenValues = ({ resource: { flaggedRows } }: CatalogOperation) => flaggedRows?.where

/** Reads the records of programs while the flag is off: the status, or 1 if a list has such records. */
async function readHidden(subject: AlternativeSubject): Promise<number> {
  const { operation, emulator } = subject
  const { name } = operation.resource
  const where = Object.entries(hiddenValues(operation) ?? {})
  const isHidden = (row: object): boolean =>
    where.every(([field, value]) => (row as Record<string, unknown>)[field] === value)
  emulator.given('program_enrollments')
  if (name === 'comments' || name === 'grades') emulator.given(name, Object.fromEntries(where))
  const hiddenRows = [...contextOf(emulator).store.scan(name)].filter(isHidden)
  emulator.setFlags({ Programs: false })
  if (!readsById(operation)) return (await listAll(subject)).some(isHidden) ? 1 : 0
  return statusOf(subject, { params: { id: hiddenRows[0]?.id as number } })
}

/** The records of all pages of a list. */
async function listAll(subject: AlternativeSubject): Promise<object[]> {
  const records: object[] = []
  for (let page = 1; page <= records.length / 100 + 1; page += 1) {
    const query = `per_page=100&page=${page}`
    const [, text] = await call(subject, exampleOf(subject), { query })
    records.push(...(JSON.parse(text) as object[]))
  }
  return records
}

const readsById = ({ method, path }: CatalogOperation): boolean =>
  method === 'GET' && path.includes('{id}')

/** Lists of comments and grades have rows of one type, which is not that of a program. */
const readsHidden = (operation: CatalogOperation): boolean =>
  operation.flag === undefined &&
  hiddenValues(operation) !== undefined &&
  (readsById(operation) || (operation.method === 'GET' && operation.group === undefined))

const answersOrder = ({ presenter, path }: CatalogOperation): boolean =>
  'resource' in presenter.content &&
  presenter.content.resource === 'orders' &&
  (path === '/orders' || path.includes('{id}'))

/** Whether the answer for an order of an edition contains the id of a planned course. */
async function orderOfEdition(subject: AlternativeSubject): Promise<boolean> {
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

export const relationLaws: AlternativeLaws = {
  'label.model_type': {
    names: (operation) => labelFields(operation).length > 0,
    observe: labelOtherType,
    expected: { default: always(422), alternative: success },
  },
  'label.color': {
    names: ({ body }) => body?.['color'] !== undefined,
    observe: (subject) => statusOf(subject, {}, withBody(exampleOf(subject), { color: 'red' })),
    expected: { default: always(422), alternative: success },
  },
  'slug.characters': {
    names: ({ body }) => body?.['slug'] !== undefined,
    observe: (subject) =>
      statusOf(subject, {}, withBody(exampleOf(subject), { slug: 'Other Name' })),
    expected: { default: always(422), alternative: success },
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
    expected: { default: success, alternative: always(403) },
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
