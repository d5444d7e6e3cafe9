/** The code of an entry: a rule and a test that repeat what a fault or a limit did. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { faultRuleOf, snippetsOf } from '../../src/report/sequence/code.ts'

async function lastCall(rule: Parameters<Emulator['fault']>[0]) {
  const emulator = createEmulator({ world: 'empty' })
  emulator.fault(rule)
  const call = emulator.fetch('/users', { headers: emulator.headers }).catch(() => undefined)
  await emulator.advance('5m')
  await call
  const { entries } = emulator.story()
  const entry = entries.find(({ kind }) => kind === 'request')
  if (!entry) throw new Error('there is no request')
  const snippets = snippetsOf(entry, emulator.baseUrl)
  return { rule: faultRuleOf(entry), test: snippets.find(({ title }) => /test/.test(title))?.text }
}

test('the rule and the test of a 429 have its Retry-After', async () => {
  const { rule, test: text } = await lastCall({ with: { status: 429, retry_after: 42 } })
  expect(rule).toEqual({
    operation: 'get_users',
    times: 1,
    with: { status: 429, retry_after: 42 },
  })
  expect(text).toBe(`import { expect, test } from 'course-admin-emulator/vitest'

test("GET /users is answered 429", async ({ emulator }) => {
  emulator.fault({ operation: 'get_users', times: 1, with: { status: 429, retry_after: 42 } })
  const response = await fetch(\`\${emulator.baseUrl}/users\`, {
    headers: {
      ...emulator.headers,
    },
  })
  expect(response.status).toBe(429)
})`)
})

test('the test of a call without a response advances the clock to its end', async () => {
  const { rule, test: text } = await lastCall({ with: { timeout: 'before' } })
  expect(rule).toEqual({ operation: 'get_users', times: 1, with: { timeout: 'before' } })
  expect(text).toContain(`
  emulator.fault({ operation: 'get_users', times: 1, with: { timeout: 'before' } })
  const call = expect(fetch(\`\${emulator.baseUrl}/users\`, {
    headers: {
      ...emulator.headers,
    },
  })).rejects.toThrow()
  await emulator.advance('5m')
  await call
`)
})

test('a call that is answered without a fault needs none in its test', async () => {
  const { test: text } = await lastCall({ with: { latency_ms: 1_000 } })
  expect(text).not.toContain('emulator.fault')
})
