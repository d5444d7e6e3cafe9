/** The usage as text: a table of operations, with the lines that a run needs and no others. */
import { expect, test } from 'vitest'
import type { Advice, UsageData } from '../../../src/engine/kit/usage/usage.ts'
import { formatUsage, usageFrom } from '../../../src/engine/kit/usage/usage-report.ts'

const quiet: UsageData = {
  since: '2026-01-05T09:00:00.000Z',
  until: '2026-01-05T09:00:00.000Z',
  durationMs: 0,
  calls: 0,
  operations: [],
  unmatched: 0,
  rateLimit: { refused: 0, waitedMs: 0, highest: { calls: 0, limit: 1_000, windowStart: null } },
  scopes: { used: [], unused: [] },
  deprecated: [],
  advice: [],
}

const highest = { calls: 1_200, limit: 3_000, windowStart: quiet.since }
const busy: UsageData = {
  ...quiet,
  durationMs: 90_000,
  calls: 1_201,
  operations: [
    {
      operation: 'get_users',
      calls: 1_200,
      pages: 1_200,
      rows: 30_000,
      requestBytes: 999,
      responseBytes: 1_000,
      statuses: { 200: 1_199, 429: 1 },
      pageSizes: { 25: 1_200 },
    },
  ],
  unmatched: 1,
  rateLimit: { refused: 1, waitedMs: 60_000, highest },
  scopes: { used: ['a:read', 'b:read'], unused: ['c:read'] },
  deprecated: [{ kind: 'field', name: 'slug', operation: 'get_users', calls: 2 }],
}

test('of a run without calls', () => {
  expect(formatUsage(quiet).split('\n')).toEqual([
    '0 calls in 0 s',
    'Fullest rate window: 0 of 1,000 calls',
    'Scopes: none; granted but unused: 0',
  ])
})

test('of a run with many calls, and as JSON', () => {
  expect(formatUsage(busy).split('\n')).toEqual([
    '1,201 calls in 1m30s, 1 answer 429, 1m of waiting',
    'operation  calls  pages    rows   sent  received  statuses',
    'get_users  1,200  1,200  30,000  999 B      1 kB  200: 1,199, 429: 1',
    '1 call matched no operation',
    'Fullest rate window: 1,200 of 3,000 calls',
    'Scopes: a:read, b:read; granted but unused: 1',
    'Deprecated field slug: 2 calls of get_users',
  ])
  const usage = usageFrom(busy)
  expect([usage.toText(), usage.toJSON()]).toEqual([formatUsage(busy), busy])
})

test.each<[Pick<Advice, 'callSites' | 'evidence'>, string[]]>([
  [{ callSites: [], evidence: [] }, []],
  [{ callSites: [], evidence: [7] }, ['  journal entries 7']],
  [{ callSites: ['sync.ts:4'], evidence: [] }, ['  sync.ts:4']],
  [
    { callSites: ['sync.ts:4', 'sync.ts:9'], evidence: [7, 8] },
    ['  sync.ts:4; sync.ts:9; journal entries 7, 8'],
  ],
])('of advice with %j', (places, lines) => {
  const advice: Advice = {
    id: 'polling',
    text: 'Poll less.',
    operation: 'get_users',
    calls: 9,
    ...places,
  }
  const text = formatUsage({ ...quiet, advice: [advice] })
  expect(text.split('\n').slice(3)).toEqual(['Advice: Poll less.', ...lines])
})
