/** The effects of fault rules on one delivery. */
import { expect, test } from 'vitest'
import {
  countArrivals,
  faultResponse,
  lostResponse,
} from '../../../src/engine/deliver/attempt-faults.ts'

test.each([
  [undefined, 1],
  [{}, 1],
  [{ duplicate: true }, 2],
  [{ timeout: 'before' }, 0],
  [{ reset: true }, 0],
  [{ status: 503 }, 0],
  [{ status: 503, duplicate: true }, 0],
  [{ latency_ms: 10 }, 1],
] as const)('a delivery with %j arrives %i times', (effect, arrivals) => {
  expect(countArrivals(effect)).toBe(arrivals)
})

test('a fault responds in place of the receiver with a status or a reset, and its latency', () => {
  expect(faultResponse()).toBeUndefined()
  expect(faultResponse({ latency_ms: 5 })).toBeUndefined()
  expect(faultResponse({ status: 503 })).toEqual({ status: 503, text: '', latencyMs: 0 })
  expect(faultResponse({ status: 200, latency_ms: 5 })?.latencyMs).toBe(5)
  expect(faultResponse({ reset: true, latency_ms: 5 })).toMatchObject({
    status: null,
    latencyMs: 5,
  })
})

test('only a lost response loses its status, and keeps its latency', () => {
  expect(lostResponse()).toEqual({})
  expect(lostResponse({ status: 503 })).toEqual({})
  expect(lostResponse({ response: 'lost' })).toEqual({
    status: null,
    text: 'the response was lost',
  })
})
