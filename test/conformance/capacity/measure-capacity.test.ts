/** `measureCapacity`: known figures, texts, the chart and refused options. */
import { describe, expect, test } from 'vitest'
import { type CapacityOptions, measureCapacity } from '../../../src/capacity.ts'
import { drawCapacity } from '../../../src/conformance/capacity/capacity-chart.ts'
import { capacitySettingsFrom } from '../../../src/conformance/capacity/capacity-options.ts'
import type { Connect } from '../../../src/conformance/scenario/integration.ts'
import * as syncs from './example-syncs.ts'

const minuteMs = 60_000

/** Whether to run the known figures in full: `FULL_RUNS=1`. The suite only predicts them. */
const isFull = process.env['FULL_RUNS'] === '1'

const predict = (connect: Connect, options: CapacityOptions = {}) =>
  measureCapacity(connect, { target: 100_001, confirm: false, ...options })

describe('known figures of 100,001 users at 500 calls in 5 minutes', () => {
  test.each([
    ['pages of 100', syncs.paged(100), 1_003, 10],
    ['pages of 25', syncs.paged(25), 4_009, 40],
    ['one call for each user', syncs.byId, 100_002 + 200, 16 * 60 + 40],
  ] as const)(
    '%s',
    { timeout: isFull ? 1_800_000 : 60_000 },
    async (_, connect, calls, minutes) => {
      const cost = { calls, durationMs: minutes * minuteMs }
      const capacity = await predict(connect, { confirm: isFull })
      expect(capacity).toMatchObject({ ...cost, predicted: cost, confirmed: isFull })
    },
  )
})

test('a size above the records of one call of given is made with several calls', () => {
  const counts: number[] = []
  const emulator = { given: (_: string, count: number) => counts.push(count) }
  capacitySettingsFrom({}).given(emulator as never, 250_001)
  expect(counts).toEqual([100_000, 100_000, 50_001])
})

test('the window is printed exactly', async () => {
  const windows = ['4h', '90m', '1h30s', '1m 1ms', '36h', '0s'] as const
  const texts = ['4 h', '1 h 30 min', '1 h 30 s', '1 min 1 ms', '36 h', '0 s']
  const options = { sizes: [1, 2, 3], target: 3, confirm: false }
  for (const [index, window] of windows.entries())
    expect((await measureCapacity(syncs.paged(100), { ...options, window })).window).toBe(
      texts[index],
    )
})

test('a full run at the target confirms the prediction', { timeout: 30_000 }, async () => {
  const capacity = await measureCapacity(syncs.paged(25), {
    target: 1_000,
    window: '90m',
    emulator: { rateLimit: { requestsPerWindowMax: 10 } },
  })
  expect(capacity).toMatchObject({
    version: 1,
    target: 1_000,
    calls: 45,
    durationMs: 20 * minuteMs,
    predicted: { calls: 45, durationMs: 20 * minuteMs },
    confirmed: true,
    fits: true,
    window: '1 h 30 min',
    perOperation: [{ operation: 'get_users', calls: 41, formula: '1 + floor((records + 1) / 25)' }],
  })
  expect(capacity.sizes.map(({ size, calls }) => [size, calls])).toEqual([
    [100, 5],
    [200, 9],
    [400, 18],
  ])
  expect(capacity.summary).toBe(
    '1,000 users take 5 min at per_page=100, 20 min at 25; the window of 1 h 30 min is enough for 4,748',
  )
  expect(capacity.text).toMatch(/^1,000 +45 +20 min +confirmed$/m)
  expect(capacity.advice.map(({ id }) => id)).toContain('small-pages')
})

test('the largest size fits into the window, and the next one does not', async () => {
  const options = { window: '1h', confirm: false } as const
  const { largest } = await measureCapacity(syncs.paged(100), options)
  const at = (target: number) => predict(syncs.paged(100), { ...options, target })
  expect((await at(largest)).fits).toBe(true)
  expect((await at(largest + 1)).fits).toBe(false)
})

test('100,000 users and a window of 4 hours give the answer in one line', async () => {
  const { summary } = await predict(syncs.paged(100), { target: 100_000, window: '4h' })
  expect(summary).toBe(
    '100,000 users take 10 min at per_page=100, 40 min at 25; the window of 4 h is enough for 2.4 million',
  )
})

