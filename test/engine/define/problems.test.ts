/** Error responses: their default parts and their reason in one line. */
import { expect, test } from 'vitest'
import { Problem, problemReason } from '../../../src/engine/define/problems.ts'

test('a problem without options has the message of its status and no other parts', () => {
  const { message, errors, headers, details, reason } = new Problem(404)
  expect({ message, errors, headers, details, reason }).toEqual({
    message: 'There is no such record.',
    errors: {},
    headers: {},
    details: {},
    reason: undefined,
  })
})

test.each([
  [500, 'Something went wrong on our side.'],
  [502, 'The gateway got no answer.'],
  [503, 'The service is not available.'],
  [504, 'The gateway waited too long for an answer.'],
])('a problem with status %i has its message', (status, message) => {
  expect(new Problem(status).message).toBe(message)
})

test('a problem keeps the details for its journal entry', () => {
  expect(new Problem(404, { details: { flagOff: 'Programs' } }).details).toEqual({
    flagOff: 'Programs',
  })
})

test('the reason of a problem is its errors, its reason or its message', () => {
  const errors = { base: ['is in use'], name: ['is missing', 'is short'] }
  expect(problemReason(new Problem(422, { errors, reason: 'other' }))).toBe(
    'the record is in use; name is missing, is short',
  )
  expect(problemReason(new Problem(404, { reason: 'gone' }))).toBe('gone')
  expect(problemReason(new Problem(404))).toBe('There is no such record.')
})
