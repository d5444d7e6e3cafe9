/** Assumptions about the values in bodies and queries. */
import type { Emulator } from 'course-admin-emulator'
import type { FieldSpec } from '../../../src/engine/define/fields.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import type { CatalogOperation } from '../../../src/engine/model/catalog.ts'
import { send, statusOf } from '../../support/api-client.ts'
import { allOperations, call, exampleOf, callStatus, withBody, world } from './operation-calls.ts'
import type { AssumptionRows, OperationRow, OperationSubject } from './row.ts'

type Body = Readonly<Record<string, unknown>>

/** A law of values in a body: each is refused with 422 by default, and accepted with the alternative. */
const refusedValues = (
  bodiesOf: (operation: CatalogOperation) => readonly Body[],
): OperationRow => ({
  names: (operation) => bodiesOf(operation).length > 0,
  async observe(subject) {
    const statuses: number[] = []
    for (const body of bodiesOf(subject.operation)) {
      const fork = subject.fork()
      statuses.push(await callStatus(fork, {}, withBody(exampleOf(fork), body)))
    }
    return statuses
  },
  expected: {
    default: (operation) => bodiesOf(operation).map(() => 422),
    alternative: (operation) => bodiesOf(operation).map(() => operation.presenter.status),
  },
})

const isPlainText = ({ kind, format, target }: FieldSpec): boolean =>
  kind === 'string' && format === undefined && target === undefined

/** The bodies of the operations that create records of the resource. */
const createBodies = ({ resource }: CatalogOperation) =>
  allOperations
    .filter((each) => each.resource === resource && each.id.startsWith('create_'))
    .map(({ body = {} }) => body)

/** The texts that the body, or the body that creates the record, must contain. */
const requiredTexts = (operation: CatalogOperation): string[] =>
  Object.entries(operation.body ?? {}).flatMap(([name, { spec }]) => {
    const isRequired =
      spec.required || createBodies(operation).some((body) => body[name]?.spec.required)
    return isPlainText(spec) && isRequired ? [name] : []
  })

const blankBodies = (operation: CatalogOperation): Body[] =>
  requiredTexts(operation).flatMap((name) => [{ [name]: '' }, { [name]: ' \t\n' }])

/** The value with its numbers and booleans as texts; undefined if it has none. */
function asTexts({ kind, asText, items }: FieldSpec, value: unknown): unknown {
  if (items && Array.isArray(value) && value.length > 0) {
    const texts = value.map((each) => asTexts(items.spec, each))
    return texts.includes(undefined) ? undefined : texts
  }
  const isTyped = kind === 'boolean' || ((kind === 'integer' || kind === 'number') && !asText)
  return isTyped && value !== null && value !== undefined ? String(value) : undefined
}

/** The example values of an operation, each as a text. */
function textBodies(operation: CatalogOperation): Body[] {
  if (!operation.body) return []
  const { body = {} } = exampleOf({ operation, emulator: world.fork() })
  return Object.entries(operation.body).flatMap(([name, { spec }]) => {
    const texts = asTexts(spec, body[name])
    return texts === undefined ? [] : [{ [name]: texts }]
  })
}

const emailOwners = ['users', 'teachers', 'leads'] as const
type EmailOwner = (typeof emailOwners)[number]

const hasEmailOwner = ({ resource }: CatalogOperation): boolean =>
  emailOwners.includes(resource.name as EmailOwner)

const stored = 'mixed@example.test'
const sent = 'Mixed@Example.test'

/** Whether the records of the answer have the email, as it was sent or as it is stored. */
async function emailIn(subject: OperationSubject): Promise<'sent' | 'stored' | 'none'> {
  const { operation, emulator } = subject
  const { id } = emulator.given(operation.resource.name as EmailOwner)
  const text = operation.body?.['email']
    ? (await call(subject, withBody(exampleOf(subject), { email: sent }), { params: { id } }))[1]
    : await filterByEmail(operation, emulator)
  if (text.includes(sent)) return 'sent'
  return text.includes(stored) ? 'stored' : 'none'
}

