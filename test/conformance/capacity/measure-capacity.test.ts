/** `measureCapacity`: costs, texts, the chart and refused options. */
import { describe, expect, test } from 'vitest'
import { type CapacityOptions, measureCapacity } from '../../../src/capacity.ts'
import type { Emulator } from '../../../src/index.ts'
import { drawCapacity } from '../../../src/conformance/capacity/capacity-chart.ts'
import { capacitySettingsFrom } from '../../../src/conformance/capacity/capacity-options.ts'
import { CapacityMeasurement } from '../../../src/conformance/capacity/measure-capacity.ts'
import type { Connect } from '../../../src/conformance/scenario/integration.ts'
import * as syncs from './example-syncs.ts'

const minuteMs = 60_000

test('the window is printed exactly', async () => {
  const windows = ['4h', '90m', '1h30s', '1m 1ms', '36h', '0s'] as const
  const texts = ['4 h', '1 h 30 min', '1 h 30 s', '1 min 1 ms', '36 h', '0 s']
  for (const [index, window] of windows.entries()) {
    const capacity = await measureCapacity(syncs.paged(100), { target: 1, largest: false, window })
    expect(capacity.window).toBe(texts[index])
  }
})

test('the cost at the target and the largest size come from runs', async () => {
  const reasons: [number, string][] = []
  const capacity = await measureCapacity(syncs.paged(25), {
    target: 1_000,
    window: '30m',
    emulator: { rateLimit: { requestsPerWindowMax: 10 } },
    progress: (...run) => void reasons.push(run),
  })
  expect(capacity).toMatchObject({
    version: 2,
    target: 1_000,
    calls: 45,
    refused: 4,
    waitedMs: 20 * minuteMs,
    durationMs: 20 * minuteMs,
    isExtended: false,
    fits: true,
    window: '30 min',
    // Note: 7 windows of 10 calls are enough for 69 full pages and a page that is not full.
    largest: 1_740,
    largestBasis: 'run',
    perOperation: [{ operation: 'get_users', calls: 41 }],
  })
  expect(capacity.summary).toBe('1,000 users take 20 min; the window of 30 min is enough for 1,740')
  expect(capacity.text).toMatch(/^1,000 +45 +4 +20 min +20 min +target$/m)
  expect(capacity.text).toMatch(/^get_users +41 +0.041$/m)
  expect(capacity.advice.map(({ id }) => id)).toContain('small-pages')
  const [first, second, ...searched] = reasons
  expect([first, second]).toEqual([
    [100, 'first, to find mistakes early'],
    [1_000, 'as the target'],
  ])
  expect(searched.length).toBeLessThanOrEqual(5)
  for (const [, reason] of searched) expect(reason).toBe('to find the largest size that fits')
})

test('each call of the synchronization is counted, also by operation', async () => {
  let calls = 0
  const connect: Connect = (connection) =>
    syncs.twoPerUserOfPage({
      ...connection,
      fetch(...args) {
        calls += 1
        return connection.fetch(...args)
      },
    })
  const sync = { target: 150, largest: false }
  const capacity = await measureCapacity(connect, sync)
  const [first, target] = capacity.sizes
  expect(calls).toBe((first?.calls ?? 0) + (target?.calls ?? 0))
  expect(target).toMatchObject({ size: 150, calls: capacity.calls })
  const byOperation = capacity.perOperation.reduce((sum, each) => sum + each.calls, 0)
  expect(byOperation).toBe(capacity.calls - capacity.refused)
})

function duringOutage(emulator: Emulator, size: number): void {
  emulator.given('users', size)
  emulator.outage({ from: '0s', until: '5m', of: 'api' })
}

