/** Laws of the assumptions about the values in bodies and queries. */
import type { Emulator } from 'course-admin-emulator'
import type { FieldSpec } from '../../src/engine/define/fields.ts'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import type { CatalogOperation } from '../../src/engine/model/catalog.ts'
import {
  type AlternativeLaw,
  type AlternativeLaws,
  type AlternativeSubject,
  call,
  exampleOf,
  statusOf,
  withBody,
  world,
} from './alternative-law.ts'

type Body = Readonly<Record<string, unknown>>

/** A law of values in a body: each is refused with 422 by default, and accepted with the alternative. */
const refusedValues = (
  bodiesOf: (operation: CatalogOperation) => readonly Body[],
): AlternativeLaw => ({
  names: (operation) => bodiesOf(operation).length > 0,
  async observe({ operation, emulator }) {
    const statuses: number[] = []
    for (const body of bodiesOf(operation)) {
      const subject = { operation, emulator: emulator.fork() }
      statuses.push(await statusOf(subject, {}, withBody(exampleOf(subject), body)))
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
  [...contextOf(world).catalog.operations.values()]
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
  requiredTexts(operation).flatMap((name) => [{ [name]: '' }, { [name]: ' \t' }])

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
async function emailIn(subject: AlternativeSubject): Promise<'sent' | 'stored' | 'none'> {
  const { operation, emulator } = subject
  const { id } = emulator.given(operation.resource.name as EmailOwner)
  const text = operation.body?.['email']
    ? (await call(subject, withBody(exampleOf(subject), { email: sent }), { params: { id } }))[1]
    : await filterByEmail(operation, emulator)
  if (text.includes(sent)) return 'sent'
  return text.includes(stored) ? 'stored' : 'none'
}

async function filterByEmail(operation: CatalogOperation, emulator: Emulator): Promise<string> {
  emulator.given(operation.resource.name as EmailOwner, { email: stored })
  const subject = { operation, emulator }
  return (await call(subject, { ...exampleOf(subject), query: {} }, { query: `email=${sent}` }))[1]
}

const momentFilters = ({ query }: CatalogOperation): string[] =>
  Object.keys(query).filter((name) => name.endsWith('_after'))

/** For each filter after a moment, whether the list contains the record of that moment. */
async function containsMoment(subject: AlternativeSubject): Promise<boolean[]> {
  const { operation, emulator } = subject
  const found: boolean[] = []
  for (const name of momentFilters(operation)) {
    const field = name.replace(/_after$/, '')
    const { name: table } = operation.resource
    const [row] = contextOf(emulator).store.scan(table)
    const query = `${name}=${String(row?.[field as never])}&per_page=100`
    const [, text] = await call(subject, { ...exampleOf(subject), query: {} }, { query })
    found.push((JSON.parse(text) as { id: unknown }[]).some(({ id }) => id === row?.id))
  }
  return found
}

export const valueLaws: AlternativeLaws = {
  'text.blank': refusedValues(blankBodies),
  'body.types': refusedValues(textBodies),
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
    observe: containsMoment,
    expected: {
      default: (operation) => momentFilters(operation).map(() => false),
      alternative: (operation) => momentFilters(operation).map(() => true),
    },
  },
}
