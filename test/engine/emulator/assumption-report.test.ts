/** The assumption report: its completeness and its text. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { allBehaviours } from '../../../src/engine/define/behaviour.ts'
import { statusOf } from '../../support/api-client.ts'
import { allOperations, subjectOn, world } from '../../service/assumptions/operation-calls.ts'
import { cases, operationRows } from '../../service/assumptions/table.ts'
import { exampleFor, toRequest } from '../../support/operation-request.ts'
import { webhookOf } from '../../support/internals.ts'

/** Every behaviour that can be used, once. */
async function exerciseAllBehaviours(): Promise<ReadonlySet<string>> {
  const usedIds = new Set<string>()
  const collect = (emulator: Emulator): void => {
    const { documented, reference, assumed } = emulator.assumptionReport()
    for (const id of [...documented, ...reference, ...assumed]) usedIds.add(id)
  }
  for (const operation of allOperations) {
    const emulator = world.fork()
    const { path, init } = toRequest(operation, exampleFor(emulator, operation), emulator.token)
    await emulator.fetch(path, init)
    collect(emulator)
  }
  for (const [, { observe, options }] of cases) {
    const emulator = createEmulator({ world: 'empty', ...options })
    await observe(emulator)
    collect(emulator)
  }
  for (const [, { names, observe }] of operationRows) {
    const emulators: Emulator[] = []
    for (const operation of allOperations) {
      if (emulators.length > 0 || !(await names(operation))) continue
      await observe(subjectOn(world, operation, emulators))
    }
    for (const each of emulators) collect(each)
  }
  const emulator = createEmulator({ rateLimit: { requestsPerWindowMax: 20 } })
  await exerciseRemaining(emulator)
  collect(emulator)
  return usedIds
}

/** Behaviours that no example and no alternative triggers. */
async function exerciseRemaining(emulator: Emulator): Promise<void> {
  const [user] = emulator.rows('users', { is_admin: false })
  for (const path of [
    '/nowhere',
    '/users/987654321',
    `/users/${user?.slug}`,
    '/users?sort=created_at:desc',
    '/users?page=2',
  ]) {
    await statusOf(emulator, 'GET', path)
  }
  await statusOf(emulator, 'HEAD', '/users')
  expect(await statusOf(emulator, 'PUT', '/categories/1', { parent_id: 1 })).toBe(422)
  const teaching = emulator.given('users')
  emulator.given('teachers', { user_id: teaching.id })
  emulator.act.deleteUser({ user: teaching })
  emulator.act.remove('educators', emulator.act.create('educators', { slug: 'north' }))
  await statusOf(emulator, 'POST', '/webhooks', { url: 'https://app.test/hooks' })
  const { id: creator_id } = emulator.given('users')
  const { id: variantable_id } = emulator.given('planned_courses', { max_participants: null })
  const [variant] = emulator.rows('catalog_variants', { variantable_id })
  const order = { creator_id, catalog_variant_id: variant?.id, student_ids: [creator_id] }
  expect(await statusOf(emulator, 'POST', '/orders', order)).toBe(201)
  emulator.act.cancelPlannedCourse({ planned_course: variantable_id })
  expect(await statusOf(emulator, 'POST', '/orders', order)).toBe(422)
  for (const unit_price of ['100.00', '-100.00']) {
    const item = { name: 'A place', units: 1, unit_price }
    const invoice = { account_id: 1, invoice_items_attributes: [item] }
    expect(await statusOf(emulator, 'POST', '/invoices', invoice)).toBe(201)
  }
  const [unpaid] = emulator.rows('invoices', { currency: 'EUR' })
  const payment = { amount: '1.00', currency: 'USD', date: '2026-01-05' }
  const payments = `/invoices/${unpaid?.id}/payments`
  expect(await statusOf(emulator, 'POST', payments, payment)).toBe(422)
  expect(await statusOf(emulator, 'PUT', '/planned_courses/1', { duration: 36_501 })).toBe(422)
  await statusOf(emulator, 'GET', '/planned_courses?start_date_from=2026-01-05T12:00:00.000Z')
  for (let i = 0; i < 20; i += 1) await statusOf(emulator, 'GET', '/users')
  await exerciseWebhookActs(emulator)
  const [admin] = emulator.rows('users', { is_admin: true })
  emulator.act.mergeUsers({ primary: creator_id, secondary: admin?.id as number })
}

