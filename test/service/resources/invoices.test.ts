/** Invoices: totals, numbers, payments and expiry. */
import { createEmulator } from 'course-admin-emulator'
import { beforeEach, expect, test } from 'vitest'
import { createApiClient } from '../../support/api-client.ts'
import { emittedEvents } from '../../support/expected-events.ts'

let emulator = createEmulator({ world: 'empty' })
let api = createApiClient(emulator)
beforeEach(() => {
  emulator = createEmulator({ world: 'empty' })
  api = createApiClient(emulator)
})

async function concept(values: { units?: number; unit_price?: string } = {}) {
  const { id: invoice_vat_id } = emulator.given('invoice_vats', { percentage: '21.00' })
  const item = { name: 'A place', units: 2, unit_price: '50', invoice_vat_id, ...values }
  const account_id = emulator.given('accounts', { name: 'Acme' }).id
  const sent = { account_id, invoice_items_attributes: [item, { ...item, _destroy: true }] }
  return (await api.post('/invoices', sent)).body
}

test('a concept has totals and no number', async () => {
  const invoice = await concept()
  expect(invoice).toMatchObject({
    status: 'concept',
    account_name: 'Acme',
    number_int: null,
    opened_at: null,
    total_excl: '100.00',
    total_incl: '121.00',
    total_open: '121.00',
  })
  await api.put(`/accounts/${invoice.account_id}`, { name: 'Acme & Sons' })
  expect((await api.get(`/invoices/${invoice.id}`)).body.account_name).toBe('Acme')
})

test.each([
  ['0.50', '0.61'],
  ['1.50', '1.82'],
  ['2.50', '3.03'],
  ['3.50', '4.24'],
])('an item of %s is %s with tax, and is paid with that amount', async (unit_price, total) => {
  const { id } = await concept({ units: 1, unit_price })
  const read = async () => (await api.get(`/invoices/${id}`)).body
  expect(await read()).toMatchObject({ total_incl: total, total_open: total })
  await api.post(`/invoices/${id}/open`)
  emulator.given('payment_methods')
  await api.post(`/invoices/${id}/payments`, { amount: total })
  expect(await read()).toMatchObject({ status: 'paid', total_open: '0.00' })
})

test('an invoice that was paid as a concept is paid when it is opened', async () => {
  const { id } = await concept()
  emulator.given('payment_methods')
  await api.post(`/invoices/${id}/payments`, { amount: '121.00' })
  expect((await api.get(`/invoices/${id}`)).body.status).toBe('concept')
  expect((await api.post(`/invoices/${id}/open`)).body).toMatchObject({
    status: 'paid',
    number: 'INV-00001',
  })
  await emulator.advance('20d')
  expect(emulator.row('invoices', id)?.status).toBe('paid')
})

test('opening an invoice assigns the next number, once', async () => {
  const [first, second] = [await concept(), await concept()]
  const open = async (id: number) => (await api.post(`/invoices/${id}/open`)).body
  expect(await open(second.id)).toMatchObject({
    status: 'open',
    number_int: 1,
    number: 'INV-00001',
    opened_at: '2026-01-05',
    expiration_date: '2026-01-19',
  })
  expect((await open(first.id)).number).toBe('INV-00002')
  expect((await open(second.id)).number).toBe('INV-00001')
})

test('a number is never reused, also after an earlier invoice was deleted', async () => {
  const [first, second, third] = [await concept(), await concept(), await concept()]
  const open = async (id: number) => (await api.post(`/invoices/${id}/open`)).body.number
  expect([await open(first.id), await open(second.id)]).toEqual(['INV-00001', 'INV-00002'])
  emulator.act.remove('invoices', first.id)
  expect(await open(third.id)).toBe('INV-00003')
})

test('an item without a rate has the first rate, or that of the educator', async () => {
  const account_id = emulator.given('accounts').id
  const item = { name: 'A place', units: 1, unit_price: '100' }
  const sent = { account_id, invoice_items_attributes: [item] }
  for (let i = 0; i < 2; i += 1) {
    const { body } = await api.post('/invoices', sent)
    expect([body.total_incl, body.invoice_items[0].invoice_vat_id]).toEqual(['121.00', 1])
  }
  expect(emulator.rows('invoice_vats')).toMatchObject([{ percentage: '21.00' }])
})