describe('the largest size fits into the window, and one in the third digit above does not', () => {
  const window = '15m'
  const emulator = { rateLimit: { requestsPerWindowMax: 9 } }
  const latency = { readMs: 80, writeMs: 150 }

  test.each<[string, Connect, CapacityOptions?]>([
    ['pages of 7 until a page is empty', syncs.paged(7, 'empty')],
    ['pages of 2 with a latency', syncs.paged(2), { latency }],
    ['one call for each user of a page', syncs.onePerUserOfPage],
    ['eight calls at a time', syncs.pool(8), { latency }],
    ['batches of eight calls', syncs.batches(8)],
    ['a longer wait after a 429', syncs.patient],
    ['a write for each user', syncs.writing, { latency }],
    ['an outage at the start', syncs.afterOutage, { given: duringOutage }],
  ])('%s', async (_, connect, more) => {
    const options = { target: 30, window, emulator, ...more } as const
    const { largest, largestBasis } = await measureCapacity(connect, options)
    expect(largestBasis).toBe('run')
    const fits = async (target: number) =>
      (await measureCapacity(connect, { ...options, target, largest: false })).fits
    const size = largest ?? 0
    expect(await fits(size)).toBe(true)
    expect(await fits(size + 10 ** Math.max(0, String(size + 1).length - 3))).toBe(false)
  })
})

test('a largest size far above the target extends a line, and the text says so', async () => {
  const options = { target: 200, emulator: { rateLimit: { requestsPerWindowMax: 5 } } }
  const capacity = await measureCapacity(syncs.paged(20), options)
  expect(capacity).toMatchObject({ fits: true, largestBasis: 'line' })
  // Note: 49 windows of 5 calls are enough for 4,899 users.
  expect((capacity.largest ?? 0) / 4_899).toBeCloseTo(1, 1)
  expect(capacity.summary).toContain('is enough for about 4,')
  expect(capacity.text).toContain(
    'Sizes above 2,000 were not run: they extend the line through 200 and 2,000.',
  )
})

test('a size that the search cannot exceed is a lower limit', async () => {
  const capacity = await measureCapacity(syncs.paged(100), { target: 50 })
  expect(capacity).toMatchObject({ largest: 500, largestBasis: 'limit' })
  expect(capacity.summary).toBe('50 users take 0 s; the window of 4 h is enough for at least 500')
})

test('a window can be too short for any size', async () => {
  const options = { target: 20, window: '1s', latency: '2s' } as const
  const { largest, summary } = await measureCapacity(syncs.paged(100), options)
  expect([largest, summary]).toEqual([
    0,
    '20 users take 2 s; the window of 1 s is too short for any number of users',
  ])
})

test('without a search, the answer is about the target', async () => {
  const options = { target: 20, largest: false, latency: '2s' } as const
  const summaries = ['1s', '4h'].map(async (window) => {
    const capacity = await measureCapacity(syncs.paged(100), { ...options, window } as const)
    expect(capacity.largest).toBe(null)
    return capacity.summary
  })
  expect(await Promise.all(summaries)).toEqual([
    '20 users take 2 s; the window of 1 s is too short',
    '20 users take 2 s; the window of 4 h is enough',
  ])
})

test('a target above the limit extends the line through two runs, and says so', async () => {
  const emulator = { rateLimit: { requestsPerWindowMax: 10 } }
  const settings = capacitySettingsFrom({ target: 2_000, window: '10h', emulator })
  const capacity = await new CapacityMeasurement(syncs.byId, settings, 400).measure()
  expect(capacity.sizes.map(({ size }) => size)).toEqual([100, 200, 400])
  // Note: each 10 of the calls wait 5 minutes for the next ones.
  expect(capacity).toMatchObject({
    isExtended: true,
    calls: 2_199,
    durationMs: 995 * minuteMs,
    perOperation: [{ operation: 'get_user_by_id', calls: 2_000 }],
    fits: false,
    largest: 1_210,
    largestBasis: 'line',
  })
  expect(capacity.summary).toBe(
    '2,000 users take about 16 h 35 min; the window of 10 h is enough for about 1,210',
  )
  expect(capacity.text).toMatch(/^2,000 +2,199 +199 .* extended$/m)
  expect(capacity.text).toContain(
    'Sizes above 400 were not run: they extend the line through 200 and 400.',
  )
  expect(capacity.toSvg()).toContain('class="more"')
})

