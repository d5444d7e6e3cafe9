/** The OpenAPI document: validity, completeness, documentation and determinism. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { createEmulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import type { JsonSchema } from '../../../src/engine/describe/json-schema.ts'
import { eventNames } from '../../../src/service/generated/event-names.ts'

const emulator = createEmulator({ world: 'empty' })
const { catalog } = contextOf(emulator)
const document = await emulator.openapi()
const text = JSON.stringify(document)

interface Described {
  operationId: string
  description: string
  parameters?: { name: string; in: string; required?: boolean; schema: object; example?: unknown }[]
  requestBody?: { content: { 'application/json': { schema: object; example: object } } }
  responses: Record<string, object>
  [mark: string]: unknown
}

const operations = Object.values(document.paths).flatMap((path) =>
  Object.values(path as unknown as Record<string, Described>),
)
const operation = (id: string): Described =>
  operations.find(({ operationId }) => operationId === id) as Described
const schemas = document.components['schemas'] as Record<
  string,
  { description?: string; examples?: object[] }
>

/** Known ambiguity: a fixed path segment takes precedence over a parameter, here and in OpenAPI. */
const ambiguous = 'no-ambiguous-paths'

test('is valid OpenAPI 3.1, examples included', async () => {
  const rules = {
    'no-invalid-schema-examples': 'error',
    'no-invalid-media-type-examples': 'error',
    'no-invalid-parameter-examples': 'error',
  }
  // Note: a text, because the compiler takes seconds to compare an object with the type of a configuration.
  const config = await createConfig(JSON.stringify({ extends: ['recommended-strict'], rules }))
  const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config })
  const others = problems.filter(({ ruleId }) => ruleId !== ambiguous)
  expect(others.map(({ message, location }) => [message, location[0]?.pointer])).toEqual([])
  expect(problems.length).toBeLessThanOrEqual(2)
})

test('describes every tag, operation, event and record type', () => {
  const events = Object.values(document.webhooks as Record<string, { post: Described }>)
  const records = Object.entries(schemas).filter(([name]) => !/^(Problem|Done)$/.test(name))
  const described: { readonly description?: string }[] = [
    ...document.tags,
    ...operations,
    ...events.map(({ post }) => post),
    ...records.map(([, schema]) => schema),
  ]
  expect(described.filter(({ description }) => !description)).toEqual([])
  expect(described.length).toBeGreaterThan(400)
  expect(document.tags.filter(({ description }) => !description.endsWith('.'))).toEqual([])
})

test('is reported if invalid', async () => {
  const config = await createConfig(JSON.stringify({ extends: ['spec'] }))
  const source = text.replace('"in":"path"', '"in":"road"')
  expect(await lintFromString({ source, absoluteRef: '/openapi.json', config })).not.toEqual([])
})

test('describes every operation once by its id, and every event', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids.toSorted()).toEqual([...catalog.operations.keys()].toSorted())
  expect(Object.keys(document.webhooks).toSorted()).toEqual(catalog.events)
  expect(eventNames.filter((event) => !(event in document.webhooks))).toEqual([])
})

test('is the same for every state of the emulator, except the base URL', async () => {
  const other = createEmulator({
    seed: 9,
    baseUrl: 'https://other.test/v1',
    flags: { Programs: false },
  })
  other.given('users', 2)
  const theirs = await other.openapi()
  expect(theirs.servers).toEqual([{ url: 'https://other.test/v1' }])
  expect({ ...theirs, servers: document.servers }).toEqual(document)
})

