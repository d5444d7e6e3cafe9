/** The line that shows how far a command is. */
import { expect, test } from 'vitest'
import { createProgressLine } from '../../src/adapters/cli/progress-line.ts'

/** Writes at moments, and returns what was written. */
function lines(
  stream: { isTTY?: boolean; columns?: number },
  steps: readonly (readonly [ms: number, done: number])[],
  text = 'schedules, 3 failing',
): string[] {
  const written: string[] = []
  let nowMs = 0
  const write = (part: string) => void written.push(part)
  const line = createProgressLine({ ...stream, write }, () => nowMs)
  for (const [ms, done] of steps) {
    nowMs = ms
    line.update({ done, total: 1_000, text })
  }
  return written
}

const clearLine = '\r\u001B[K'
const bar = (filled: string, rest: string): string => `${clearLine}[${filled.padEnd(30)}] ${rest}`

test('a terminal shows a bar and the time left, at most ten times per second', () => {
  const steps = [
    [1_000, 10],
    [1_050, 11],
    [2_000, 20],
    [50_000, 500],
    [100_000, 1_000],
  ] as const
  expect(lines({ isTTY: true, columns: 100 }, steps)).toEqual([
    bar('', '10 of 1000 schedules, 3 failing; at most 1 min 39 s left'),
    bar('', '20 of 1000 schedules, 3 failing; at most 1 min 38 s left'),
    bar('='.repeat(15), '500 of 1000 schedules, 3 failing; at most 50 s left'),
    clearLine,
  ])
})

test.each([20, 40, 80])('a line is shorter than a terminal of %i columns', (columns) => {
  const written = lines({ isTTY: true, columns }, [[5_000, 10]], `checks: ${'x'.repeat(100)}`)
  expect(written).toHaveLength(1)
  const [line = ''] = written
  expect(line.startsWith(`${clearLine}10 of 1000 checks`)).toBe(true)
  expect(line.length).toBeLessThan(columns + clearLine.length)
})

test('without a terminal there is a plain line every ten seconds', () => {
  const steps = [
    [1_000, 10],
    [10_000, 100],
    [15_000, 150],
    [20_000, 200],
    [30_000, 1_000],
  ] as const
  expect(lines({}, steps)).toEqual([
    '100 of 1000 schedules, 3 failing; at most 1 min 30 s left\n',
    '200 of 1000 schedules, 3 failing; at most 1 min 20 s left\n',
  ])
})

test('nothing is removed before a line is written', () => {
  const written: string[] = []
  const line = createProgressLine({ isTTY: true, write: (text) => void written.push(text) })
  line.remove()
  expect(written).toEqual([])
})

test('lines are a tenth of a second apart in a terminal, and ten seconds elsewhere', () => {
  const terminal = [1_000, 1_099, 1_100, 1_199, 1_200] as const
  expect(
    lines(
      { isTTY: true },
      terminal.map((ms) => [ms, 10]),
    ),
  ).toHaveLength(3)
  const plain = [9_999, 10_000, 19_999, 20_000] as const
  expect(
    lines(
      {},
      plain.map((ms) => [ms, 10]),
    ),
  ).toHaveLength(2)
})

test('the time left is shown from the first second and the first step on', () => {
  const last = (ms: number, done: number): string =>
    lines({ isTTY: true, columns: 200 }, [[ms, done]])[0]?.split(', 3 failing')[1] ?? ''
  expect(last(999, 10)).toBe('')
  expect(last(1_000, 0)).toBe('')
  expect(last(1_000, 1)).toBe('; at most 16 min 39 s left')
  expect(last(1_000, 500)).toBe('; at most 1 s left')
  expect(last(60_000, 504)).toBe('; at most 1 min 0 s left')
  expect(last(60_000, 505)).toBe('; at most 59 s left')
  expect(last(60_000, 500)).toBe('; at most 1 min 0 s left')
})

test('a bar is left out if the line would not fit', () => {
  const text = 'x'.repeat(20)
  const widthOf = (columns: number) => lines({ isTTY: true, columns }, [[500, 10]], text)[0]
  const length = '[] '.length + 30 + '10 of 1000 '.length + text.length
  expect(widthOf(length + 1)).toContain('[')
  expect(widthOf(length)?.slice(clearLine.length)).toBe(`10 of 1000 ${text}`)
})
