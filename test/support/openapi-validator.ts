/** Validates responses and events against the OpenAPI document, with a JSON Schema validator. */
import { courseAdministration } from '../../src/service/course-administration.ts'
import { createRequire } from 'node:module'
import type { ValidateFunction } from 'ajv'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import { createOpenApiDocument } from '../../src/engine/describe/openapi-document.ts'
import type { Catalog, CatalogOperation } from '../../src/engine/model/catalog.ts'

export interface OpenApiValidator {
  /** Every difference between a response and its description; empty if it is valid. */
  responseViolations(
    operation: Pick<CatalogOperation, 'path' | 'method'> | undefined,
    status: number,
    text: string | null,
  ): string[]
  /** The same for webhook payloads. */
  eventViolations(event: string, text: string): string[]
}

type Json = Readonly<Record<string, unknown>>

/** The responses to requests that match no operation. */
const defaultResponses = { default: { $ref: '#/components/responses/Refused' } }

export function createOpenApiValidator(catalog: Catalog): OpenApiValidator {
  const call = { params: {}, query: {}, body: undefined }
  const example = { call, response: undefined, behaviours: [], events: [] }
  const examples = { record: () => undefined, operation: () => example }
  const document = createOpenApiDocument({
    ...courseAdministration(),
    catalog,
    baseUrl: '/',
    version: '0',
    license: '',
    examples,
  })
  const ajv = createAjv()
  ajv.addSchema({ $id: 'api', ...document })
  const compiled = new Map<string, ValidateFunction>()

  function violations(pointer: string, text: string): string[] {
    const schema = `${pointer}/content/application~1json/schema`
    let fits = compiled.get(schema)
    if (!fits) compiled.set(schema, (fits = ajv.compile({ $ref: `api${schema}` })))
    const value = parseJson(text)
    if (value === undefined) return ['is not JSON']
    if (fits(value)) return []
    return (fits.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    )
  }

  return {
    responseViolations(operation, status, text) {
      const operationSteps = operation
        ? ['paths', operation.path, operation.method.toLowerCase()]
        : []
      const responses = operation
        ? valueAt(document, [...operationSteps, 'responses'])
        : defaultResponses
      const key = status in responses ? String(status) : 'default'
      if (key === 'default' && status < 400) return [`the status ${status} is not described`]
      const { $ref } = (responses as Record<string, Json>)[key] as { $ref?: string }
      const pointer = $ref ?? pointerTo([...operationSteps, 'responses', key])
      const isEmpty = !('content' in valueAt(document, pointerSteps(pointer)))
      if (isEmpty || text === null) {
        return isEmpty === (text === null) ? [] : [isEmpty ? 'has a body' : 'has no body']
      }
      return violations(pointer, text)
    },
    eventViolations: (event, text) =>
      event in document.webhooks
        ? violations(pointerTo(['webhooks', event, 'post', 'requestBody']), text)
        : [`the event ${event} is not described`],
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const pointerTo = (steps: readonly string[]): string =>
  `#${steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`

const pointerSteps = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

const valueAt = (value: object, steps: readonly string[]): Json =>
  steps.reduce((inner, step) => inner[step] as Json, value as Json)

/** Strict: an unknown keyword or format is an error. */
function createAjv(): Ajv2020 {
  // Note: loaded for the first response, which many test files do not have.
  const require = createRequire(import.meta.url)
  const { Ajv2020: Ajv } = require('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020 }
  const addFormats = require('ajv-formats') as (ajv: Ajv2020) => void
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true })
  addFormats(ajv)
  ajv.addFormat('decimal', true)
  ajv.addVocabulary(['x-beta', 'x-feature-flag'])
  ajv.addVocabulary(['openapi', 'info', 'servers', 'tags', 'paths', 'webhooks', 'components'])
  return ajv
}
