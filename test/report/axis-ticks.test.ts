/** The ticks of the axes of the chart. */
import { expect, test } from 'vitest'
import { axisTicks, sizeSteps, timeSteps } from '../../src/report/chart/axis-ticks.ts'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

test.each([
  ['sizes', sizeSteps, 120, [20, 40, 60, 80, 100, 120]],
  ['sizes', sizeSteps, 400_000, [100_000, 200_000, 300_000, 400_000]],
  ['sizes', sizeSteps, 1, [1]],
  ['times', timeSteps, 90 * second, [15, 30, 45, 60, 75, 90].map((each) => each * second)],
  ['times', timeSteps, 4.3 * hour, [1, 2, 3, 4].map((each) => each * hour)],
  ['times', timeSteps, 10.9 * hour, [2, 4, 6, 8, 10].map((each) => each * hour)],
  ['times', timeSteps, 59 * minute, [10, 20, 30, 40, 50].map((each) => each * minute)],
  ['times', timeSteps, 300, [50, 100, 150, 200, 250, 300]],
])('%s, case %#: round values', (_, steps, end, expected) => {
  expect(axisTicks(end, steps)).toEqual(expected)
})

test('an axis has two to six ticks at any end', () => {
  for (let end = 2; end < 1e11; end *= 1.37) {
    for (const steps of [sizeSteps, timeSteps]) {
      const ticks = axisTicks(end, steps)
      expect([end, ticks.length >= 2 && ticks.length <= 6]).toEqual([end, true])
    }
  }
})
