/** Assumptions about tokens, bodies and the order of checks. */
import type { Emulator } from 'course-admin-emulator'
import type { FieldSpec, Shape } from '../../../src/engine/define/fields.ts'
import type { ExampleCall } from '../../../src/engine/define/example-call.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import type { CatalogOperation } from '../../../src/engine/model/catalog.ts'
import { exampleCallOf } from '../../../src/engine/define/example-call.ts'
import { scopeNamesIn } from '../../../src/engine/define/scopes.ts'
import { invalidValueFor } from '../../support/laws.ts'
import { send, statusOf } from '../../support/api-client.ts'
import {
  always,
  subjectOn,
  exampleOf,
  hasBody,
  needsScope,
  callStatus,
  success,
  withBody,
  world,
} from './operation-calls.ts'
import type { AssumptionRows, OperationSubject } from './row.ts'

const unknownId = 987_654_321
const ruleStatuses: readonly number[] = [409, 422]
const malformedBodies = ['{"open":', '[1]', '"text"', 'null']

/** Statuses of a call without a token and of a call with an unknown token. */
const refusals = async (subject: OperationSubject): Promise<number[]> => [
  await callStatus(subject, { token: null }),
  await callStatus(subject, { token: 'unknown-token' }),
]

const withoutScopes = ({ emulator }: OperationSubject): string => emulator.mintToken({ scopes: [] })

/** A token with a scope that the operation does not need. */
function withOtherScope({ emulator, operation }: OperationSubject): string {
  const names = scopeNamesIn(operation.scopes)
  const other = (['courses:read', 'invoices:read'] as const).filter((name) => !names.includes(name))
  return emulator.mintToken({ scopes: other.slice(0, 1) })
}

/** Sends each body in turn, and returns the statuses. */
async function statusesOf(
  subject: OperationSubject,
  bodies: readonly unknown[],
  example: ExampleCall = exampleOf(subject),
): Promise<number[]> {
  const statuses: number[] = []
  for (const body of bodies) statuses.push(await callStatus(subject, { body }, example))
  return statuses
}

const isTarget = ({ target, items }: FieldSpec): boolean =>
  target !== undefined || items?.spec.target !== undefined

/** Bodies that each break one rule: a value of another type, a missing field, an unknown reference. */
function brokenBodies(shape: Shape, { body = {} }: ExampleCall): object[] {
  return Object.entries(shape).flatMap(([name, { spec }]) => {
    const { [name]: _, ...others } = body
    const reference = spec.items ? [unknownId] : unknownId
    return [
      { ...body, [name]: invalidValueFor(spec) },
      ...(spec.required ? [others] : []),
      ...(isTarget(spec) ? [{ ...body, [name]: reference }] : []),
    ]
  })
}

/** The ids of some rows that differ in their states, for refusals by state. */
function idsOfStates({ operation, emulator }: OperationSubject): (number | string)[] {
  const { name, shape } = operation.resource
  const fields = Object.keys(shape).filter((field) => shape[field]?.spec.options)
  const byState = new Map<string, number | string>()
  for (const row of contextOf(emulator).store.scan(name)) {
    const state = JSON.stringify(fields.map((field) => row[field as never]))
    if (byState.size < 6 && !byState.has(state)) byState.set(state, row.id as number)
  }
  return [...byState.values()]
}

/** Calls the operation twice for records in different states, so that states and pairs are refused. */
async function repeatedCalls(subject: OperationSubject): Promise<number[]> {
  const { operation, emulator } = subject
  const { model } = contextOf(emulator)
  const example = model.read((tx) => exampleCallOf(operation, operation.resource.name, tx))
  const ids = operation.path.includes('{id}') ? idsOfStates(subject) : [undefined]
  const statuses: number[] = []
  for (const id of ids.flatMap((each) => [each, each])) {
    const params = id === undefined ? {} : { id }
    statuses.push(await callStatus(subject, { params }, example))
  }
  return statuses
}

const withRulesAs400 = (statuses: readonly number[]): number[] =>
  statuses.map((status) => (ruleStatuses.includes(status) ? 400 : status))

