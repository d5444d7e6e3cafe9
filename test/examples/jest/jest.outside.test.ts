/** Runs the example for Jest, which takes the package as it is built. */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

/** Runs the tests below a folder with the configuration of the example. */
function runJest(folder: string, ...more: readonly string[]) {
  return runJestWith(pathOf('../../../examples/jest/jest.config.mjs'), folder, ...more)
}

function runJestWith(config: string, folder: string, ...more: readonly string[]) {
  const jest = createRequire(import.meta.url).resolve('jest/bin/jest')
  const options = ['--config', config, '--rootDir', pathOf(folder), ...more]
  const args = ['--experimental-vm-modules', jest, ...options]
  const env = { ...process.env, NODE_OPTIONS: '' }
  return spawnSync(process.execPath, args, { encoding: 'utf8', env })
}

test('jest runs the example', () => {
  const { stderr, status } = runJest('../../../examples/jest')
  expect(stderr).toMatch(/Tests: +4 passed, 4 total/)
  expect(status).toBe(0)
})

test('an unhandled call fails its test alone, although the code ignores the response', () => {
  const { stderr, status } = runJest('./failing')
  expect(stderr).toContain('Could not answer GET /coures: the service has no such operation.')
  expect(stderr).toContain('Did you mean GET /courses?')
  expect(stderr).toMatch(/Tests: +4 failed, 1 passed, 5 total/)
  expect(status).toBe(1)
})

test('a failed assertion in a receiver fails its test, and a fixture is explained', () => {
  const { stderr, stdout } = runJest('./failing', '--testPathPatterns', 'receiver')
  expect(stderr).toContain('"user.removed"')
  expect(stderr).toMatch(/Tests: +3 failed, 3 total/)
  expect(stdout + stderr).toContain(
    'In "a fixture of another runner": Jest passes no `emulator` to a test.',
  )
  expect(stdout + stderr).toMatch(
    /In "an emulator that is closed in the test":[^]*?The matchers are toHaveReceived/,
  )
})

test('without the setup file, the import of ./node brings the matchers and the report', () => {
  const config = JSON.stringify({ testMatch: ['**/*.test.mjs'], transform: {} })
  const { stderr, stdout } = runJestWith(config, './without-setup')
  expect(stdout).toContain('In "fails with the journal":')
  expect(stderr).toMatch(/Tests: +1 failed, 2 passed, 3 total/)
})

test('the entry point for Vitest names that for Jest', () => {
  const { stderr, status } = runJest('./other-runner')
  expect(stderr).toContain(
    'Could not load course-admin-emulator/vitest: Vitest does not run this file.',
  )
  expect(status).toBe(1)
})

test('the set-up before Jest has its `expect` says where it belongs', () => {
  const { stderr, status } = runJest('./failing', '--setupFiles', 'course-admin-emulator/jest')
  expect(stderr).toContain('there is no global `expect` yet')
  expect(stderr).toContain('under `setupFilesAfterEnv`')
  expect(status).toBe(1)
})
