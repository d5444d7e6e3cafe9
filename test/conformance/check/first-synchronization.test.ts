/** Checks of an integration that synchronizes everything in `connect`: only what it does later shows a defect. */
import { describe, expect, test } from 'vitest'
import { type CheckResult, checkIntegration } from '../../../src/check.ts'
import { explore } from '../../../src/explore.ts'
import { renamesOf } from '../explore/mirror.ts'
import { accountMirror } from './account-mirror.ts'

async function findingOf(
  id: string,
  options: Parameters<typeof accountMirror>[0],
): Promise<CheckResult | undefined> {
  const { checks } = await checkIntegration(accountMirror(options), { only: [id] })
  return checks[0]
}

describe.each([false, true])('with a synchronization in connect: %j', (synchronizesFirst) => {
  test.each(['kept-fields', 'filters', 'daylight-saving'])('%s holds', async (id) => {
    expect(await findingOf(id, { synchronizesFirst })).toMatchObject({ verdict: 'passed' })
  })

  test.each([
    ['kept-fields', { writesNames: true }],
    ['filters', { walksAll: true }],
  ] as const)('%s fails', async (id, defect) => {
    expect(await findingOf(id, { synchronizesFirst, ...defect })).toMatchObject({
      verdict: 'failed',
    })
  })
})

describe.each([false, true])('with writes in connect: %j', (synchronizesFirst) => {
  test.each([
    [{ insists: true }, 'failed'],
    [{ insists: false }, 'passed'],
    [{ insists: false, writesNames: true }, 'passed'],
  ])('refused-writes, with %j, %s', async (options, verdict) => {
    expect(await findingOf('refused-writes', { synchronizesFirst, ...options })).toMatchObject({
      verdict,
    })
  })
})

test('refused-writes says that the writes of connect have no end', async () => {
  const finding = await findingOf('refused-writes', { synchronizesFirst: true, insists: true })
  expect(finding).toMatchObject({
    reason: 'After status 409 the run is hung: the integration is not idle within 7 days.',
    replay: 'first-principal-id-create_external_identity-409-early: plain',
  })
})

describe('without a synchronization in connect', () => {
  const advice =
    'Without a deviation, the story needs the final synchronization too. ' +
    'A record from before the first step, such as the administrator, has no event: ' +
    'run a synchronization in `connect`, or leave such records out.'

  test.each(['late-creation', 'simultaneous-events', 'start-while-offline'])(
    '%s says what to do about the administrator',
    async (id) => {
      const finding = await findingOf(id, { synchronizesFirst: false })
      expect(finding).toMatchObject({ verdict: 'failed', reason: expect.stringContaining(advice) })
      expect(finding?.reason).toContain('state.accounts.')
      expect(await findingOf(id, { synchronizesFirst: true })).toMatchObject({ verdict: 'passed' })
    },
  )

  test('an exploration says what to do about the administrator', async () => {
    const connect = accountMirror({ synchronizesFirst: false })
    const exploration = await explore(renamesOf(1), connect, { depth: 0 })
    const { text } = exploration
    expect(text).toContain('The plain run is silent: ')
    expect(text).toMatch(
      /\n\nBefore the final synchronization:\n {2}state\.\S+: no value instead of /,
    )
    expect(exploration.toHTML()).toContain(
      '>After the synchronization</th><th scope="col">Before it<',
    )
    expect(text).toContain(`\n\n${advice.slice(advice.indexOf('A record'))}\n\nWhat happened:`)
  })
})