/** Calls without scopes that also break the syntax: of the query, the body and an id. */
async function wrongSyntaxWithoutScopes(subject: OperationSubject): Promise<number[]> {
  const { operation } = subject
  const token = withoutScopes(subject)
  const example = exampleOf(subject)
  const params = Object.fromEntries(integerIds(operation).map((name) => [name, 'no-such-form']))
  return [
    await callStatus(subject, { token, query: 'nonsense=1' }, example),
    ...(hasBody(operation) ? [await callStatus(subject, { token, body: '{' }, example)] : []),
    ...(Object.keys(params).length > 0
      ? [await callStatus(subject, { token, params }, example)]
      : []),
  ]
}

/** The path parameters that must be numbers. */
const integerIds = ({ refs, resource, scopes }: CatalogOperation): string[] =>
  'always' in scopes.requirements && !resource.usesSlugs
    ? refs.filter(([name]) => name === 'id' && isNumbered(resource.shape)).map(([name]) => name)
    : []

const isNumbered = (shape: Shape): boolean => shape['id']?.spec.kind === 'integer'

/** Calls with other texts for each id in the path, which is a number: two with the number in front. */
async function castIds(subject: OperationSubject): Promise<number[]> {
  const statuses: number[] = []
  for (const name of numbersIn(subject)) {
    for (const text of ['.0', 'abc', '']) {
      const fork = subject.fork()
      const example = exampleOf(fork)
      const id = text === '' ? 'abc' : `${example.params[name]}${text}`
      statuses.push(await callStatus(fork, { params: { [name]: id } }, example))
    }
  }
  return statuses
}

/** The path parameters of the example that are numbers. */
const numbersIn = (subject: Pick<OperationSubject, 'operation' | 'emulator'>): string[] =>
  Object.entries(exampleOf(subject).params).flatMap(([name, value]) =>
    typeof value === 'number' ? [name] : [],
  )

interface RuleStatuses {
  readonly broken: readonly number[]
  readonly repeated: readonly number[]
}

const operations: AssumptionRows['operations'] = {
  'auth.refused': {
    names: () => true,
    observe: refusals,
    expected: {
      default: always([403, 403]),
      '401': always([401, 401]),
      '404': always([404, 404]),
    },
  },
  'auth.scope': {
    names: needsScope,
    observe: async (subject) => [
      await callStatus(subject, { token: withoutScopes(subject) }),
      await callStatus(subject, { token: withOtherScope(subject) }),
    ],
    expected: { default: always([403, 403]), alternative: always([404, 404]) },
  },
  'checks.order': {
    names: needsScope,
    observe: wrongSyntaxWithoutScopes,
    expected: {
      default: (operation) => [
        400,
        ...(hasBody(operation) ? [400] : []),
        ...(integerIds(operation).length > 0 ? [404] : []),
      ],
      alternative: (_, byDefault: number[]) => byDefault.map(() => 403),
    },
  },
  'path.id': {
    names: (operation) => numbersIn(subjectOn(world, operation)).length > 0,
    observe: castIds,
    expected: {
      default: (_, byDefault: number[]) => byDefault.map(() => 404),
      cast: ({ presenter: { status } }, byDefault: number[]) =>
        byDefault.map((_, i) => (i % 3 === 2 ? 404 : status)),
    },
  },
  'body.malformed': {
    names: hasBody,
    observe: (subject) => statusesOf(subject, malformedBodies),
    expected: {
      default: always([400, 400, 400, 400]),
      alternative: always([422, 422, 422, 422]),
    },
  },
  'body.rules': {
    async names(operation) {
      if (hasBody(operation)) return true
      const repeated = await repeatedCalls(subjectOn(world, operation))
      return repeated.some((status) => ruleStatuses.includes(status))
    },
    async observe(subject) {
      const example = exampleOf(subject)
      const bodies = brokenBodies(subject.operation.body ?? {}, example)
      const broken = await statusesOf(subject, bodies, example)
      return { broken, repeated: await repeatedCalls(subject) }
    },
    expected: {
      default: (_, { broken, repeated }: RuleStatuses) => ({
        broken: broken.map(() => 422),
        repeated,
      }),
      alternative: (_, { broken, repeated }: RuleStatuses) => ({
        broken: broken.map(() => 400),
        repeated: withRulesAs400(repeated),
      }),
    },
  },
  'body.unknown': {
    names: hasBody,
    observe(subject) {
      const example = withBody(exampleOf(subject), { nonsense: 1 })
      return callStatus(subject, {}, example)
    },
    expected: { default: success, alternative: always(422) },
  },
}

