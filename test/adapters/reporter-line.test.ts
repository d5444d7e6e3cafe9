/** The line of the reporter about the assumptions that the tests rely on. */
import { createEmulator } from 'course-admin-emulator'
import { emulatorReporter } from 'course-admin-emulator/reporter'
import { expect, test, vi } from 'vitest'
import { writeTaskMeta } from '../../src/adapters/testing/task-meta.ts'

/** What the reporter prints after a run of equal tests, each with one call. */
async function lineOf(count: number): Promise<string> {
  const emulator = createEmulator({ world: 'empty' })
  await emulator.fetch('/users', { headers: emulator.headers })
  const meta = {}
  writeTaskMeta(emulator, meta, false)
  const tests = Array.from({ length: count }, () => ({ meta: () => meta, fullName: 'reads' }))
  const print = vi.spyOn(console, 'log').mockReturnValue()
  try {
    const modules = [{ ok: () => true, children: { allTests: () => tests } }]
    await emulatorReporter().onTestRunEnd?.(modules as never, [], 'passed')
    return String(print.mock.calls[0])
  } finally {
    print.mockRestore()
  }
}

test.each([
  [1, /\n1 test relies on \d+ assumptions? about the service\. It relies on: [^)]+ \(1\)/],
  [2, /\n2 tests rely on \d+ assumptions? about the service\. Most tests rely on: [^)]+ \(2\)/],
])('%i test: the verb has its number', async (count, line) => {
  expect(await lineOf(count)).toMatch(line)
})

test.each([
  [['course-admin-emulator/reporter'], 1],
  [['default', 'course-admin-emulator/reporter'], 0],
])('failed tests with the reporters %j: %i lines of a remedy', async (reporters, count) => {
  const print = vi.spyOn(console, 'error').mockReturnValue()
  try {
    const reporter = emulatorReporter()
    reporter.onInit?.({ config: { reporters } } as never)
    const modules = [{ ok: () => false, children: { allTests: () => [] } }]
    await reporter.onTestRunEnd?.(modules as never, [], 'failed')
    expect(print).toHaveBeenCalledTimes(count)
    if (count > 0)
      expect(print.mock.calls[0]?.[0]).toMatch(/^1 test file failed, .* reporters: \['default', /)
  } finally {
    print.mockRestore()
  }
})
