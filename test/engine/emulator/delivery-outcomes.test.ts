/** The candidates of an expectation for deliveries say what came of each notification. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import {
  expectationSource,
  matchDelivered,
} from '../../../src/engine/emulator/reports/expectations.ts'
import { deliveriesOf } from '../../../src/engine/emulator/reports/delivery-candidates.ts'

const outcomesOf = (emulator: Emulator) =>
  deliveriesOf(contextOf(emulator), 'user.deleted').candidates.map(({ outcome, dueAttempts }) => [
    outcome,
    dueAttempts,
  ])

/** Deletes two users, with a receiver that answers in this way. */
function deleteUsers(answer: number | (() => Promise<number>)): Emulator {
  const emulator = createEmulator({ world: 'empty' })
  emulator.receiver({ url: 'https://app.test/hooks', answer })
  for (const user of emulator.given('users', 2)) emulator.act.deleteUser({ user })
  return emulator
}

test('of deliveries that are due, and of those that arrived', async () => {
  const emulator = deleteUsers(204)
  const due = 'not yet delivered: `await emulator.settle()` runs due deliveries'
  expect(outcomesOf(emulator)).toEqual([
    [due, 1],
    [due, 1],
  ])
  await emulator.settle()
  expect(outcomesOf(emulator)).toEqual([
    ['delivered', undefined],
    ['delivered', undefined],
  ])
})

test('of deliveries that are tried again, and of those that failed for good', async () => {
  const emulator = deleteUsers(503)
  await emulator.settle()
  for (const wait of ['5m', '5m']) {
    const [[outcome, attempts] = []] = outcomesOf(emulator)
    expect(outcome).toMatch(
      /^not yet delivered: attempt \d was answered 503; the next attempt is due at 2026-01-05 09:/,
    )
    expect(outcome).toContain(`: \`await emulator.advance("${wait}")\` runs it`)
    expect(attempts).toBeUndefined()
    await emulator.advance('next')
  }
  expect(outcomesOf(emulator)).toEqual([
    ['failed: attempt 3 was answered 503', undefined],
    ['failed: attempt 3 was answered 503', undefined],
  ])
})

test('of a delivery that is under way', async () => {
  const emulator = deleteUsers(204)
  emulator.fault({ event: 'user.deleted', with: { latency_ms: 9_000 } })
  await emulator.settle()
  expect(outcomesOf(emulator)[0]).toEqual([
    'not yet delivered: an attempt is under way until 2026-01-05 09:00:09: `await emulator.advance("9s")` ends it',
    undefined,
  ])
})

test.each<[string, (emulator: Emulator) => unknown]>([
  [
    'a fault drops it',
    (emulator) => emulator.fault({ event: 'user.deleted', with: { drop: true } }),
  ],
  [
    'the webhook is inactive',
    ({ act, rows }) => act.update('webhooks', rows('webhooks')[0]?.id as never, { active: false }),
  ],
])('of a delivery that was never tried, because %s', async (reason, prevent) => {
  const emulator = createEmulator({ world: 'empty', delivery: { maxInFlight: 1 } })
  emulator.receiver({ url: 'https://app.test/hooks', answer: { status: 204, latency: '1s' } })
  emulator.act.create('users')
  await emulator.settle()
  emulator.act.deleteUser({ user: emulator.given('users') })
  prevent(emulator)
  await emulator.advance('1m')
  const { candidates, hint } = deliveriesOf(contextOf(emulator), 'user.deleted')
  expect(candidates).toEqual([])
  expect(hint).toMatch(new RegExp(`^user.deleted was dropped: ${reason} \\(entry \\d+\\)\\.$`))
})

test('the drop of another event is not why there is no delivery', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const url = 'https://app.test/hooks'
  emulator.receiver({ url, answer: 204, events: ['user.created'] })
  const { id } = emulator.act.create('users')
  emulator.act.update('webhooks', emulator.rows('webhooks')[0]?.id as never, { active: false })
  await emulator.settle()
  expect(emulator.journal({ kind: 'drop' })).toEqual([
    expect.objectContaining({ event: 'user.created' }),
  ])
  emulator.act.deleteUser({ user: id })
  const { hint } = deliveriesOf(contextOf(emulator), 'user.deleted')
  expect(hint).toBe(
    'No active webhook subscribes to user.deleted: the receiver at https://app.test/hooks has none. Leave out `register: false`, or register it in your code.',
  )
})

test('a webhook that got an event and then lost its subscription did get it', async () => {
  const emulator = deleteUsers(204)
  await emulator.settle()
  const [webhook] = emulator.rows('webhooks')
  emulator.act.update('webhooks', webhook?.id as never, { events: ['user.created'] })
  const to = 'https://app.test/hooks'
  const missing = matchDelivered(expectationSource(contextOf(emulator)), 'user.deleted', {
    to,
    times: 3,
  })
  expect(missing).toMatchObject({ pass: false })
  expect(missing.isUndecided).toBeUndefined()
})