/** The errors of calls with an unknown field in an object, a list, a list of lists and an object of an unknown type. */
async function errorsOfUnknownFields(emulator: Emulator): Promise<unknown[]> {
  const { id: account_id } = emulator.given('accounts')
  const { id: edition } = emulator.given('program_editions')
  const item = { units: 2, unit_price: '1', name: 'Books' }
  const address = { address: 'Dam 1', postal_code: '1012 JS', city: 'Amsterdam', country: 'NL' }
  const invoice = (unknown: object) => ({
    account_id,
    invoice_items_attributes: [item, { ...item, ...unknown }],
  })
  const account = (unknown: object) => ({
    name: 'School',
    address_attributes: { ...address, ...unknown },
  })
  const calls = [
    ['/invoices', invoice({ nmae: '' })],
    ['/invoices', invoice({})],
    ['/accounts', account({ toString: 1 })],
    ['/accounts', account({})],
    [
      `/program/editions/${edition}/elements_batch`,
      { elements: [{ type: 'BlockElement', nmae: 1, elements: [] }] },
    ],
    [`/program/editions/${edition}/elements_batch`, { elements: [{ type: 'toString', nmae: 1 }] }],
  ] as const
  const answers: unknown[] = []
  for (const [path, body] of calls) {
    const response = await send(emulator, 'POST', path, body)
    const { errors } = (await response.json()) as { errors?: object }
    answers.push(response.ok ? response.status : errors)
  }
  return answers
}

const unknownType = {
  'elements.0.type': ['must be an object whose type is one of CourseElement, BlockElement'],
}

const form = [
  'first_name=Ada&last_name=Berg&email=ada%40example.test&address_attributes[city]=Utrecht',
  'address_attributes[address]=Dam+1&address_attributes[postal_code]=1012+JS',
  'address_attributes[country]=NL&label_ids[]=7&__proto__[first_name]=Eve',
].join('&')

const cases: AssumptionRows['cases'] = {
  'body.type': {
    expected: {
      default: [400, 400, 201, 201, 201],
      alternative: [201, 201, 201, 201, 201],
    },
    async observe(emulator) {
      const types = [
        'text/plain;charset=UTF-8',
        'application/x-www-form-urlencoded',
        'application/json; charset=utf-8',
        'application/vnd.api+JSON',
      ]
      const send = async (type: string | undefined, index: number) => {
        const user = { first_name: 'Mia', last_name: 'Berg', email: `mia.${index}@example.test` }
        // Note: bytes have no content type of their own.
        const body = new TextEncoder().encode(JSON.stringify(user))
        const headers = { ...emulator.headers, ...(type && { 'content-type': type }) }
        return (await emulator.fetch('/users', { method: 'POST', headers, body })).status
      }
      return Promise.all([...types, undefined].map(send))
    },
  },
  'body.form': {
    expected: {
      default: [400, 400, 400],
      alternative: [{ 'label_ids.0': ['must be a whole number'] }, 'Utrecht', 400],
    },
    async observe(emulator) {
      const answers: unknown[] = []
      const type = 'application/x-www-form-urlencoded; charset=utf-8'
      const valid = form.replace('&label_ids[]=7', '')
      for (const [body, contentType] of [
        [form, type],
        [valid, type],
        [valid, 'text/plain'],
      ] as const) {
        const headers = { ...emulator.headers, 'content-type': contentType }
        const response = await emulator.fetch('/users', { method: 'POST', headers, body })
        const { errors, address } = (await response.json()) as Record<string, { city?: string }>
        answers.push(response.status === 400 ? 400 : (address?.city ?? errors))
      }
      return answers
    },
  },
  'body.unknown': {
    expected: {
      default: [201, 201, 201, 201, { 'elements.0.name': ['is missing'] }, unknownType],
      alternative: [
        { 'invoice_items_attributes.1.nmae': ['is not known'] },
        201,
        { 'address_attributes.toString': ['is not known'] },
        201,
        { 'elements.0.nmae': ['is not known'], 'elements.0.name': ['is missing'] },
        unknownType,
      ],
    },
    observe: errorsOfUnknownFields,
  },
  'rate.window': {
    expected: {
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

export const requests: AssumptionRows = { cases, operations }
