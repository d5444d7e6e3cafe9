/** Progress while a world is made: the callback, and an interruption. */
import { createEmulator, type WorldProgress } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { serveCommand } from '../../../src/adapters/cli/serve-command.ts'
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

describe('--scale', () => {
  test('gives the option of the server, and --help states the sizes', async () => {
    expect(serveCommand.parse(['--scale', '40']).values.scale).toBe(40)
    let help = ''
    const write = (text: string) => void (help += text)
    await serveCommand.run(['--help'], { stdout: write, stderr: write })
    expect(help).toContain('--scale N')
    expect(help).toContain('100,000 users and 300,000 enrollments')
  })

  test.each(['0', '1.5', 'x', '100001'])('refuses %s', (text) => {
    expect(() => serveCommand.parse(['--scale', text])).toThrow('Use a number from 1 to 100000.')
  })
})
