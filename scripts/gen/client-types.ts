/** Prints the types of the example client from the paths of the OpenAPI document that it uses. */
import { courseAdministration } from '../../src/service/course-administration.ts'
import openapiTS, { astToString } from 'openapi-typescript'
import type { OpenApiDocument } from '../../src/engine/describe/openapi-document.ts'
import { openApiFor } from '../../src/engine/emulator/reports/seeded-openapi.ts'

const usedPaths = ['/users', '/users/{id}', '/users/{id}/external_identity', '/enrollments']

export async function printClientTypes(): Promise<string> {
  const document = onlyPaths(
    openApiFor(courseAdministration(), 'https://service.test/api/v1'),
    usedPaths,
  )
  return astToString(await openapiTS(document as never))
}

/** Reduces the document to these paths and the schemas that they reference. */
function onlyPaths(document: OpenApiDocument, names: readonly string[]): object {
  const paths = Object.fromEntries(names.map((name) => [name, document.paths[name]]))
  const { schemas = {}, responses, headers, securitySchemes } = document.components
  const referencedSchemas = new Set<string>()
  const collectReferences = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (referencedSchemas.has(name as string)) continue
      referencedSchemas.add(name as string)
      collectReferences(schemas[name as string])
    }
  }
  collectReferences([paths, responses])
  const keptSchemas = Object.fromEntries(
    [...referencedSchemas].toSorted().map((name) => [name, schemas[name]]),
  )
  const components = { schemas: keptSchemas, responses, headers, securitySchemes }
  return { ...document, paths, webhooks: undefined, components }
}
