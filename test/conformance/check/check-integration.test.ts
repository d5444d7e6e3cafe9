/** The whole report card of correct integrations, and the number of its runs. */
import { expect, test } from 'vitest'
import { checkIntegration } from '../../../src/check.ts'
import { explore } from '../../../src/explore.ts'
import { type Scenario, scenarios } from '../../../src/scenarios.ts'
import type { Connect } from '../../../src/conformance/scenario/integration.ts'
import { connectRoster } from '../../examples/roster/roster.ts'
import { checkConnect } from './check-connect.ts'
import { defects } from './defects.ts'

test(
  'the example integration passes every check that concerns it, in few runs',
  { timeout: 300_000 },
  async () => {
    let startCount = 0
    const connect = checkConnect()
    const counted: Connect = (connection) => {
      startCount += 1
      return connect(connection)
    }
    const card = await checkIntegration(counted)
    const others = card.checks.filter(({ verdict }) => verdict !== 'passed')
    expect(others.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([
      'cents: The state does not depend on the cost of an edition.',
    ])
    expect(card.ok).toBe(true)
    // Note: each run starts the integration once, and again after a crash.
    expect(startCount / card.checks.length).toBeLessThanOrEqual(20)
  },
)

test('an integration that polls fails no check, and is told why', { timeout: 60_000 }, async () => {
  const { checks, ok } = await checkIntegration(connectRoster)
  expect(ok).toBe(true)
  const reasons = new Set(
    checks
      .filter(({ verdict }) => verdict !== 'passed')
      .map((each) => `${each.verdict}: ${each.reason}`),
  )
  expect([...reasons].sort()).toEqual([
    'skipped: No read of a single record is refused.',
    'skipped: The integration creates no record of the service in this story.',
    'skipped: The integration has no webhook endpoint. Add `fetch` to the result of `connect`, or --to to the command.',
    'skipped: The integration updates no record of the service in this story.',
    'skipped: The integration writes nothing in the service.',
    'skipped: The state does not depend on the cost of an edition.',
  ])
  const holding = checks.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id)
  expect(holding).toEqual([
    'repeated-resync',
    'interrupted-resync',
    'incomplete-walk',
    'update-after-creation',
    'retry-after',
    'parallel-calls',
    'next-links',
    'page-size',
    'changes-between-pages',
    'deprecated-paging',
    'last-page',
    'minimal-scopes',
    'refused-call',
    'token-origin',
    'personal-data-in-problems',
    'deleted-users',
    'clock-skew',
  ])
})

test('the same seed gives the same card, byte by byte', { timeout: 60_000 }, async () => {
  const only = ['last-page', 'page-size', 'signature-age', 'lost-create-answer']
  const cards = [1, 2].map(() => checkIntegration(checkConnect(defects['last-page']), { only }))
  const [first, second] = await Promise.all(cards)
  expect(first?.checks.map(({ verdict }) => verdict)).toContain('failed')
  for (const format of ['toJUnit', 'toMarkdown', 'toHTML'] as const)
    expect(second?.[format]()).toBe(first?.[format]())
  expect(JSON.stringify(second)).toBe(JSON.stringify(first))
})

test.each([{ progress: 5 }, { restarts: 'no' }, { signal: 5 }, { seed: 1.5 }])(
  'the options %j are refused before the first check',
  async (options) => {
    const [name] = Object.keys(options)
    await expect(checkIntegration(() => ({}), options as never)).rejects.toMatchObject({
      code: 'bad_option',
      message: expect.stringContaining(`"${name}" is `),
    })
  },
)

test.each([
  ['undefined', () => undefined],
  ['[]', async () => []],
])('`connect` that returns %s is refused, and fails an exploration', async (text, connect) => {
  const reason = `\`connect\` returned ${text}`
  await expect(checkIntegration(connect as never)).rejects.toMatchObject({
    code: 'bad_integration',
    message: expect.stringContaining(reason),
  })
  const [plain] = scenarios
  const { failures } = await explore(plain as Scenario, connect as never, { depth: 1, runs: 3 })
  expect(failures).toMatchObject([{ verdict: 'failed', reason: expect.stringContaining(reason) }])
})
