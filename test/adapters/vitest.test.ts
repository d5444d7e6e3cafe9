/** The door for vitest, seen from inside a test, and from outside where a test is to fail. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'course-admin-emulator/vitest'
import { test as bare } from 'vitest'

describe('a test', () => {
  const names: string[] = []

  test('gets an emulator', async ({ emulator }) => {
    names.push(emulator.given('users', { first_name: 'Mia' }).first_name)
    expect(emulator.rows('users', { first_name: 'Mia' })).toHaveLength(1)
  })

  test('gets one of its own', ({ emulator }) => {
    expect(names).toEqual(['Mia'])
    expect(emulator.rows('users', { first_name: 'Mia' }).map(({ id }) => id)).not.toContain(301)
    expect(emulator.journal).toEqual([])
  })
})

describe('tests at the same time', () => {
  const empty = test.extend({ emulatorOptions: { world: 'empty' as const } })

  for (const count of [1, 2, 3]) {
    empty.concurrent(`each see their own world (${count})`, async ({ emulator, expect: mine }) => {
      emulator.given('courses', count)
      const read = async () => {
        const response = await fetch(`${emulator.baseUrl}/courses`, { headers: emulator.headers })
        return ((await response.json()) as unknown[]).length
      }
      for (let i = 0; i < 5; i += 1) mine(await read()).toBe(count)
    })
  }
})

/** A run of vitest, as its user sees it. */
function runOutside(config: string, env: Record<string, string> = {}) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')))
  const args = [vitest, 'run', '--config', config]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  return { output: stdout + stderr, status }
}

bare('a call that nobody answers fails its test, and the journal is printed', () => {
  const { output, status } = runOutside('test/adapters/failing/vitest.config.ts')
  expect(status).toBe(1)
  expect(output).toContain(
    'Could not answer GET /user/1: no operation of the service stands there.',
  )
  expect(output).toContain('Did you mean GET /users/{id}?')
  expect(output).toMatch(
    /What the emulator saw:\s+-- Mon 2026-01-05\s+1 {2}09:00:00 +request +GET \/user\/1 -> 404/,
  )
  expect(output).toMatch(/2 failed \(2\)/)
})

describe('the reporter', () => {
  const config = 'test/adapters/relying/vitest.config.ts'
  const told = `
These tests rely on 11 behaviours: 5 documented, 2 reference, 4 assumed
  checks.order (1 test): token, rate, path, flag, syntax, scope, rules of the body: the first that fails is answered
  create.status (1 test): a create answers 201 with the record
`

  bare('adds up what the tests of every worker relied on', () => {
    const { output, status } = runOutside(config)
    expect(output).toContain(told)
    expect(output).toContain('rate.window (2 tests)')
    expect(output).not.toContain('maxAssumed')
    expect(status).toBe(0)
  })

  bare('fails a run that relies on more assumptions than it may', () => {
    const { output, status } = runOutside(config, { MAX_ASSUMED: '3' })
    expect(output).toContain(told)
    expect(output).toContain('That is more assumed than the 3 that maxAssumed allows.')
    expect(output).toMatch(/2 passed \(2\)/)
    expect(status).toBe(1)
  })
})