/** Redelivers a notification, with another secret. */
async function exerciseWebhookActs(emulator: Emulator): Promise<void> {
  const { webhook } = emulator.receiver({ url: 'https://app.test/by-hand' })
  emulator.act.updateUser({ user: emulator.given('users'), first_name: 'Mia' })
  await emulator.settle()
  emulator.act.rotateSecret({ webhook: webhook as string })
  const [notification] = webhookOf(emulator, webhook as string)?.notifications ?? []
  emulator.act.redeliver({ notification: notification?.id as string })
  await emulator.settle()
}

test('every declared behaviour is recorded where it is used', async () => {
  const relied = await exerciseAllBehaviours()
  const silent = allBehaviours().filter(({ id }) => !relied.has(id))
  expect(silent.map(({ id }) => id)).toEqual([])
})

describe('the assumption report', () => {
  const empty = (options = {}) => createEmulator({ world: 'empty', ...options })

  test('lists the behaviours that were used, by grade, without those of test setup', async () => {
    const emulator = empty()
    const { id } = emulator.given('enrollments', { status: 'canceled' })
    expect(emulator.assumptionReport().text).toBe(
      'This run relies on 0 behaviours: 0 documented, 0 reference, 0 assumed',
    )
    await statusOf(emulator, 'PUT', `/enrollments/${id}/cancel`)
    expect(emulator.assumptionReport()).toMatchObject({
      documented: ['auth.bearer', 'auth.scopes', 'error.body', 'rate.token'],
      reference: [],
      assumed: ['body.rules', 'checks.order', 'enrollment.cancel.from', 'rate.window'],
      operations: { documented: ['cancel_enrollment_by_id'], reference: [] },
    })
  })

  test('lists what decides that a record is not given, or a receiver not made', () => {
    const emulator = empty()
    const { email } = emulator.given('users')
    expect(emulator.assumptionReport().assumed).toEqual([])
    expect(() => emulator.given('users', { email })).toThrow('has already been taken')
    expect(emulator.assumptionReport().assumed).toEqual(['user.email.unique'])
    const url = 'https://app.test/hooks'
    expect(() => emulator.receiver({ url, secret: 'x' })).toThrow('cannot sign')
    expect(emulator.assumptionReport().assumed).toContain('webhook.signature')
  })

  test('prints the number of behaviours, and every assumption with its reason', async () => {
    const emulator = empty({ assumptions: { 'enrollment.cancel.from': 'alternative' } })
    const { id } = emulator.given('enrollments', { status: 'canceled' })
    await statusOf(emulator, 'PUT', `/enrollments/${id}/cancel`)
    const text = String(emulator.assumptionReport())
    expect(text).toMatch(/^This run relies on 7 behaviours: 5 documented, 0 reference, 2 assumed\n/)
    expect(text).toContain(
      [
        '  enrollment.cancel.from: canceling an enrollment again answers 200 and changes nothing (alternative "alternative")',
        '    because the four states are documented; the transitions between them are not',
      ].join('\n'),
    )
  })

  test('keeps behaviours of dropped entries and from before a reset', async () => {
    const emulator = empty({ journalEntriesMax: 2 })
    await statusOf(emulator, 'GET', '/nowhere')
    for (let i = 0; i < 3; i += 1) await statusOf(emulator, 'GET', '/users')
    expect(emulator.journal({ kind: 'request' }).some(({ status }) => status === 404)).toBe(false)
    expect(emulator.assumptionReport().assumed).toContain('path.unknown')
    emulator.reset()
    expect(emulator.assumptionReport().assumed).toContain('path.unknown')
  })

  test('counts deliveries and scheduled transitions, and starts empty in a fork', async () => {
    const emulator = empty()
    emulator.receiver({ url: 'https://app.test/hooks' })
    emulator.given('enrollments', { status: 'confirmed' })
    await emulator.advance('next')
    await emulator.settle()
    expect(emulator.assumptionReport().assumed).toContain('transition.date')
    expect(emulator.assumptionReport().documented).toContain('webhook.signed')
    expect(emulator.fork().assumptionReport().documented).toEqual([])
  })
})
