/** The duration of a command. */
import { expect, test } from 'vitest'
import { durationLine, startStopwatch } from '../../src/adapters/cli/stopwatch.ts'

test('a stopwatch counts from its start, and from the lap before', () => {
  let now = 100
  const watch = startStopwatch(() => now)
  now = 150.4
  expect([watch.lapMs(), watch.totalMs()]).toEqual([50, 50])
  now = 160
  expect([watch.lapMs(), watch.totalMs()]).toEqual([10, 60])
})

test.each([
  [0, '0.0 s'],
  [3_249, '3.2 s'],
  [59_900, '59.9 s'],
  [125_000, '2 min 5 s'],
])('%i ms is shown as %s', (durationMs, text) => {
  expect(durationLine(durationMs)).toBe(`Took ${text}.\n`)
})
