/** What a failed call of an endpoint becomes: a text, and the time of a timeout. */
import { expect, test } from 'vitest'
import { toFailedResponse } from '../../../src/engine/deliver/delivery-response.ts'
import { failureReason } from '../../../src/engine/deliver/failure-reason.ts'

const timeout = Object.assign(new Error('The operation was aborted due to timeout'), {
  name: 'TimeoutError',
})

test.each([
  ['a timeout', timeout, timeout.message, 8_000],
  ['an error', new Error('no database'), 'no database', 0],
  ['a cause', new Error('fetch failed', { cause: new Error('refused') }), 'refused', 0],
  ['a cause without a message', new Error('failed', { cause: new Error('') }), 'failed', 0],
  ['a cause that is no error', new Error('failed', { cause: 'refused' }), 'failed', 0],
  ['an error without a message', new TypeError(''), 'TypeError', 0],
  ['a text', 'closed', 'closed', 0],
  ['nothing', undefined, 'undefined', 0],
])('%s', (_, error, text, latencyMs) => {
  expect(toFailedResponse(error, 8_000)).toEqual({ status: null, text, latencyMs })
})

const advice = 'Could not verify the delivery: it is the parsed body alone. Pass the request.'

test.each([
  ['an error of the test kit is shown whole', `EmulatorError: ${advice} `.padEnd(400, 'x'), 400],
  ['but not without end', `EmulatorError: ${advice} `.padEnd(4_000, 'x'), 500],
  ['any other line is cut', `Error: ${advice} `.padEnd(400, 'x'), 93],
])('%s', (_, text, length) => {
  expect(failureReason({ status: 500, text: `\n  ${text}\n    at app.ts:3` })).toHaveLength(length)
})

test('an answer below 500, and one without a text, has no reason', () => {
  expect(failureReason({ status: 499, text: 'down' })).toBeUndefined()
  expect(failureReason({ status: null, text: 'down' })).toBeUndefined()
  expect(failureReason({ status: 500, text: ' \n' })).toBeUndefined()
})
