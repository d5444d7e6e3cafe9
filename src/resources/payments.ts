import {
  rowCounts,
  assumed,
  choice,
  date,
  decimal,
  statusMessage,
  identity,
  integer,
  lifecycleEvents,
  listOf,
  notFound,
  type NumberLimit,
  object,
  operation,
  ref,
  resource,
  shapedObject,
  string,
  type Tx,
  customValue,
  unprocessable,
} from '../define/define.ts'
import { firstIdOrCreate } from './shared/first-record.ts'
import { addDays } from './shared/dates.ts'
import { paymentTermDays, openAmount, statusAfterPayment } from './rules/invoice-totals.ts'
import { gatewayField } from './shared/payment-gateways.ts'
import { formatAmount, currencies } from './shared/money.ts'
import type { Rows } from '../generated/rows.ts'

type PaymentRow = Rows['payments']

const paidOnCreation = assumed(
  'payment.settles',
  'a payment that is created over the API has the status paid',
  {
    reason: 'integrations create payments to record money that was received elsewhere',
  },
)

const acceptsRefunds = assumed(
  'payment.negative',
  'a negative amount of a payment is stored: a refund, which raises the open amount of the invoice',
  {
    reason: 'the document gives no limit, and an administration records refunds',
    alternatives: { alternative: 'a negative amount of a payment is refused with 422' },
  },
)

const paysInCurrency = assumed(
  'payment.currency',
  'a payment in another currency than its invoice is refused with 422',
  { reason: 'the open amount of an invoice is an amount in its currency' },
)

const paymentAmount: NumberLimit = {
  check: (tx: Tx, value: number | string) =>
    Number(value) < 0 && !tx.assumes(acceptsRefunds) ? { '': 'must be at least 0' } : {},
}

/** A payment of an invoice. */
export const PaymentShape = {
  ...identity,
  invoice_id: ref('invoices').partOf(),
  amount: decimal(),
  currency: choice(currencies).defaultsTo(
    (tx, { invoice_id }: PaymentRow) => tx.get('invoices', invoice_id).currency,
  ),
  payment_method_id: ref('payment_methods').defaultsTo((tx) =>
    firstIdOrCreate(tx, 'payment_methods', () => ({ name: 'Invoice' })),
  ),
  status: choice(['new', 'open', 'paid', 'failed', 'internal_server_error']).defaultsTo('paid'),
  gateway_id: integer().nullable(),
  date: date().defaultsTo((tx) => tx.today),
}

const PaymentMethodSummary = object({
  id: integer().required(),
  name: string().required(),
  gateway: gatewayField().required(),
  plugin_id: integer().nullable().required(),
})

/** The response to a create: the payment with its method. */
const CreatedPaymentShape = {
  ...PaymentShape,
  payment_method: PaymentMethodSummary,
  plugin_data: listOf(object({ id: integer().required(), data: customValue().required() })),
}

/** Sets the status of an invoice according to its payments. */
function updateInvoiceStatus(tx: Tx, invoice_id: number): void {
  tx.logBehaviour(paidOnCreation)
  const invoice = tx.get('invoices', invoice_id)
  tx.update('invoices', invoice_id, { status: statusAfterPayment(tx, invoice) })
}

/** Deletes a payment and updates the status of its invoice. */
function deletePayment(tx: Tx, id: number): void {
  const { invoice_id } = tx.get('payments', id)
  tx.remove('payments', id)
  updateInvoiceStatus(tx, invoice_id)
}

/** Returns the first paid invoice after the invoice of the last payment. */
function nextPaidInvoiceId(tx: Tx): number | undefined {
  const [last] = tx.scan('payments', { reverse: true })
  for (const { id, status } of tx.scan('invoices', { from: [last?.invoice_id ?? 0] })) {
    if (status === 'paid') return id
  }
  return undefined
}

const invoiceParams = { invoice_id: ref('invoices') }
const path = '/invoices/{invoice_id}/payments'

export default resource('payments', PaymentShape, { singular: 'Payment' }, ({ list, show }) => ({
  events: lifecycleEvents('payment'),

  operations: {
    get_payment_by_id: show({ scopes: ['payments:read'] }),
    get_invoice_payments_by_invoice_id: list({
      path,
      params: invoiceParams,
      scopes: ['payments:read'],
      unpagedInReference: true,
    }),
    create_invoice_payment_by_invoice_id: operation({
      method: 'POST',
      path,
      params: invoiceParams,
      scopes: ['payments:modify'],
      body: {
        amount: decimal().limitedTo(paymentAmount).required(),
        currency: choice(currencies),
        date: date(),
        payment_method_id: ref('payment_methods'),
      },
      presenter: { ...shapedObject(CreatedPaymentShape, 201) },
      handle(tx, { invoice_id, body }) {
        const { currency } = tx.get('invoices', invoice_id)
        if (
          body.currency !== undefined &&
          body.currency !== currency &&
          tx.assumes(paysInCurrency)
        ) {
          throw unprocessable({ currency: [`must be ${currency}`] }, paysInCurrency)
        }
        const payment = tx.insert('payments', {
          currency,
          ...body,
          amount: formatAmount(body.amount),
          invoice_id,
        })
        updateInvoiceStatus(tx, invoice_id)
        const method = tx.get('payment_methods', payment.payment_method_id)
        const { id, name, gateway, plugin_id } = method
        return { ...payment, payment_method: { id, name, gateway, plugin_id }, plugin_data: [] }
      },
    }),
    delete_invoice_payment_by_id_and_invoice_id: operation({
      method: 'DELETE',
      path: `${path}/{id}`,
      params: invoiceParams,
      scopes: ['destroyable_payments:destroy'],
      presenter: statusMessage('The payment was deleted.'),
      handle(tx, { invoice_id, id }) {
        if (tx.get('payments', id).invoice_id !== invoice_id) {
          throw notFound(`payment ${id} does not belong to invoice ${invoice_id}`)
        }
        deletePayment(tx, id)
      },
    }),
  },
  remove: deletePayment,

  recipe: {
    rowCounts: rowCounts(3, 150, 15_000),
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