test('units are integers', async () => {
  const account_id = emulator.given('accounts').id
  const item = { name: 'A place', units: 1, unit_price: '100' }
  const sent = { account_id, invoice_items_attributes: [item, { ...item, units: 1.5 }] }
  const { status, body } = await api.post('/invoices', sent)
  expect([status, body.errors]).toEqual([
    422,
    { 'invoice_items_attributes.1.units': ['must be a whole number'] },
  ])
  expect(emulator.rows('invoices')).toEqual([])
})

test('payments pay an invoice, and deleting one opens it again', async () => {
  const { id } = await concept()
  await api.post(`/invoices/${id}/open`)
  emulator.given('payment_methods')
  const pay = async (amount: string) =>
    (await api.post(`/invoices/${id}/payments`, { amount })).body
  const read = async () => (await api.get(`/invoices/${id}`)).body
  await pay('100')
  expect(await read()).toMatchObject({ status: 'open', total_open: '21.00' })
  const { id: rest } = await pay('21')
  expect(await read()).toMatchObject({ status: 'paid', total_open: '0.00' })
  await api.delete(`/invoices/${id}/payments/${rest}`)
  expect(await read()).toMatchObject({ status: 'open', total_open: '21.00' })
  emulator.act.remove('payments', emulator.rows('payments')[0]?.id as number)
  expect((await read()).total_open).toBe('121.00')
})

test('an invoice with a negative total is open until refunds cover it', async () => {
  const { id } = await concept({ unit_price: '-50' })
  await api.post(`/invoices/${id}/open`)
  emulator.given('payment_methods')
  const afterPayment = async (amount: string) => {
    await api.post(`/invoices/${id}/payments`, { amount })
    const { status, total_open } = (await api.get(`/invoices/${id}`)).body
    return [status, total_open]
  }
  expect(await afterPayment('-100')).toEqual(['open', '-21.00'])
  expect(await afterPayment('10')).toEqual(['open', '-31.00'])
  expect(await afterPayment('-40')).toEqual(['paid', '0.00'])
})

test('the number of a removed last invoice is assigned again, and the numbers have no gap', async () => {
  const opened = async () => {
    const { id } = await concept()
    return (await api.post(`/invoices/${id}/open`)).body
  }
  const [first, last] = [await opened(), await opened()]
  emulator.act.remove('invoices', last.id)
  expect([first.number_int, last.number_int, (await opened()).number_int]).toEqual([1, 2, 2])
})

test('an invoice expires at the end of its last day', async () => {
  const { id } = await concept()
  await api.post(`/invoices/${id}/open`)
  await emulator.advance('14d')
  expect(emulator.row('invoices', id)?.status).toBe('open')
  await emulator.advance('1d')
  expect(emulator.row('invoices', id)?.status).toBe('expired')
  expect(emittedEvents(emulator).at(-1)).toBe('invoice.updated')
})

test('an invoice without an amount is open again after its payment was deleted', async () => {
  const item = { name: 'A gift', units: 1, unit_price: '0' }
  const sent = { account_id: emulator.given('accounts').id, invoice_items_attributes: [item] }
  const { id } = (await api.post('/invoices', sent)).body
  const status = () => emulator.row('invoices', id)?.status
  await api.post(`/invoices/${id}/open`)
  expect(status()).toBe('open')
  const payment = (await api.post(`/invoices/${id}/payments`, { amount: '5' })).body
  expect(status()).toBe('paid')
  await api.delete(`/invoices/${id}/payments/${payment.id}`)
  expect(status()).toBe('open')
})

test('a payment without a currency has that of its invoice', async () => {
  const { id } = emulator.given('invoices', { currency: 'USD' })
  const { body } = await api.post(`/invoices/${id}/payments`, { amount: '10' })
  expect(body.currency).toBe('USD')
  expect(emulator.given('payments', { invoice_id: id }).currency).toBe('USD')
})
