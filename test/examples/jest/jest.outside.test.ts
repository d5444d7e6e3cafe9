/** Runs the example for Jest, which takes the package as it is built. */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('jest runs the example', () => {
  const jest = createRequire(import.meta.url).resolve('jest/bin/jest')
  const config = fileURLToPath(new URL('../../../examples/jest/jest.config.mjs', import.meta.url))
  const args = ['--experimental-vm-modules', jest, '--config', config]
  const env = { ...process.env, NODE_OPTIONS: '' }
  const { stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  expect(stderr).toMatch(/Tests: +4 passed, 4 total/)
  expect(status).toBe(0)
})
