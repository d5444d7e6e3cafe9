/** `flip` runs a suite under the alternatives of the assumptions that its tests rely on. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const suite = ['vitest', 'run', '--config', 'test/adapters/assumption-limit/vitest.config.ts']

function flip(...args: readonly string[]) {
  const command = [join(root, 'dist/cli.js'), 'flip', ...args]
  const options = { cwd: root, encoding: 'utf8' } as const
  const { stdout, stderr, status } = spawnSync(process.execPath, command, options)
  return { stdout, stderr, status }
}

const refused = 'test/adapters/assumption-limit/refused.sample.ts > an enrollment is canceled once'

test('tells which tests break, and which rely and survive', { timeout: 180_000 }, () => {
  const { stdout, status } = flip('--json', '-', '--', ...suite)
  const { tests, runs, assumptions } = JSON.parse(stdout)
  expect(status).toBe(1)
  expect(tests).toBe(2)
  expect(runs).toBeLessThanOrEqual(2 + 3 * 2 * Math.log2(8))
  const breaks = assumptions.map((each: { id: string; alternatives: { breaks: string[] }[] }) => [
    each.id,
    each.alternatives.flatMap((alternative) => alternative.breaks),
  ])
  expect(Object.fromEntries(breaks)).toEqual({
    'body.rules': [refused],
    'enrollment.cancel.from': [refused],
    'checks.order': [],
    'rate.window': [],
    'timestamp.fraction': [],
  })
})

test('lists the tests of each assumption', { timeout: 60_000 }, () => {
  const { stdout, status } = flip('--list', '--', ...suite, 'refused')
  expect(stdout).toContain(
    `enrollment.cancel.from: only a confirmed or active enrollment can be canceled; otherwise 422\n    ${refused}\n`,
  )
  expect(stdout).not.toContain('created.sample.ts')
  expect(status).toBe(0)
})

test.each([
  [
    ['--', 'vitest', 'run', '--config', 'test/adapters/failing/vitest.config.ts'],
    'the suite fails as it is: ',
  ],
  [['--', ...suite, 'nothing.test.ts'], 'there is no test. It printed:'],
  [
    ['--', 'vitest', 'run', 'test/adapters/flip/find-breaks.test.ts'],
    'no test uses the emulator of course-admin-emulator/vitest. Import `test` from',
  ],
  [['--', 'vitest', 'run', '--config', 'nowhere.ts'], 'the test runner wrote no report'],
])('%j ends with exit code 2', { timeout: 60_000 }, (args, message) => {
  const { stderr, status } = flip(...args)
  expect(stderr).toContain(message)
  expect(status).toBe(2)
})
