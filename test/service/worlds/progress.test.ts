/** Progress while a world is made: the callback, the bar of the command, and an interruption. */
import { createEmulator, type WorldProgress } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { createProgressBar } from '../../../src/adapters/cli/progress-bar.ts'
import { parseCommandLine, usage } from '../../../src/adapters/cli/command-line.ts'
import { createProgressReporter } from '../../../src/engine/kit/rows/world-progress.ts'

describe('the callback', () => {
  /** Makes rows that take so many milliseconds each, and returns what was reported. */
  function progressOf(rows: number, msPerRow: number): WorldProgress[] {
    const reported: WorldProgress[] = []
    let now = 0
    const add = (progress: WorldProgress) => void reported.push(progress)
    const report = createProgressReporter(rows, add, () => now)
    for (let row = 0; row < rows; row += 1) {
      now += msPerRow
      report()
    }
    return reported
  }

  test('is not called for a world that takes less than half a second', () => {
    expect(progressOf(490, 1)).toEqual([])
  })

  test('is called from half a second on, at most every 100 ms, and with the last row', () => {
    const reported = progressOf(1_000, 1)
    expect(reported[0]?.made).toBeGreaterThanOrEqual(500)
    const steps = reported.map(({ made }, i) => made - (reported[i - 1]?.made ?? 0))
    expect(Math.min(...steps.slice(1, -1))).toBeGreaterThanOrEqual(100)
    expect(reported.at(-1)).toEqual({ made: 1_000, total: 1_000 })
  })
})

test('an error of the callback stops the creation and leaves no part of the world', () => {
  const world = { name: 'many', about: '', size: 'none', amounts: { users: 1_000_000 } } as const
  let calls = 0
  const stop = ({ made, total }: WorldProgress): never => {
    calls += 1
    expect(made).toBeLessThan(total)
    throw new Error('stop')
  }
  for (const call of [1, 2]) {
    expect(() => createEmulator({ world, onProgress: stop })).toThrow('stop')
    expect(calls).toBe(call)
  }
})

test('a value of onProgress that is not a function is refused', () => {
  expect(() => createEmulator({ onProgress: true as never })).toThrow('"onProgress" is true')
})

describe('the bar', () => {
  const draw = (isTTY: boolean, ...steps: WorldProgress[]): string => {
    let text = ''
    const bar = createProgressBar({ isTTY, write: (part) => (text += part) })
    for (const step of steps) bar(step)
    return text
  }

  test('shows the share of the rows and is removed at the end', () => {
    expect(draw(true, { made: 25, total: 100 })).toBe(
      `\r\u001B[KMaking the world [${'='.repeat(7)}${' '.repeat(23)}] 25% (25 of 100 records)`,
    )
    expect(draw(true, { made: 100, total: 100 })).toBe('\r\u001B[K')
  })

  test('prints nothing without a terminal', () => {
    expect(draw(false, { made: 25, total: 100 })).toBe('')
  })
})

describe('--scale', () => {
  test('gives the option of the server, and --help states the sizes', () => {
    expect(parseCommandLine(['--scale', '40']).server.scale).toBe(40)
    expect(usage).toContain('--scale N')
    expect(usage).toContain('100,000 users and 300,000 enrollments')
  })

  test.each(['0', '1.5', 'x', '100001'])('refuses %s', (text) => {
    expect(() => parseCommandLine(['--scale', text])).toThrow('Use a number from 1 to 100000.')
  })
})
