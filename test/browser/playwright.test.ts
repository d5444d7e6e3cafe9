/** Playwright's own runner, with the fixture: workers in parallel on one server. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('parallel workers share a server and no instance', () => {
  const config = 'test/examples/playwright/playwright.config.ts'
  const args = ['playwright', 'test', '-c', config, '--reporter', 'json']
  const { stdout, stderr } = spawnSync('npx', args, { cwd: root, encoding: 'utf8' })
  expect(stderr).not.toContain('Error')
  const { stats } = JSON.parse(stdout) as { stats: object }
  expect(stats).toMatchObject({ expected: 10, unexpected: 0, flaky: 0, skipped: 0 })
  expect(stdout).toContain(
    'Could not intercept GET http://127.0.0.1:4310/api/v2/users: `/api/v2/users` is not below `/api/v1`.',
  )
})
