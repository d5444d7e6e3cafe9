/** An example call of the OpenAPI document that fails: after a refusal the operation is documented, a defect is thrown. */
import { expect, test } from 'vitest'
import { notFound } from '../../../src/engine/define/problems.ts'
import { openApiFor } from '../../../src/engine/emulator/reports/seeded-openapi.ts'
import type { CatalogOperation } from '../../../src/engine/model/catalog.ts'
import { courseAdministration } from '../../../src/service/course-administration.ts'

/** The document of a service with one operation, which fails in this way. */
function documentWith(error: Error): string {
  const service = courseAdministration()
  const operation = service.catalog.operations.get('get_user_by_id') as CatalogOperation
  const failing: CatalogOperation = {
    ...operation,
    handle() {
      throw error
    },
  }
  const operations = new Map([[operation.id, failing]])
  const catalog = { ...service.catalog, operations }
  return JSON.stringify(openApiFor({ ...service, catalog }, 'https://service.test/api/v1'))
}

test('a refusal leaves the operation in the document', () => {
  expect(documentWith(notFound('no such user'))).toContain('"operationId":"get_user_by_id"')
})

test('a defect is thrown', () => {
  expect(() => documentWith(new Error('a defect'))).toThrow('a defect')
})
