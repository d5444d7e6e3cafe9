/** Acts that change a status: an administrator can do what the API can. */
import { createEmulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import type { CatalogOperation } from '../../src/engine/model/catalog.ts'
import { exampleFor, toRequest } from '../support/operation-request.ts'

const world = createEmulator({ rateLimit: { requestsPerWindowMax: Infinity } })
const { operations, resources } = contextOf(world).catalog
const acts = [...resources.values()].flatMap((resource) => Object.values(resource.acts))

/** Whether the example of an operation changes the status of an existing record. */
async function changesStatus(operation: CatalogOperation): Promise<boolean> {
  const emulator = world.fork()
  const { path, init } = toRequest(operation, exampleFor(emulator, operation), emulator.token)
  const after = emulator.journal().at(-1)?.number ?? 0
  await emulator.fetch(path, init)
  return emulator
    .journal({ kind: 'change', after })
    .some(({ change, fields = [] }) => change === 'updated' && fields.includes('status'))
}

/** Operations without those that delete or update a record: these are `act.remove` and `act.update`. */
const candidates = [...operations.values()].filter(
  ({ method, path }) =>
    method !== 'GET' && method !== 'DELETE' && !(method === 'PUT' && path.endsWith('/{id}')),
)

test('every operation that changes a status has an act', async () => {
  const changing: string[] = []
  for (const operation of candidates) {
    if (await changesStatus(operation)) changing.push(operation.id)
  }
  const called = new Set(acts.map(({ operation }) => operation))
  expect(changing.filter((id) => !called.has(id))).toEqual([])
  expect(changing).toEqual(
    expect.arrayContaining([
      'approve_order_by_id',
      'cancel_order_by_id',
      'deny_order_by_id',
      'open_invoice_by_id',
    ]),
  )
})

describe('an order', () => {
  const requested = () => {
    const emulator = createEmulator({ world: 'empty' })
    const planned_course = emulator.given('planned_courses', { status: 'planned' })
    const students = emulator.given('users', 2)
    return { emulator, order: emulator.act.requestOrder({ planned_course, students }) }
  }

  test('is canceled with its enrollments', () => {
    const { emulator, order } = requested()
    emulator.act.approveOrder({ order })
    expect(emulator.act.cancelOrder({ order })).toMatchObject({ status: 'canceled' })
    expect(emulator.rows('enrollments').map(({ status }) => status)).toEqual([
      'canceled',
      'canceled',
    ])
  })

  test('is denied', () => {
    const { emulator, order } = requested()
    emulator.act.denyOrder({ order })
    expect(emulator.rows('orders')).toMatchObject([{ status: 'denied' }])
    expect(() => emulator.act.denyOrder({ order })).toThrow('status')
  })
})

describe('an invoice', () => {
  const concept = () => {
    const emulator = createEmulator({ world: 'empty' })
    const invoice = emulator.given('invoices', { status: 'concept' })
    emulator.given('invoice_items', { invoice_id: invoice.id, units: 2, unit_price: '19.99' })
    return { emulator, invoice }
  }

  test('is opened, and paid in full', () => {
    const { emulator, invoice } = concept()
    expect(emulator.act.openInvoice({ invoice })).toMatchObject({ status: 'open' })
    const { total_open: open } = emulator.rows('invoices')[0]!
    emulator.act.payInvoice({ invoice })
    expect(emulator.rows('invoices')).toMatchObject([{ status: 'paid' }])
    expect(emulator.rows('payments')).toMatchObject([{ amount: open }])
  })

  test('is paid in part', () => {
    const { emulator, invoice } = concept()
    emulator.act.openInvoice({ invoice })
    emulator.act.payInvoice({ invoice, amount: '10.00' })
    expect(emulator.rows('invoices')).toMatchObject([{ status: 'open' }])
    expect(emulator.rows('payments')).toMatchObject([{ amount: '10.00' }])
  })
})
