import * as d from '../../engine/define/define.ts'
import { firstIdOrCreate } from '../fields/first-record.ts'
import { addDays } from '../fields/dates.ts'
import { paymentTermDays, openAmount, statusAfterPayment } from '../rules/invoice-totals.ts'
import { gatewayField } from '../fields/payment-gateways.ts'
import { formatAmount, currencies } from '../fields/money.ts'
import type { Rows } from '../generated/rows.ts'
import { acceptsRefunds, paidOnCreation, paysInCurrency } from '../behaviours/sales.ts'

type PaymentRow = Rows['payments']

const paymentAmount: d.NumberLimit = {
  check: (tx: d.Tx, value: number | string) =>
    Number(value) < 0 && !tx.assumes(acceptsRefunds) ? { '': 'must be at least 0' } : {},
}

const PaymentShape = {
  ...d.identity,
  invoice_id: d.ref('invoices').partOf(),
  amount: d.decimal(),
  currency: d
    .choice(currencies)
    .defaultsTo((tx, { invoice_id }: PaymentRow) => tx.get('invoices', invoice_id).currency),
  payment_method_id: d
    .ref('payment_methods')
    .defaultsTo((tx) => firstIdOrCreate(tx, 'payment_methods', () => ({ name: 'Invoice' }))),
  status: d.choice(['new', 'open', 'paid', 'failed', 'internal_server_error']).defaultsTo('paid'),
  gateway_id: d.integer().nullable(),
  date: d.date().defaultsTo((tx) => tx.today),
}

const PaymentMethodSummary = d.object({
  id: d.integer().required(),
  name: d.string().required(),
  gateway: gatewayField().required(),
  plugin_id: d.integer().nullable().required(),
})

/** The response to a create: the payment with its method. */
const CreatedPaymentShape = {
  ...PaymentShape,
  payment_method: PaymentMethodSummary,
  plugin_data: d.listOf(d.object({ id: d.integer().required(), data: d.customValue().required() })),
}

/** The status of a payment that is created over the API. The alternatives have the names of statuses. */
function statusOnCreation(tx: d.Tx): PaymentRow['status'] {
  const alternative = tx.alternativeFor(paidOnCreation)
  return alternative === 'default' ? 'paid' : (alternative as PaymentRow['status'])
}

/** Sets the status of an invoice according to its payments. */
function updateInvoiceStatus(tx: d.Tx, invoice_id: number): void {
  const invoice = tx.get('invoices', invoice_id)
  tx.update('invoices', invoice_id, { status: statusAfterPayment(tx, invoice) })
}

/** Deletes a payment and updates the status of its invoice. */
function deletePayment(tx: d.Tx, id: number): void {
  const { invoice_id } = tx.get('payments', id)
  tx.remove('payments', id)
  updateInvoiceStatus(tx, invoice_id)
}

/** Returns the first paid invoice after the invoice of the last payment. */
function nextPaidInvoiceId(tx: d.Tx): number | undefined {
  const [last] = tx.scan('payments', { reverse: true })
  for (const { id, status } of tx.scan('invoices', { from: [last?.invoice_id ?? 0] })) {
    if (status === 'paid') return id
  }
  return undefined
}

const invoiceParams = { invoice_id: d.ref('invoices') }
const path = '/invoices/{invoice_id}/payments'

export default d.resource('payments', PaymentShape, { singular: 'Payment' }, ({ list, show }) => ({
  description: 'A payment of an invoice.',

  events: d.lifecycleEvents('payment'),

  operations: {
    get_payment_by_id: show({ scopes: ['payments:read'] }),
    get_invoice_payments_by_invoice_id: list({
      path,
      params: invoiceParams,
      scopes: ['payments:read'],
      unpagedInReference: true,
    }),
    create_invoice_payment_by_invoice_id: d.operation({
      method: 'POST',
      path,
      params: invoiceParams,
      scopes: ['payments:modify'],
      body: {
        amount: d.decimal().limitedTo(paymentAmount).required(),
        currency: d.choice(currencies),
        date: d.date(),
        payment_method_id: d.ref('payment_methods'),
      },
      presenter: { ...d.shapedObject(CreatedPaymentShape, 201) },
      handle(tx, { invoice_id, body }) {
        const { currency } = tx.get('invoices', invoice_id)
        if (
          body.currency !== undefined &&
          body.currency !== currency &&
          tx.assumes(paysInCurrency)
        ) {
          throw d.unprocessable({ currency: [`must be ${currency}`] }, paysInCurrency)
        }
        const payment = tx.insert('payments', {
          currency,
          ...body,
          amount: formatAmount(body.amount),
          invoice_id,
          status: statusOnCreation(tx),
        })
        updateInvoiceStatus(tx, invoice_id)
        const method = tx.get('payment_methods', payment.payment_method_id)
        const { id, name, gateway, plugin_id } = method
        return { ...payment, payment_method: { id, name, gateway, plugin_id }, plugin_data: [] }
      },
    }),
    delete_invoice_payment_by_id_and_invoice_id: d.operation({
      method: 'DELETE',
      path: `${path}/{id}`,
      params: invoiceParams,
      scopes: ['destroyable_payments:destroy'],
      presenter: d.statusMessage('The payment was deleted.'),
      handle(tx, { invoice_id, id }) {
        if (tx.get('payments', id).invoice_id !== invoice_id) {
          throw d.notFound(`payment ${id} does not belong to invoice ${invoice_id}`)
        }
        deletePayment(tx, id)
      },
    }),
  },
  remove: deletePayment,

  acts: {
    pay_invoice: d.actFromOperation('create_invoice_payment_by_invoice_id', {
      summary: 'Pays an invoice: its open amount, or the given one.',
      idInput: { invoice_id: d.ref('invoices').required().alias('invoice') },
      optional: { amount: d.decimal() },
      defaults: (tx, id) => ({ amount: formatAmount(openAmount(tx, id)) }),
    }),
  },

  recipe: {
    rowCounts: d.rowCounts(3, 150, 15_000),
    numbers: (tx, amount) => Math.max(amount, amount && tx.count('invoices', { status: 'paid' })),
    generatedAfter: ['invoice_items'],
    fields: {
      // One payment covers each paid invoice in full.
      invoice_id: ({ tx }) => nextPaidInvoiceId(tx),
      amount: ({ row, tx }) =>
        row['invoice_id'] === undefined ? '0.00' : formatAmount(openAmount(tx, row['invoice_id'])),
      payment_method_id: ({ parent, tx }) =>
        tx.find('orders', parent('invoice_id')['order_id'])?.payment_method_id ?? undefined,
      date: ({ parent, random, day }) => {
        const { opened_at } = parent('invoice_id')
        const paid = opened_at && addDays(opened_at, random.integer(0, paymentTermDays - 1))
        return paid && paid < day(0) ? paid : day(0)
      },
    },
  },
}))
