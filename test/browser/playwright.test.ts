/** The example for Playwright in a project of its own: workers in parallel on one server. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createExampleProject } from '../support/example-project.ts'

/** The configuration of the example with the browser of this machine. */
const config = `
import example from './playwright.config.ts'

export default {
  ...example,
  workers: 2,
  use: {
    ...example.use,
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    },
  },
}
`

test('parallel workers share a server and no instance', () => {
  const { folder, remove } = createExampleProject('playwright')
  writeFileSync(join(folder, 'local.config.ts'), config)
  const args = ['playwright', 'test', '-c', 'local.config.ts', '--reporter', 'json']
  const { stdout, stderr } = spawnSync('npx', args, { cwd: folder, encoding: 'utf8' })
  const attached = [...stdout.matchAll(/"path": "([^"]+\.html)"/g)]
  const stories = attached.map(([, path]) => readFileSync(path as string, 'utf8'))
  remove()
  expect(stderr).not.toContain('Error')
  const { stats } = JSON.parse(stdout) as { stats: object }
  const title = /<title>.*a call that no operation answers fails the test<\/title>/
  expect(stories.filter((story) => title.test(story))).toHaveLength(1)
  expect(stats).toMatchObject({ expected: 10, unexpected: 0, flaky: 0, skipped: 0 })
  expect(stdout).toContain(
    'Could not intercept GET http://127.0.0.1:4310/api/v2/users: `/api/v2/users` is not below `/api/v1`.',
  )
})
