/** A check holds only when the integration does something that shows it. */
import { expect, test } from 'vitest'
import { checkIntegration } from '../../src/check.ts'
import type { Connect } from '../../src/scenarios/integration.ts'

const idle: Connect = () => ({
  fetch: () => new Response(null, { status: 202 }),
  resync: () => undefined,
  state: () => ({}),
  problems: () => [],
})

/** Reads one list and does nothing else. */
const readsOneList: Connect = ({ fetch, baseUrl, token }) => ({
  ...idle,
  fetch: () => new Response(null, { status: 202 }),
  async resync() {
    await fetch(`${baseUrl}/courses`, { headers: { authorization: `Bearer ${token}` } })
  },
  state: () => ({}),
  problems: () => [],
})

test('an integration that makes no call passes no check', { timeout: 60_000 }, async () => {
  const card = await checkIntegration(idle)
  expect(new Set(card.checks.map(({ verdict }) => verdict))).toEqual(new Set(['not exercised']))
  expect(card.ok).toBe(false)
})

test(
  'an integration without functions is not applicable, with advice',
  { timeout: 60_000 },
  async () => {
    const card = await checkIntegration(() => ({}))
    for (const { verdict, reason } of card.checks) {
      expect(['not applicable', 'not exercised']).toContain(verdict)
      if (verdict === 'not applicable') expect(reason).toMatch(/ Add `\w+` to the result/)
    }
  },
)

test('an integration whose state never changes passes no check', { timeout: 60_000 }, async () => {
  const card = await checkIntegration(readsOneList)
  expect(card.checks.filter(({ verdict }) => verdict === 'holds')).toEqual([])
})

test('a check whose deviations are never reached is not exercised', async () => {
  let callCount = 0
  /** Sends a call that no other run sends. */
  const neverRepeats: Connect = ({ fetch, baseUrl, token }) => {
    let deliveryCount = 0
    async function read(): Promise<void> {
      callCount += 1
      const query = `created_at_after=2026-01-05T09:00:${String(callCount % 60).padStart(2, '0')}.${callCount}Z`
      await fetch(`${baseUrl}/courses?${query}`, { headers: { authorization: `Bearer ${token}` } })
    }
    return {
      async fetch() {
        deliveryCount += 1
        await read()
        return new Response(null, { status: 202 })
      },
      resync: read,
      state: () => ({ deliveryCount }),
    }
  }
  const card = await checkIntegration(neverRepeats, { only: ['events-during-resync'] })
  expect(card.checks).toMatchObject([
    { verdict: 'not exercised', reason: 'No repetition of this story makes the same calls.' },
  ])
})