async function filterByEmail(operation: CatalogOperation, emulator: Emulator): Promise<string> {
  // Note: each owner has the field of a user.
  emulator.given(operation.resource.name as 'users', { email: stored })
  const subject = { operation, emulator }
  return (await call(subject, { ...exampleOf(subject), query: {} }, { query: `email=${sent}` }))[1]
}

const momentFilters = ({ query }: CatalogOperation): string[] =>
  Object.keys(query).filter((name) => name.endsWith('_after'))

/** For each filter after a moment, whether the list contains a record of that moment, and a later one. */
async function recordsAfter(subject: OperationSubject): Promise<boolean[][]> {
  const { operation, emulator } = subject
  const found: boolean[][] = []
  for (const filter of momentFilters(operation)) {
    const field = filter.replace(/_after$/, '')
    const momentOf = (row: object | undefined) => String(row?.[field as never])
    const rows = [...contextOf(emulator).store.scan(operation.resource.name)]
    const [latest, ...others] = rows.toSorted((a, b) => (momentOf(a) < momentOf(b) ? 1 : -1))
    const earlier = others.find((row) => momentOf(row) !== momentOf(latest))
    const query = `${filter}=${momentOf(earlier)}&per_page=100`
    const [, text] = await call(subject, { ...exampleOf(subject), query: {} }, { query })
    const ids = (JSON.parse(text) as { id: unknown }[]).map(({ id }) => id)
    found.push([ids.includes(earlier?.id), ids.includes(latest?.id)])
  }
  return found
}

const operations: AssumptionRows['operations'] = {
  'text.blank': refusedValues(blankBodies),
  'body.types': refusedValues(textBodies),
  'external_link.scheme': refusedValues(({ body }) =>
    body?.['external_link']
      ? ['javascript:alert(1)', 'lms/5', 'http://'].map((external_link) => ({ external_link }))
      : [],
  ),
  'email.form': {
    names: (operation) =>
      hasEmailOwner(operation) && Boolean(operation.body?.['email'] ?? operation.query['email']),
    observe: emailIn,
    expected: {
      default: () => 'stored',
      alternative: ({ body }) => (body ? 'sent' : 'none'),
    },
  },
  'list.after': {
    names: (operation) => momentFilters(operation).length > 0,
    observe: recordsAfter,
    expected: {
      default: (operation) => momentFilters(operation).map(() => [false, true]),
      alternative: (operation) => momentFilters(operation).map(() => [true, true]),
    },
  },
}

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

const cases: AssumptionRows['cases'] = {
  'email.form': {
    expected: {
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
    expected: {
      default: [['score'], ['grade'], ['grade', 'score'], []],
      alternative: [[], [], ['base'], []],
    },
    async observe(emulator) {
      const { id } = emulator.given('enrollments')
      const of = { gradeable_type: 'Enrollment', gradeable_id: id }
      const results = [{ grade: 'B' }, { score: '7.5' }, {}, { grade: null, score: '7.5' }]
      return Promise.all(
        results.map((result) => errorsOf(emulator, '/grades', { ...of, ...result })),
      )
    },
  },
  'body.types': {
    expected: { default: [422, 422, 422], alternative: [200, 422, 200] },
    async observe(emulator) {
      const field = { object_type: 'users', custom_object_id: null, slug: 'first_aider' } as const
      emulator.given('custom_fields', { ...field, field_type: 'boolean' })
      const bodies = [
        { wants_newsletter: '0' },
        { wants_newsletter: 'yes' },
        { custom: { first_aider: 'true' } },
      ]
      return Promise.all(bodies.map((body) => statusOf(emulator, 'PUT', '/users/1', body)))
    },
  },
}

export const values: AssumptionRows = { cases, operations }
