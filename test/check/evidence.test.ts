/** A check holds only when the integration does something that shows it. */
import { expect, test } from 'vitest'
import { checkIntegration } from '../../src/check.ts'
import type { Connect } from '../../src/scenarios/integration.ts'

const groups = ['limits', 'paging', 'rights and privacy', 'time']

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
  const card = await checkIntegration(idle, { only: groups })
  expect(new Set(card.checks.map(({ verdict }) => verdict))).toEqual(new Set(['not exercised']))
  expect(card.ok).toBe(false)
})

test(
  'an integration without functions is not applicable, with advice',
  { timeout: 60_000 },
  async () => {
    const card = await checkIntegration(() => ({}), { only: groups })
    for (const { verdict, reason } of card.checks) {
      expect(['not applicable', 'not exercised']).toContain(verdict)
      if (verdict === 'not applicable') expect(reason).toMatch(/ Add `\w+` to the result/)
    }
  },
)

test('an integration whose state never changes passes no check', { timeout: 60_000 }, async () => {
  const card = await checkIntegration(readsOneList, { only: groups })
  expect(card.checks.filter(({ verdict }) => verdict === 'holds')).toEqual([])
})
