/** The example calls of operations: the records that they name, and their values. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { exampleCallOf } from '../../../src/engine/define/example-call.ts'
import {
  date,
  decimal,
  email,
  ref,
  type Shape,
  string,
  timestamp,
  uri,
} from '../../../src/engine/define/fields.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import type { CatalogOperation } from '../../../src/engine/model/catalog.ts'
import { exampleFor } from '../../support/operation-request.ts'

test('the example of a transition names the first record in a state that it starts from', () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.given('enrollments', { status: 'completed' })
  const { id } = emulator.given('enrollments', { status: 'active' })
  emulator.given('enrollments', { status: 'active' })
  const { operations } = contextOf(emulator).catalog
  const operation = operations.get('cancel_enrollment_by_id') as CatalogOperation
  expect(exampleFor(emulator, operation).params).toEqual({ id })
})

/** The example call of an operation on labels, in a world without labels. */
function exampleOf(shapes: { params?: Shape; body?: Shape }) {
  const { model } = contextOf(createEmulator({ world: 'empty' }))
  const source = { params: {}, body: undefined, example: undefined, ...shapes }
  return model.read((tx) => exampleCallOf(source, 'labels', tx))
}

test('an example text has the format of its field', () => {
  const body = {
    first_name: string(),
    email: email(),
    url: uri(),
    day: date(),
    at: timestamp(),
    cost: decimal(),
  }
  expect(exampleOf({ body }).body).toEqual({
    first_name: 'Example first name',
    email: 'robin@example.test',
    url: 'https://example.test/hooks',
    day: '2026-01-05',
    at: '2026-01-05T09:00:00.000Z',
    cost: '120.00',
  })
})

test('an example parameter without a record is a text, or the id 0 if it names a record', () => {
  const params = { slug: string(), label_id: ref('labels') }
  expect(exampleOf({ params }).params).toEqual({ slug: 'example', label_id: 0 })
})
