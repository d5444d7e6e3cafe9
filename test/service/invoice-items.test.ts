/** `given` makes an item of an invoice whose order has no students yet. */
import { expect, test } from 'vitest'
import { createEmulator } from '../../src/index.ts'

test('an item of an order without students has a price', () => {
  const emulator = createEmulator({ world: 'empty' })
  const order = emulator.given('orders')
  const { id } = emulator.given('invoices', { order_id: order })
  const item = emulator.given('invoice_items', { invoice_id: id })
  expect(item).toMatchObject({ units: 1, unit_price: expect.stringMatching(/^\d+\.\d\d$/) })
  expect(() => emulator.given('payments', { invoice_id: id })).not.toThrow()
})
