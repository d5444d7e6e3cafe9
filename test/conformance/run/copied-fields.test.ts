/** Values that the service copies into a record when a call creates it are no work of the integration. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { isCopied } from '../../../src/conformance/run/changed-fields.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import type { Resource } from '../../../src/engine/define/resource.ts'

const { resources } = contextOf(createEmulator({ world: 'empty' })).catalog

test.each([
  ['invoices', 'account_name', true],
  ['invoices', 'account_id', false],
  ['invoices', 'status', false],
  ['tasks', 'title', false],
  ['tasks', 'due_on', false],
  ['enrollments', 'student_id', false],
  ['enrollments', 'status', false],
  ['users', 'email', false],
])('%s.%s: %s', (resource, field, expected) => {
  expect(isCopied(resources.get(resource) as Resource, field)).toBe(expected)
})