test('records of `given` count towards the limit', async () => {
  const settings = capacitySettingsFrom({
    target: 100,
    given: (emulator, size) => void emulator.given('users', 4 * size),
  })
  const { sizes, isExtended } = await new CapacityMeasurement(
    syncs.paged(100),
    settings,
    200,
  ).measure()
  expect([sizes.map(({ size }) => size), isExtended]).toEqual([[25, 50], true])
})

test('the data contains no texts, and the chart contains the answer', async () => {
  const options = { target: 200, noun: 'users & teachers', latency: '1s', largest: false } as const
  const capacity = await measureCapacity(syncs.byId, options)
  const data = JSON.parse(JSON.stringify(capacity))
  expect(data).toEqual(capacity.toJSON())
  expect(data).not.toHaveProperty('text')
  const svg = capacity.toSvg()
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/)
  expect(svg).toContain('200 users &amp; teachers take 3 min 20 s')
  expect(svg).not.toMatch(/NaN|undefined|Infinity|null/)
  expect(svg).toContain('@media(prefers-color-scheme:dark)')
  expect(svg).toContain('style="max-width:100%;height:auto"')
  expect(svg).toContain('>200: 3 min 20 s<')
  expect(svg).not.toContain(' fit<')
})

test('the chart shows the largest size that fits', () => {
  const cost = { calls: 10, refused: 1, waitedMs: 300_000, durationMs: 600_000, perOperation: [] }
  const svg = drawCapacity({
    version: 2,
    target: 1_000,
    noun: 'users',
    ...cost,
    isExtended: false,
    sizes: [
      { ...cost, size: 100, durationMs: 60_000 },
      { ...cost, size: 1_000 },
    ],
    windowMs: 300_000,
    fits: false,
    largest: 500,
    largestBasis: 'run',
    warnings: [],
    advice: [],
  })
  expect(svg).toContain('>1,000: 10 min<')
  expect(svg).toContain('>500 fit<')
  for (const tick of ['200', '400', '1,000', '2 min', '10 min']) expect(svg).toContain(`>${tick}<`)
})

/** Reads all users once for each user. */
const quadratic: Connect = (connection) => ({
  async resync() {
    const read = syncs.reader(connection)
    const users = connection.emulator.rows('users')
    for (const _ of users) for (const { id } of users) await read(`/users/${id}`)
  },
})

test.each([
  ['10m', false, 38],
  ['15m', true, 44],
] as const)(
  'calls that grow with the square of the size fit into %s: %s',
  async (window, fits, largest) => {
    const capacity = await measureCapacity(quadratic, { target: 40, window })
    expect(capacity).toMatchObject({ fits, largest, calls: 1_603, durationMs: 15 * minuteMs })
  },
)

describe('refused', () => {
  test.each<[string, unknown, RegExp]>([
    ['a window in words', { window: '4 hours' }, /"4 hours" is not a valid duration/],
    ['a target above the limit', { target: 10_000_001 }, /from 1 to 10000000/],
    ['a misspelt option', { windows: '4h' }, /Did you mean "window"/],
    [
      'a latency without a unit',
      { latency: 80 },
      /Could not measure the capacity: "latency" is 80\. Give a duration such as "80ms", or \{ readMs, writeMs \}\./,
    ],
    ['an unknown emulator option', { emulator: { clock: 'auto' } }, /there is no key "clock"/],
    ['a sync that is not a function', { sync: 'resync' }, /"sync" is "resync"/],
  ])('%s', async (_, options, message) => {
    await expect(measureCapacity(syncs.paged(100), options as CapacityOptions)).rejects.toThrow(
      message,
    )
  })

  test('a value that is not an integration', async () => {
    await expect(measureCapacity(7 as never)).rejects.toThrow(/7 is not an integration/)
  })
})
