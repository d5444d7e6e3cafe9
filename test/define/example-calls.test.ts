/** The example calls of operations: the records that they name. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { contextOf } from '../../src/emulator/emulator.ts'
import type { CatalogOperation } from '../../src/model/catalog.ts'
import { exampleFor } from '../support/operation-request.ts'

test('the example of a transition names the first record in a state that it starts from', () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.given('enrollments', { status: 'completed' })
  const { id } = emulator.given('enrollments', { status: 'active' })
  emulator.given('enrollments', { status: 'active' })
  const { operations } = contextOf(emulator).catalog
  const operation = operations.get('cancel_enrollment_by_id') as CatalogOperation
  expect(exampleFor(emulator, operation).params).toEqual({ id })
})
