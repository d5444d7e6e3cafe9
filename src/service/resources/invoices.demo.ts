/** Generates invoices: each invoice is for an order with a price, one day after the order. */
import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import type { Rows } from '../generated/rows.ts'
import { isBusinessAccount } from '../demo/account-membership.ts'
import { renumbered } from '../demo/repeated-fields.ts'
import { addDays, addSeconds } from '../fields/dates.ts'
import { formatInvoiceNumber, nextInvoiceNumber } from './invoices.numbers.ts'
import { paymentTermDays } from '../rules/invoice-totals.ts'

type InvoiceRow = Rows['invoices']
type InvoiceState = Pick<InvoiceRow, 'status' | 'opened_at' | 'number_int'>

/** Days after which every invoice has been opened. */
const draftDays = 30

export const invoiceRecipe: d.Recipe = {
  // A draft, and one invoice for each billable order.
  rowCounts: d.rowCounts(2, 150, 15_000),
  numbers: (tx, amount) => (amount === 0 ? 0 : tx.count('orders') + 1),
  repeated: {
    // Invoices of the same day follow one another, so that the numbers of all blocks rise by date.
    number_int: ({ original, block, blocks }) =>
      original['number_int'] && (original['number_int'] - 1) * blocks + block + 1,
    account_name: ({ row, find }) => find('accounts', row['account_id'])?.['name'],
  },
  numbered: {
    number: ({ row }) => demoInvoiceNumber(row, row['id']),
    reference_id: renumbered('reference_id'),
  },
  generatedAfter: ['order_items'],
  createdBefore: ({ row, timestampAt }) =>
    row['opened_at'] ? timestampAt(row['opened_at'], 9) : null,
  defaults: {
    status: 'concept',
    order_id: null,
    number_int: ({ row, tx }: d.RecipeContext) =>
      row['status'] === 'concept' ? null : nextInvoiceNumber(tx),
    opened_at: ({ row, day }: d.RecipeContext) => defaultOpenedAt(row['status'], day),
  },
  fields: {
    order_id: ({ number, tx }) => {
      const order = tx.find('orders', number - 1)
      return order && isBillable(order) ? order.id : null
    },
    account_id: ({ number, row, tx, pick }) =>
      tx.find('orders', row['order_id'])?.account_id ??
      (number === 1 ? pick('accounts', isBusinessAccount) : null),
    status: (context) => invoiceStateFor(context).status,
    number_int: (context) => invoiceStateFor(context).number_int,
    opened_at: (context) => invoiceStateFor(context).opened_at,
    number: ({ row, number }) => demoInvoiceNumber(row, number),
    expiration_date: ({ row }) =>
      row['opened_at'] === null ? null : addDays(row['opened_at'], paymentTermDays),
    // Invoices are made in the order of their orders.
    created_at: ({ row, tx }) => {
      const order = tx.find('orders', row['order_id'])
      return order && addSeconds(order.created_at, secondsAfterOrder)
    },
    footnote: ({ random, locale }) => random.pick([null, textsIn(locale).invoices.footnote]),
  },
}

const secondsAfterOrder = 600

const demoInvoiceNumber = ({ number_int }: d.LooseRow, number: number): string =>
  number_int === null ? `C-${number}` : formatInvoiceNumber(number_int)

const isBillable = ({ status, total_cost_excl }: Rows['orders']): boolean =>
  status === 'active' && Number(total_cost_excl ?? 0) > 0

const draftState: InvoiceState = { status: 'concept', opened_at: null, number_int: null }

/** The invoice states of a world, computed once per transaction. */
const statesByTransaction = new WeakMap<d.Tx, ReadonlyMap<number, InvoiceState>>()

function invoiceStateFor(context: d.RecipeContext): InvoiceState {
  const { tx, row } = context
  if (!row['order_id']) return draftState
  const states = statesByTransaction.get(tx) ?? computeInvoiceStates(context)
  statesByTransaction.set(tx, states)
  return states.get(row['order_id']) ?? draftState
}

/** Computes the invoice state of each order. Numbers are assigned at opening, so they rise by date. */
function computeInvoiceStates({ tx, day }: d.RecipeContext): Map<number, InvoiceState> {
  const states = new Map<number, InvoiceState>()
  let lastNumber = 0
  for (const order of tx.scan('orders', { index: d.sortIndexName('created_at') })) {
    if (!isBillable(order)) continue
    const opened_at = addDays(order.created_at.slice(0, 10), 1)
    const status = demoStatus(opened_at, tx.random('orders', order.id, 'billed').next(), day)
    if (status !== 'concept') lastNumber += 1
    states.set(
      order.id,
      status === 'concept' ? draftState : { status, opened_at, number_int: lastNumber },
    )
  }
  return states
}

function demoStatus(
  opened: string,
  random: number,
  day: d.RecipeContext['day'],
): InvoiceRow['status'] {
  if (opened > day(0) || (opened > day(-draftDays) && random < 0.2)) return 'concept'
  const due = addDays(opened, paymentTermDays)
  if (due < day(0)) return random < 0.85 ? 'paid' : 'expired'
  // No invoice expires in the first days of the world, so that tests see their own changes only.
  return (random < 0.5 || due <= day(2)) && opened < day(0) ? 'paid' : 'open'
}

/** Returns a plausible opening day for an invoice with this status. */
function defaultOpenedAt(status: InvoiceRow['status'], day: d.RecipeContext['day']): string | null {
  if (status === 'concept') return null
  return status === 'open' ? day(-1) : day(-paymentTermDays - 2)
}