test('the data contains no texts, and the chart contains the answer', async () => {
  const capacity = await predict(syncs.paged(100), { noun: 'users & teachers' })
  const data = JSON.parse(JSON.stringify(capacity))
  expect(data).toEqual(capacity.toJSON())
  expect(data).not.toHaveProperty('text')
  const svg = capacity.toSvg()
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/)
  expect(svg).toContain('100,001 users &amp; teachers take 10 min')
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  expect(svg).toContain('@media(prefers-color-scheme:dark)')
  expect(svg).toContain('style="max-width:100%;height:auto"')
  expect(svg).toContain('>100,001: 10 min predicted<')
  expect(svg).not.toContain(' fit<')
})

test('the chart shows the largest size that fits, and whether a full run confirmed the target', () => {
  const data = {
    version: 1,
    target: 1_000,
    noun: 'users',
    calls: 10,
    durationMs: 600_000,
    predicted: { calls: 10, durationMs: 600_000 },
    confirmed: true,
    perOperation: [],
    sizes: [{ size: 100, calls: 1, durationMs: 60_000 }],
    pageSizes: [],
    curve: [
      { size: 100, calls: 1, durationMs: 60_000 },
      { size: 1_000, calls: 10, durationMs: 600_000 },
    ],
    windowMs: 300_000,
    fits: false,
    largest: 500,
    warnings: [],
    advice: [],
  } as const
  const svg = drawCapacity(data)
  expect(svg).toContain('>1,000: 10 min confirmed<')
  expect(svg).toContain('>500 fit<')
  for (const tick of ['200', '400', '1,000', '2 min', '10 min']) expect(svg).toContain(`>${tick}<`)
  const other = { ...data, confirmed: false, durationMs: 540_000 }
  expect(drawCapacity(other)).toContain('>1,000: 9 min full run<')
})

test('calls without a pattern are reported as not linear', async () => {
  const connect: Connect = (connection) => ({
    async resync() {
      const read = syncs.reader(connection)
      const count = connection.emulator.rows('users').length
      for (let call = 0; call * 1_000 < count * count; call += 1) await read('/labels')
    },
  })
  const capacity = await predict(connect, { target: 900, confirm: true })
  expect(capacity.confirmed).toBe(false)
  expect(capacity.calls).toBe(813)
  expect(capacity.perOperation).toMatchObject([{ operation: 'get_labels', formula: 'not linear' }])
  expect(capacity.text).toMatch(/^ *900 +813 +5 min +full run$/m)
  expect(capacity.text).toContain('The full run differs from the prediction')
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
  [{ target: 40, window: '10m' }, false],
  [{ target: 40, window: '16m' }, true],
])(
  'a full run that differs from the prediction bounds the largest size: %j',
  async (given, fits) => {
    const options = { sizes: [3, 6, 9], ...given }
    const capacity = await measureCapacity(quadratic, options)
    expect([capacity.fits, capacity.confirmed]).toEqual([fits, false])
    expect(capacity.largest >= capacity.target).toBe(fits)
  },
)

describe('refused', () => {
  test.each<[string, unknown, RegExp]>([
    ['a window in words', { window: '4 hours' }, /"4 hours" is not a valid duration/],
    ['sizes that descend', { sizes: [400, 200, 100] }, /"sizes" is .*smallest first/],
    ['two sizes', { sizes: [100, 200] }, /at least three whole numbers/],
    ['a target below the sizes', { target: 300 }, /target of 300 is below the size of 400/],
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
    await expect(predict(syncs.paged(100), options as CapacityOptions)).rejects.toThrow(message)
  })

  test.each<[string, Connect, RegExp]>([
    ['an integration without resync', () => ({}), /has no `resync`.*option `sync`/],
    ['a sync without calls', () => ({ resync() {} }), /sends no call to the emulator/],
    [
      'a sync that throws',
      () => ({ resync: () => Promise.reject(new Error('no tenant')) }),
      /at size 100: it threw Error: no tenant\. Repair/,
    ],
    [
      'a sync that hangs',
      () => ({ resync: () => new Promise(() => {}) }),
      /nothing on the clock of the emulator is due\. Use the `fetch`/,
    ],
  ])('%s', async (_, connect, message) => {
    await expect(predict(connect)).rejects.toThrow(message)
  })

  test('a value that is not an integration', async () => {
    await expect(measureCapacity(7 as never)).rejects.toThrow(/7 is not an integration/)
  })
})