test('uses plain English in descriptions', () => {
  expect(text).not.toMatch(
    /What was asked for|What participants reach|no field is to blame|tried again/,
  )
  expect(text).not.toMatch(/The id of a [aeio]|id:desc`/)
  expect(text).toContain('The id of an affiliation.')
})

describe('an operation', () => {
  test('states its scopes: all or any, and by value if they depend on data', () => {
    expect(operation('cancel_enrollment_by_id')).toMatchObject({
      'x-scopes': { all: ['enrollments:read', 'enrollments:modify'] },
      security: [{ bearer: ['enrollments:read', 'enrollments:modify'] }],
    })
    const leads = operation('get_leads')
    expect(leads['x-scopes']).toEqual({ any: [['leads:read'], ['my_leads:read']] })
    expect(leads['security']).toEqual([{ bearer: ['leads:read'] }, { bearer: ['my_leads:read'] }])
    expect(operation('get_comment_by_id')['x-scopes']).toMatchObject({
      byValue: { Order: { all: ['orders:read'] } },
    })
  })

  test('states its response, its rules and the events of its example', () => {
    expect(operation('cancel_enrollment_by_id')['description']).toBe(
      [
        'Returns one record of the type `Enrollment`.',
        "`Enrollment`: a student's place in a planned course.",
        'Rules:',
        '- `enrollment.cancel.from` (assumption): only a confirmed or active enrollment can be canceled; otherwise 422',
        'The example emits `enrollment.updated`.',
      ].join('\n\n'),
    )
    expect(operation('delete_label_by_id')['description']).toContain('The example emits `label')
  })

  test('states its flag, and whether it is beta or deprecated', () => {
    expect(operation('get_departments')).toMatchObject({
      'x-feature-flag': 'Departments',
      'x-beta': true,
    })
    const marked = [...catalog.operations.values()].filter(({ deprecated }) => deprecated)
    expect(operations.filter((each) => each['deprecated']).map((each) => each.operationId)).toEqual(
      marked.map(({ id }) => id),
    )
    expect(marked.length).toBeGreaterThan(0)
  })

  test('states its parameters: filters, pagination and path', () => {
    const { parameters = [] } = operation('get_enrollments')
    const named = Object.fromEntries(parameters.map((each) => [each.name, each]))
    expect(named['status']?.schema).toMatchObject({ type: 'array', items: { type: 'string' } })
    expect(named['per_page']?.schema).toMatchObject({ minimum: 1, maximum: 100, default: 25 })
    expect(named['page']).toMatchObject({ deprecated: true, schema: { minimum: 1, default: 1 } })
    expect(operation('get_user_by_id').parameters).toMatchObject([
      { name: 'id', in: 'path', required: true, schema: { type: ['integer', 'string'] } },
    ])
    expect(operation('get_webhook_by_id').parameters?.[0]?.schema).toMatchObject({ type: 'string' })
  })

  test('states its responses and its errors', () => {
    const { responses } = operation('get_users')
    expect(responses[200]).toMatchObject({
      headers: { Link: { $ref: '#/components/headers/Link' } },
      content: { 'application/json': { schema: { items: { $ref: '#/components/schemas/User' } } } },
    })
    expect(operation('get_planning_materials_of_meeting').responses[200]).toMatchObject({
      headers: { Link: { $ref: '#/components/headers/Link' } },
    })
    expect(Object.keys(operation('cancel_enrollment_by_id').responses)).toEqual([
      '200',
      '400',
      '403',
      '404',
      '422',
      '429',
      'default',
    ])
  })

  test.each(operations.filter(({ requestBody }) => requestBody).map((each) => [each.operationId]))(
    '%s has an example body that is accepted',
    async (id) => {
      const { requestBody } = operation(id)
      const { parameters = [] } = operation(id)
      const { method, path } = catalog.operations.get(id) as { method: string; path: string }
      const fresh = createEmulator()
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(String(parameters.find((each) => each.name === name)?.example)),
      )
      const body = JSON.stringify(requestBody?.content['application/json'].example)
      const response = await fresh.fetch(filled, { method, headers: fresh.headers, body })
      expect([id, response.status, response.ok || (await response.text())]).toEqual([
        id,
        expect.any(Number),
        true,
      ])
    },
  )
})

/** The keywords that hold for values of one type. */
const keywordsOfOneType =
  /^((min|max)(imum|Length|Items|Properties)|pattern|format|items|properties|required|additionalProperties)$/

/** The paths of the schemas in a part of the document that list types beside a keyword of one type. */
function mixedSchemas(part: unknown, path = ''): string[] {
  if (typeof part !== 'object' || part === null) return []
  const keywords = Object.keys(part)
  const isMixed =
    Array.isArray((part as JsonSchema)['type']) &&
    keywords.some((keyword) => keywordsOfOneType.test(keyword))
  const nested = Object.entries(part).filter(([name]) => !/^examples?$/.test(name))
  return [
    ...(isMixed ? [path] : []),
    ...nested.flatMap(([name, value]) => mixedSchemas(value, `${path}/${name}`)),
  ]
}

describe('a schema', () => {
  test('has a list of types only without keywords of one type', () => {
    expect(mixedSchemas({ type: ['string', 'null'], format: 'date' })).toEqual([''])
    expect(mixedSchemas(document)).toEqual([])
  })

  test('has a real record as its example, if the world has one', async () => {
    const seeded = createEmulator()
    const [record] = schemas['Enrollment']?.examples ?? []
    expect(record).toEqual(seeded.row('enrollments', 1))
    const bare = Object.entries(schemas).filter(([, { examples }]) => !examples)
    expect(bare.map(([name]) => name)).toEqual(['Problem', 'Done'])
  })

  test('marks fields behind a flag and omits hidden ones', () => {
    expect(schemas['User']).toMatchObject({
      properties: { external_identity: { 'x-feature-flag': 'Manage principal ids' } },
      additionalProperties: false,
    })
    expect(JSON.stringify(schemas['Webhook'])).not.toContain('secret')
  })
})
