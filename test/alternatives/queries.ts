/** Laws of the assumptions about queries and lists. */
import type { Field, FieldSpec } from '../../src/engine/define/fields.ts'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import type { CatalogOperation } from '../../src/engine/model/catalog.ts'
import { operations as contractOperations } from '../support/contract.ts'
import {
  type AlternativeLaws,
  type AlternativeSubject,
  always,
  call,
  exampleOf,
  statusOf,
  success,
  world,
} from './alternative-law.ts'

/** `same` if the query has the answer of the other query, otherwise the status. */
async function compare(
  subject: AlternativeSubject,
  query: string,
  other: string,
): Promise<'same' | number> {
  const example = { ...exampleOf(subject), query: {} }
  const [expectedStatus, expected] = await call(subject, example, { query: other })
  const [status, text] = await call(subject, example, { query })
  return status === expectedStatus && text === expected ? 'same' : status
}

async function compareAll(
  subject: AlternativeSubject,
  queries: readonly (readonly [query: string, other: string])[],
): Promise<('same' | number)[]> {
  const answers: ('same' | number)[] = []
  for (const [query, other] of queries) answers.push(await compare(subject, query, other))
  return answers
}

/** A text that is not a value of the field; undefined if every text is. */
function invalidTextFor({ kind, options, format, items }: FieldSpec): string | undefined {
  if (items) return invalidTextFor(items.spec)
  if (options || kind !== 'string' || format === 'date' || format === 'timestamp') return 'nonsense'
  return undefined
}

const invalidQueries = ({ query }: CatalogOperation): string[] =>
  Object.entries(query).flatMap(([name, { spec }]) => {
    const text = invalidTextFor(spec)
    return text === undefined ? [] : [`${name}=${text}`]
  })

const invalidSizes = [
  ['per_page=0', 'per_page=1'],
  ['per_page=-3', 'per_page=1'],
  ['per_page=101', 'per_page=100'],
] as const

const invalidCursors = ({ query }: CatalogOperation): (readonly [string, string])[] => [
  ['cursor=?', ''],
  ...(query['page'] ? [[`cursor=${btoa('{"id":1}')}&page=1`, ''] as const] : []),
]

const arraysOf = ({ query }: CatalogOperation): (readonly [name: string, items: Field])[] =>
  Object.entries(query).flatMap(([name, { spec }]) =>
    spec.items ? [[name, spec.items] as const] : [],
  )

/** Two different values of a parameter, if possible of the stored rows. */
function valuesOf({ resource }: CatalogOperation, name: string, { spec }: Field): string[] {
  if (spec.options) return spec.options.slice(0, 2)
  const rows = [...contextOf(world).store.scan(resource.name)] as Readonly<
    Record<string, unknown>
  >[]
  const found = new Set(rows.flatMap((row) => row[name] ?? row[`${name}s`] ?? []))
  return [...found, 1, 2].slice(0, 2).map(String)
}

/** The status of a query with commas, which are a part of the value: a text takes every value. */
const commaStatus = ({ spec: { options, kind } }: Field): number =>
  kind === 'string' && !options ? 200 : 400

const arrayForms = (operation: CatalogOperation): (readonly [string, string])[] =>
  arraysOf(operation).flatMap(([name, items]) => {
    const [a, b] = valuesOf(operation, name, items)
    const plain = `${name}=${a}&${name}=${b}`
    const forms = [
      `${name}[]=${a}&${name}[]=${b}`,
      `${name}[0]=${a}&${name}[1]=${b}`,
      `${name}=${a},${b}`,
    ]
    return forms.map((form) => [form, plain] as const)
  })

/** The answers for each array: twice with brackets, once with commas. */
const forArrays =
  (brackets: unknown, commas: (items: Field) => unknown) =>
  (operation: CatalogOperation): unknown[] =>
    arraysOf(operation).flatMap(([, items]) => [brackets, brackets, commas(items)])

/** The lists to which the contract gives no paging. */
const unpagedLists = new Set(
  contractOperations
    .filter(
      ({ method, response, paging }) =>
        method === 'GET' && response.startsWith('array<') && !paging,
    )
    .map(({ id }) => id),
)

/** The path parameters with the longest list. */
async function longestList(subject: AlternativeSubject): Promise<Record<string, number | string>> {
  const { operation, emulator } = subject
  const [[name, table] = []] = operation.refs
  if (name === undefined) return {}
  let found = { length: -1, id: 0 as number | string }
  for (const { id } of contextOf(emulator).store.scan(table as string)) {
    const params = { [name]: id as number }
    const [, text] = await call(subject, exampleOf(subject), { params, query: 'per_page=100' })
    const { length } = JSON.parse(text) as unknown[]
    if (length > found.length) found = { length, id: id as number }
    if (length > 2) break
  }
  return { [name]: found.id }
}

export const queryLaws: AlternativeLaws = {
  'query.unknown': {
    names: () => true,
    observe: (subject) => statusOf(subject, { query: 'nonsense=1' }),
    expected: { default: always(400), alternative: success },
  },
  'query.values': {
    names: (operation) => invalidQueries(operation).length > 0,
    observe: (subject) =>
      compareAll(
        subject,
        invalidQueries(subject.operation).map((query) => [query, '']),
      ),
    expected: {
      default: (operation) => invalidQueries(operation).map(() => 400),
      alternative: (operation) => invalidQueries(operation).map(() => 'same'),
    },
  },
  'query.per_page': {
    names: ({ query }) => query['per_page'] !== undefined,
    observe: (subject) => compareAll(subject, invalidSizes),
    expected: { default: always([400, 400, 400]), alternative: always(['same', 'same', 'same']) },
  },
  'query.cursor': {
    names: ({ query }) => query['cursor'] !== undefined,
    observe: (subject) => compareAll(subject, invalidCursors(subject.operation)),
    expected: {
      default: (operation) => invalidCursors(operation).map(() => 400),
      alternative: (operation) => invalidCursors(operation).map(() => 'same'),
    },
  },
  'query.arrays': {
    names: (operation) => arraysOf(operation).length > 0,
    observe: (subject) => compareAll(subject, arrayForms(subject.operation)),
    expected: {
      default: forArrays('same', commaStatus),
      refused: forArrays(400, commaStatus),
      commas: forArrays('same', () => 'same'),
    },
  },
  'paging.everywhere': {
    names: ({ id }) => unpagedLists.has(id),
    async observe(subject) {
      const params = await longestList(subject)
      const example = exampleOf(subject)
      const [, text] = await call(subject, example, { params, query: 'per_page=1' })
      return (JSON.parse(text) as unknown[]).length > 1 ? 'whole' : 'one page'
    },
    expected: { default: always('one page'), alternative: always('whole') },
    operations: 7,
  },
}
