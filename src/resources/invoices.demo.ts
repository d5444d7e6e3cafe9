/** How believable invoices are made: each bills an order that costs something, soon after it was placed. */
import { amounts, type Making, type Recipe, type Tx } from '../define/define.ts'
import { sortIndex } from '../define/pagination.ts'
import type { Rows } from '../generated/rows.ts'
import { isBusiness } from './demo/account-membership.ts'
import { daysAfter } from './shared/dates.ts'
import { daysToPay, nextNumber, numberText } from './rules/invoice-totals.ts'

type InvoiceRow = Rows['invoices']
type Bill = Pick<InvoiceRow, 'status' | 'opened_at' | 'number_int'>

/** Days after which no invoice is a concept any more. */
const draftDays = 30

export const invoiceRecipe: Recipe = {
  // As many as there are orders to bill, and one draft besides.
  amounts: amounts(3, 180, 18_000),
  after: ['order_items'],
  before: ({ row, at }) => (row['opened_at'] ? at(row['opened_at'], 9) : null),
  plain: {
    status: 'concept',
    order_id: null,
    number_int: ({ row, tx }: Making) => (row['status'] === 'concept' ? null : nextNumber(tx)),
    opened_at: ({ row, day }: Making) => openedPlainly(row['status'], day),
  },
  fields: {
    order_id: ({ pickNext, tx }) =>
      hasDraft(tx) ? null : pickNext('orders', (order) => isBilled(order as Rows['orders'])),
    account_id: ({ row, tx, pick }) =>
      tx.find('orders', row['order_id'])?.account_id ??
      (hasDraft(tx) ? null : pick('accounts', isBusiness)),
    status: (making) => billOf(making).status,
    number_int: (making) => billOf(making).number_int,
    opened_at: (making) => billOf(making).opened_at,
    number: ({ row, number: n }) =>
      row['number_int'] === null ? `C-${n}` : numberText(row['number_int']),
    expiration_date: ({ row }) =>
      row['opened_at'] === null ? null : daysAfter(row['opened_at'], daysToPay),
    footnote: ({ chance }) => chance.pick([null, 'Please mention the number of the invoice.']),
  },
}

const isBilled = ({ status, total_cost_excl }: Rows['orders']): boolean =>
  status === 'active' && Number(total_cost_excl ?? 0) > 0

/** Whether there is the one invoice that stands behind all orders: a draft for something else. */
function hasDraft(tx: Tx): boolean {
  const [last] = tx.walk('invoices', { reverse: true })
  return last !== undefined && last.order_id === null
}

const draft: Bill = { status: 'concept', opened_at: null, number_int: null }

/** What was worked out for a world that is being made, so that it is worked out once. */
const billings = new WeakMap<Tx, ReadonlyMap<number, Bill>>()

function billOf(making: Making): Bill {
  const { tx, row } = making
  if (!row['order_id']) return draft
  const bills = billings.get(tx) ?? billsFor(making)
  billings.set(tx, bills)
  return bills.get(row['order_id']) ?? draft
}

/** The bills of all orders: numbers are given at opening, so they rise with the days. */
function billsFor({ tx, day }: Making): Map<number, Bill> {
  const bills = new Map<number, Bill>()
  let numbers = 0
  for (const order of tx.walk('orders', { index: sortIndex('created_at') })) {
    if (!isBilled(order)) continue
    const opened_at = daysAfter(order.created_at.slice(0, 10), 1)
    const status = statusOf(opened_at, tx.chance('orders', order.id, 'billed').next(), day)
    if (status !== 'concept') numbers += 1
    bills.set(order.id, status === 'concept' ? draft : { status, opened_at, number_int: numbers })
  }
  return bills
}

function statusOf(opened: string, luck: number, day: Making['day']): InvoiceRow['status'] {
  if (opened > day(0) || (opened > day(-draftDays) && luck < 0.2)) return 'concept'
  const due = daysAfter(opened, daysToPay)
  if (due < day(0)) return luck < 0.85 ? 'paid' : 'expired'
  // None falls due on the first days of the world: what happens then is a test's own.
  return (luck < 0.5 || due <= day(2)) && opened < day(0) ? 'paid' : 'open'
}

/** The day on which an invoice in this state may have been opened. */
function openedPlainly(status: InvoiceRow['status'], day: Making['day']): string | null {
  if (status === 'concept') return null
  return status === 'open' ? day(-1) : day(-daysToPay - 2)
}
