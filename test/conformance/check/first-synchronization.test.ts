/** Checks of an integration that synchronizes everything in `connect`: only what it does later shows a defect. */
import { describe, expect, test } from 'vitest'
import { type CheckResult, checkIntegration } from '../../../src/check.ts'
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
    reason: expect.stringMatching(
      /^After status 409 the run is hung: the integration is not idle within 7 days: it sleeps /,
    ),
    replay: 'first-principal-id-create_external_identity-409-early: baseline',
  })
})

test.each(['late-creation', 'simultaneous-events', 'start-while-offline'])(
  '%s holds for a mirror of all users, which include the administrator',
  async (id) => {
    const found = await findingOf(id, { synchronizesFirst: false })
    expect(found).toMatchObject({ verdict: 'passed' })
  },
)
