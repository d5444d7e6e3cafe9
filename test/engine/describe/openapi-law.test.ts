/** The law "OpenAPI": the emulator requires what the document requires, and accepts what its types allow. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { asyncProperty } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import type { CatalogOperation } from '../../../src/engine/model/catalog.ts'
import { send } from '../../support/api-client.ts'
import { exampleFor, toRequest } from '../../support/operation-request.ts'
import { schemaArbitrary, type ValueSchema } from '../../support/schema-arbitrary.ts'
import { assertProperty } from '../../support/property-runs.ts'

const emulator = createEmulator({ rateLimit: { requestsPerWindowMax: Infinity } })
const { catalog } = contextOf(emulator)
const document = await emulator.openapi()

interface DescribedOperation {
  readonly requestBody?: { content: { 'application/json': { schema: ValueSchema } } }
  readonly parameters?: readonly { name: string; schema: ValueSchema }[]
}

const described = ({ path, method }: CatalogOperation): DescribedOperation =>
  (document.paths[path] as unknown as Record<string, DescribedOperation>)[
    method.toLowerCase()
  ] as DescribedOperation

const bodySchema = (operation: CatalogOperation): ValueSchema =>
  described(operation).requestBody?.content['application/json'].schema as ValueSchema

const withBody = [...catalog.operations.values()]
  .filter(({ body }) => body)
  .map((operation) => ({ id: operation.id, operation }))

/** Sends a body to the record of the example call; returns the errors by field. */
async function errorsOf(
  fork: Emulator,
  operation: CatalogOperation,
  body: unknown,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const { path, init } = toRequest(operation, exampleFor(fork, operation), fork.token)
  const response = await send(fork, String(init.method), path, body)
  expect(response.status).toBeLessThan(500)
  const text = await response.text()
  const answer = (text ? JSON.parse(text) : {}) as { errors?: Record<string, string[]> }
  return answer.errors ?? {}
}

const missingFields = (errors: Awaited<ReturnType<typeof errorsOf>>): string[] =>
  Object.keys(errors).filter((name) => errors[name]?.includes('is missing'))

/** Every message that refuses a value for its type. */
const typeMessages = [
  /^cannot be null$/,
  /^must be a text(, a number, true, false or a list of texts)?$/,
  /^must be a (whole )?number$/,
  /^must be true or false$/,
  /^must be a list$/,
  /^must be an object( whose \w+ is one of .+)?$/,
  /^must be one of .+$/,
  /^must be an (email )?address$/,
  /^must be a (date, yyyy-MM-dd|moment, yyyy-MM-ddTHH:mm:ss\.SSSZ)$/,
  /^must be an amount, such as 120\.00$/,
  /^must be at (least|most) -?\d+$/,
]
const isTypeMessage = (message: string): boolean =>
  typeMessages.some((pattern) => pattern.test(message))

describe.each(withBody)('$id', ({ operation }) => {
  const schema = bodySchema(operation)

  test('requires the fields that the document requires', async () => {
    const missing = missingFields(await errorsOf(emulator.fork(), operation, {}))
    expect(missing.toSorted()).toEqual((schema.required ?? []).toSorted())
  })

  test('requires no other field', async () => {
    const fork = emulator.fork()
    const { body = {} } = exampleFor(fork, operation)
    const required = Object.fromEntries((schema.required ?? []).map((name) => [name, body[name]]))
    expect(missingFields(await errorsOf(fork, operation, required))).toEqual([])
  })

  test('refuses no value for its type that the types of the document allow', async () => {
    const fork = emulator.fork()
    const property = asyncProperty(schemaArbitrary(schema), async (body) => {
      const messages = Object.values(await errorsOf(fork, operation, body)).flat()
      expect(messages.filter(isTypeMessage)).toEqual([])
    })
    await assertProperty(property, { seed: 11, numRuns: 15 })
  })

  test('refuses no field of a valid call for its type that the types allow', async () => {
    const fork = emulator.fork()
    const { body } = exampleFor(fork, operation)
    for (const [name, each] of Object.entries(schema.properties ?? {})) {
      const property = asyncProperty(schemaArbitrary(each), async (value) => {
        const messages = Object.values(
          await errorsOf(fork, operation, { ...body, [name]: value }),
        ).flat()
        expect(messages.filter(isTypeMessage)).toEqual([])
      })
      await assertProperty(property, { seed: 11, numRuns: 5 })
    }
  })

  test('refuses a value of another type with a message about types', async () => {
    const fork = emulator.fork()
    for (const [name, { spec }] of Object.entries(operation.body ?? {})) {
      const other = ['value', 'object', 'map', 'json'].includes(spec.kind) ? 7 : { no: spec.kind }
      const value = spec.kind === 'value' ? { no: 'value' } : other
      const errors = await errorsOf(fork, operation, { [name]: value })
      expect([name, errors[name]?.every(isTypeMessage)]).toEqual([name, true])
    }
  })
})

/** Values of the filters for which the world has records. */
const storedValues: Readonly<Record<string, readonly number[]>> = {
  label_id: emulator.rows('labels').map(({ id }) => id),
  program_id: [1, 2],
}

test.each([
  ['get_users', 'label_id', 'string'],
  ['get_teachers', 'label_id', 'integer'],
  ['get_program_editions', 'program_id', 'string'],
])('%s: %s is an array with items of the type %s', async (id, name, type) => {
  const operation = catalog.operations.get(id) as CatalogOperation
  const parameter = described(operation).parameters?.find((each) => each.name === name)
  expect(parameter?.schema).toMatchObject({ type: 'array', items: { type } })
  const values = storedValues[name] ?? []
  const query = values.map((value) => `${name}=${value}`).join('&')
  const response = await send(emulator, 'GET', `${operation.path}?${query}`)
  expect(response.status).toBe(200)
  expect(await response.json()).not.toEqual([])
})

test('a filter with items of the type string accepts any text', async () => {
  for (const path of ['/users?label_id=x', '/program/editions?program_id=x']) {
    const response = await send(emulator, 'GET', path)
    expect([response.status, await response.json()]).toEqual([200, []])
  }
})

test('the gateway of a payment method is one of the listed gateways', () => {
  const schemas = document.components['schemas'] as unknown as Record<string, ValueSchema>
  const gateway = schemas['PaymentMethod']?.properties?.['gateway']
  expect(gateway?.type).toEqual(['string', 'null'])
  expect(gateway?.enum).toEqual(expect.arrayContaining(['Mollie', 'WpmEducation', null]))
  expect(gateway?.enum).toHaveLength(12)
})
