/** Which requests and deliveries a fault rule matches. */
import { expect, test } from 'vitest'
import { isSelected, matchesFault } from '../../../src/engine/faults/fault-matcher.ts'
import { matchesPath } from '../../../src/engine/faults/path-pattern.ts'
import type { Fault } from '../../../src/engine/faults/fault-rule.ts'

test.each([
  ['/users', '/users', true],
  ['/users', '/courses', false],
  ['/users', '/users/1', false],
  ['/users/1', '/users', false],
  ['/users/{id}', '/users/1', true],
  ['/users/:id', '/users/1', true],
  ['/users/:', '/users/1', false],
  ['/users/*', '/users/1', true],
  ['/users/*', '/users/1/emails', true],
  ['/users/*', '/users', false],
  ['/*/1', '/users/1', true],
  ['/*/1', '/users/1/emails', false],
  ['/users/1', '/users/{id}', true],
  ['/users/x{id}', '/users/x1', false],
  ['/users/{id}x', '/users/1x', false],
])('the pattern %s matches %s: %s', (pattern, path, matches) => {
  expect(matchesPath(pattern, path)).toBe(matches)
})

const fault = (values: Partial<Fault>): Fault =>
  ({ id: 'f', at: 'request', matched: 0, hits: 0, fromMs: 10, with: {}, ...values }) as Fault

test('a rule applies from its start until just before its end', () => {
  const target = { at: 'request', operation: undefined, path: '/users' } as const
  const times = [9, 10, 19, 20]
  const within = (values: Partial<Fault>) =>
    times.filter((ms) => matchesFault(fault(values), target, ms))
  expect(within({})).toEqual([10, 19, 20])
  expect(within({ untilMs: 20 })).toEqual([10, 19])
  expect(within({ at: 'delivery' })).toEqual([])
})

test('a rule for requests selects by operation, group and path', () => {
  const target = {
    at: 'request',
    operation: { id: 'get_users', group: 'users' },
    path: '/users',
  } as const
  const matches = (values: Partial<Fault>) => matchesFault(fault(values), target, 10)
  expect(matches({ operation: 'get_users', group: 'users', path: '/users' })).toBe(true)
  expect(matches({ operation: 'get_courses' })).toBe(false)
  expect(matches({ group: 'courses' })).toBe(false)
  expect(matches({ path: '/courses' })).toBe(false)
  const unknown = { ...target, operation: undefined }
  expect(matchesFault(fault({ operation: 'get_users' }), unknown, 10)).toBe(false)
  expect(matchesFault(fault({ group: 'users' }), unknown, 10)).toBe(false)
})

test('a rule for deliveries selects by event, and by id or URL of the webhook', () => {
  const target = {
    at: 'delivery',
    event: 'user.created',
    webhook: { id: 'w1', url: 'https://app.test' },
  } as const
  const matches = (values: Partial<Fault>) =>
    matchesFault(fault({ at: 'delivery', ...values }), target, 10)
  expect(matches({})).toBe(true)
  expect(matches({ event: 'user.created', webhook: 'w1' })).toBe(true)
  expect(matches({ webhook: 'https://app.test' })).toBe(true)
  expect(matches({ webhook: 'w2' })).toBe(false)
  expect(matches({ event: 'user.updated' })).toBe(false)
})

test('a rule hits from the nth match, at most as many times as it says', () => {
  const numbers = [1, 2, 3]
  const selected = (values: Partial<Fault>) => numbers.filter((n) => isSelected(fault(values), n))
  expect(selected({})).toEqual([1, 2, 3])
  expect(selected({ nth: 2 })).toEqual([2, 3])
  expect(selected({ times: 1, hits: 0 })).toEqual([1, 2, 3])
  expect(selected({ times: 1, hits: 1 })).toEqual([])
})
