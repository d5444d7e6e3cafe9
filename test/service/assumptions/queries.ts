/** Assumptions about queries and lists. */
import type { Field, FieldSpec } from '../../../src/engine/define/fields.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import type { CatalogOperation } from '../../../src/engine/model/catalog.ts'
import { operations as contractOperations } from '../../support/contract.ts'
import { send } from '../../support/api-client.ts'
import { always, call, exampleOf, callStatus, world } from './operation-calls.ts'
import type { AssumptionRows, OperationSubject } from './row.ts'

/** `same` if the query has the answer of the other query, otherwise the status. */
async function compare(
  subject: OperationSubject,
  query: string,
  other: string,
): Promise<'same' | number> {
  const example = { ...exampleOf(subject), query: {} }
  const [expectedStatus, expected] = await call(subject, example, { query: other })
  const [status, text] = await call(subject, example, { query })
  return status === expectedStatus && text === expected ? 'same' : status
}

async function compareAll(
  subject: OperationSubject,
  queries: readonly (readonly [query: string, other: string])[],
): Promise<('same' | number)[]> {
  const answers: ('same' | number)[] = []
  for (const [query, other] of queries) answers.push(await compare(subject, query, other))
  return answers
}

/** The statuses of calls with each query. Each call has a fork, because a call may change records. */
async function statusesOf(
  { fork }: OperationSubject,
  queries: readonly string[],
): Promise<number[]> {
  const statuses: number[] = []
  for (const query of queries) statuses.push(await callStatus(fork(), { query }))
  return statuses
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
  [`per_page=${'9'.repeat(400)}`, 'per_page=100'],
] as const

const invalidCursors = ({ query }: CatalogOperation): (readonly [string, string])[] => [
  ['cursor=?', ''],
  ...(query['page']
    ? ([
        [`cursor=${btoa('{"id":1}')}&page=2`, ''],
        ['cursor=?&page=2', ''],
      ] as const)
    : []),
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
      `${name}[]=${a}&${name}=${b}`,
      `${name}=${a},${b}`,
    ]
    return forms.map((form) => [form, plain] as const)
  })

/** The answers for each array: three times with brackets, once with commas. */
const forArrays =
  (brackets: unknown, commas: (items: Field) => unknown) =>
  (operation: CatalogOperation): unknown[] =>
    arraysOf(operation).flatMap(([, items]) => [brackets, brackets, brackets, commas(items)])

const isPaged = ({ query }: CatalogOperation): boolean => query['per_page'] !== undefined

/** The queries that the alternative ignores. */
const ignoredQueries = (operation: CatalogOperation): string[] => [
  ...invalidQueries(operation),
  ...(operation.query['page'] ? ['page=0'] : []),
  ...(isPaged(operation) ? ['per_page=2&per_page=3'] : []),
]

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
async function longestList(subject: OperationSubject): Promise<Record<string, number | string>> {
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

const operations: AssumptionRows['operations'] = {
  'query.unknown': {
    names: () => true,
    async observe(subject) {
      const queries = [
        'nonsense=1',
        ...invalidQueries(subject.operation),
        ...(isPaged(subject.operation) ? ['per_page=0'] : []),
      ]
      return statusesOf(subject, queries)
    },
    expected: {
      default: (_, byDefault: number[]) => byDefault.map(() => 400),
      alternative: ({ presenter }, byDefault: number[]) => [
        presenter.status,
        ...byDefault.slice(1),
      ],
    },
  },
  'query.include': {
    names: () => true,
    observe: (subject) =>
      statusesOf(subject, ['include=nonsense', 'include[]=nonsense', 'included=nonsense']),
    expected: {
      default: always([400, 400, 400]),
      ignored: ({ presenter: { status } }) => [status, status, 400],
    },
  },
  'query.sort': {
    names: () => true,
    async observe(subject) {
      const answers: unknown[] = []
      for (const query of ['sort=nonsense:asc', 'sort[]=nonsense']) {
        const fork = subject.fork()
        const [status, text] = await call(fork, exampleOf(fork), { query })
        answers.push(text.includes('Sorting on nonsense') ? [status, 'Sorting on'] : status)
      }
      return [...answers, await callStatus(subject.fork(), { query: 'sorted=nonsense' })]
    },
    expected: {
      default: always([400, 400, 400]),
      '403': always([[403, 'Sorting on'], [403, 'Sorting on'], 400]),
      ignored: ({ presenter: { status } }) => [status, status, 400],
    },
  },
  'query.values': {
    names: (operation) => ignoredQueries(operation).length > 0,
    async observe(subject) {
      const queries = ignoredQueries(subject.operation).map((query) => [query, ''] as const)
      const size = isPaged(subject.operation) ? [['per_page=0', ''] as const] : []
      return compareAll(subject, [...queries, ...size])
    },
    expected: {
      default: (_, byDefault: unknown[]) => byDefault.map(() => 400),
      alternative: (operation) => [
        ...ignoredQueries(operation).map(() => 'same'),
        ...(isPaged(operation) ? [400] : []),
      ],
    },
  },
  'query.per_page': {
    names: isPaged,
    observe: (subject) => compareAll(subject, invalidSizes),
    expected: {
      default: always([400, 400, 400, 400]),
      alternative: always(['same', 'same', 'same', 'same']),
    },
  },
  'query.cursor': {
    names: ({ query }) => query['cursor'] !== undefined,
    observe: (subject) =>
      compareAll(subject, [...invalidCursors(subject.operation), ['sort=nonsense', '']]),
    expected: {
      default: (operation) => [...invalidCursors(operation).map(() => 400), 400],
      alternative: (operation) => [...invalidCursors(operation).map(() => 'same'), 400],
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
    count: 7,
  },
}

const cases: AssumptionRows['cases'] = {
  'paging.everywhere': {
    expected: { default: 25, alternative: 30 },
    async observe(emulator) {
      const { id } = emulator.given('planned_courses')
      emulator.given('meetings', 30, { planned_course_id: id })
      const response = await send(emulator, 'GET', `/planned_courses/${id}/meetings`)
      return ((await response.json()) as unknown[]).length
    },
  },
}

export const queries: AssumptionRows = { cases, operations }
