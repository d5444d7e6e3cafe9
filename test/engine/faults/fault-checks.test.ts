/** The faults of a saved world, which can have any content. */
import { expect, test } from 'vitest'
import { isFaultHit, isFaultState } from '../../../src/engine/faults/fault-checks.ts'

const fault = {
  id: 'fault-1',
  at: 'request',
  matched: 0,
  hits: 0,
  fromMs: 0,
  with: { status: 503 },
}
const state = (values: object) =>
  isFaultState({ faultCount: 1, outageCount: 0, active: [{ ...fault, ...values }], ended: [] })

test.each<[object, boolean]>([
  [{}, true],
  [{ at: 'delivery', with: { drop: true }, event: 'user.created', webhook: 'w1' }, true],
  [{ operation: 'list_users', group: 'users', path: '/users', outage: 'outage-1' }, true],
  [{ nth: 1, times: 2, untilMs: 5 }, true],
  [{ nth: 0 }, false],
  [{ times: 0 }, false],
  [{ times: 1.5 }, false],
  [{ at: 'response' }, false],
  [{ hits: -1 }, false],
  [{ fromMs: 'now' }, false],
  [{ with: {} }, false],
  [{ with: { staus: 503 } }, false],
  [{ with: { status: 503, staus: 503 } }, false],
  [{ with: null }, false],
  [{ other: 1 }, false],
])('a saved fault with %j is valid: %s', (values, isValid) => {
  expect(state(values)).toBe(isValid)
})

const hit = { faultIds: 'fault-1', effect: { status: 503 }, changes: [] }

test.each<[object, boolean]>([
  [{}, true],
  [{ effect: {} }, true],
  [{ effect: { signature: 'wrong', latency_ms: 5 } }, true],
  [{ effect: null }, false],
  [{ effect: 'status' }, false],
  [{ effect: { staus: 503 } }, false],
  [{ hold: 'next' }, true],
  [{ hold: 'release' }, true],
  [{ hold: 'last' }, false],
  [{ changes: [null] }, false],
  [{ faultIds: 1 }, false],
])('a saved hit with %j is valid: %s', (values, isValid) => {
  expect(isFaultHit({ ...hit, ...values })).toBe(isValid)
})

test('the counts and lists of a saved state are complete', () => {
  const counts = { faultCount: 0, outageCount: 0 }
  expect(isFaultState({ ...counts, active: [], ended: [] })).toBe(true)
  expect(isFaultState({ ...counts, active: [] })).toBe(false)
  expect(isFaultState({ ...counts, active: [], ended: [{}] })).toBe(false)
  expect(isFaultState({ faultCount: -1, outageCount: 0, active: [], ended: [] })).toBe(false)
})
