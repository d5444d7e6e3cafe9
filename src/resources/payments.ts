import {
  amounts,
  assumed,
  choice,
  date,
  decimal,
  done,
  identity,
  integer,
  lifecycle,
  listOf,
  notFound,
  object,
  operation,
  ref,
  resource,
  shaped,
  string,
  type Tx,
  value,
} from '../define/define.ts'
import { usual } from './shared/sequence-numbers.ts'
import { daysAfter } from './shared/dates.ts'
import { daysToPay, openAmount, statusAfterPayment } from './rules/invoice-totals.ts'
import { amountOf, currencies, currencyOf } from './shared/money.ts'

const settles = assumed('payment.settles', 'a payment made over the API is paid at once', {
  because: 'it is how money that came in elsewhere is written down',
})

/** Money that came in for an invoice. */
export const Payment = {
  ...identity,
  invoice_id: ref('invoices').part(),
  amount: decimal(),
  currency: choice(currencies).initially((tx) => currencyOf(tx)),
  payment_method_id: ref('payment_methods').initially((tx) =>
    usual(tx, 'payment_methods', () => ({ name: 'Invoice' })),
  ),
  status: choice(['new', 'open', 'paid', 'failed', 'internal_server_error']).initially('paid'),
  gateway_id: integer().nullable(),
  date: date().initially((tx) => tx.today),
}

const Method = object({
  id: integer().required(),
  name: string().required(),
  gateway: string().nullable().required(),
  plugin_id: integer().nullable().required(),
})

/** What a create shows besides the payment. */
const WithMethod = {
  ...Payment,
  payment_method: Method,
  plugin_data: listOf(object({ id: integer().required(), data: value().required() })),
}

/** Writes down what the payments of an invoice make of its status. */
function settle(tx: Tx, invoice_id: number): void {
  tx.uses(settles)
  const invoice = tx.get('invoices', invoice_id)
  tx.update('invoices', invoice_id, { status: statusAfterPayment(tx, invoice) })
}

/** Takes a payment back. */
function withdraw(tx: Tx, id: number): void {
  const { invoice_id } = tx.get('payments', id)
  tx.remove('payments', id)
  settle(tx, invoice_id)
}

/** The first paid invoice behind that of the last payment. */
function nextPaid(tx: Tx): number | undefined {
  const [last] = tx.walk('payments', { reverse: true })
  for (const { id, status } of tx.walk('invoices', { from: [last?.invoice_id ?? 0] })) {
    if (status === 'paid') return id
  }
  return undefined
}

const invoice = { invoice_id: ref('invoices') }
const path = '/invoices/{invoice_id}/payments'

export default resource('payments', Payment, { one: 'Payment' }, ({ list, show }) => ({
  events: lifecycle('payment'),

  operations: {
    get_payment_by_id: show({ scopes: ['payments:read'] }),
    get_invoice_payments_by_invoice_id: list({
      path,
      params: invoice,
      scopes: ['payments:read'],
      unpagedInReference: true,
    }),
    create_invoice_payment_by_invoice_id: operation({
      method: 'POST',
      path,
      params: invoice,
      scopes: ['payments:modify'],
      body: {
        amount: decimal().required(),
        currency: choice(currencies),
        date: date(),
        payment_method_id: ref('payment_methods'),
      },
      present: { ...shaped(WithMethod, 201) },
      answer(tx, { invoice_id, body }) {
        const payment = tx.insert('payments', {
          ...body,
          amount: amountOf(body.amount),
          invoice_id,
        })
        settle(tx, invoice_id)
        const method = tx.get('payment_methods', payment.payment_method_id)
        const { id, name, gateway, plugin_id } = method
        return { ...payment, payment_method: { id, name, gateway, plugin_id }, plugin_data: [] }
      },
    }),
    delete_invoice_payment_by_id_and_invoice_id: operation({
      method: 'DELETE',
      path: `${path}/{id}`,
      params: invoice,
      scopes: ['destroyable_payments:destroy'],
      present: done('The payment was deleted.'),
      answer(tx, { invoice_id, id }) {
        if (tx.get('payments', id).invoice_id !== invoice_id) {
          throw notFound(`payment ${id} is not of invoice ${invoice_id}`)
        }
        withdraw(tx, id)
      },
    }),
  },
  remove: withdraw,

  recipe: {
    amounts: amounts(3, 150, 15_000),
    after: ['invoice_items'],
    fields: {
      // Each paid invoice is paid in full by one payment.
      invoice_id: ({ tx }) => nextPaid(tx),
      amount: ({ row, tx }) =>
        row['invoice_id'] === undefined ? '0.00' : amountOf(openAmount(tx, row['invoice_id'])),
      payment_method_id: ({ parent, tx }) =>
        tx.find('orders', parent('invoice_id')['order_id'])?.payment_method_id ?? undefined,
      date: ({ parent, chance, day }) => {
        const { opened_at } = parent('invoice_id')
        const paid = opened_at && daysAfter(opened_at, chance.integer(0, daysToPay - 1))
        return paid && paid < day(0) ? paid : day(0)
      },
    },
  },
}))
