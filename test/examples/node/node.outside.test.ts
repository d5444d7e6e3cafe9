/** Runs the example for Node's own test runner, which takes the package as it is built. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('node --test runs the example', () => {
  const example = fileURLToPath(
    new URL('../../../examples/node/test/users.test.mjs', import.meta.url),
  )
  const args = ['--test', '--test-reporter=tap', example]
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stdout).toMatch(/# tests 3\n(.*\n)*# pass 3\n/)
  expect(status).toBe(0)
})

test('a test that fails prints its unhandled calls too', () => {
  const sample = fileURLToPath(new URL('wrong-path.sample.mjs', import.meta.url))
  const args = ['--test', '--test-reporter=tap', sample]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stdout + stderr).toContain('Could not answer GET /user/2')
  expect(stdout).toContain('404 !== 200')
  expect(status).toBe(1)
})

test('a process that ends without `close` fails for its unhandled calls', () => {
  const program = `
    import { setupEmulator } from 'course-admin-emulator/node'
    const emulator = setupEmulator().listen()
    await fetch(emulator.baseUrl + '/user/2', { headers: emulator.headers })
  `
  const args = ['--input-type=module', '--eval', program]
  const { stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toContain('Could not answer GET /user/2')
  expect(status).toBe(1)
})

test('a request that no emulator intercepts fails with advice', { timeout: 60_000 }, () => {
  const program = `
    import { setupEmulator } from 'course-admin-emulator/node'
    const emulator = setupEmulator()
    await fetch(emulator.baseUrl + '/users')
  `
  const args = ['--input-type=module', '--eval', program]
  const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toContain('the emulator at this address does not listen yet: call its `listen()`')
})
