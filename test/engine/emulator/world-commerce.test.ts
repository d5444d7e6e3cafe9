/** Orders, invoices, payments and notifications of seeded worlds are consistent with each other and with dates. */
import type { Rows } from '../../../src/service/generated/rows.ts'
import {
  checkWorlds,
  duplicates,
  worldStartDefault,
  type WorldRows,
} from '../../support/world-rows.ts'

const today = worldStartDefault.slice(0, 10)

/** The ordered item: a planned course or an edition. */
function offered(rows: WorldRows, { catalog_variant_id }: Rows['orders']) {
  const { variantable_type, variantable_id } = rows.get('catalog_variants', catalog_variant_id)
  return variantable_type === 'PlannedCourse'
    ? rows.get('planned_courses', variantable_id)
    : rows.get('program_editions', variantable_id)
}

const orderOf = (rows: WorldRows, { order_id }: Rows['invoices']) => rows.find('orders', order_id)
const itemsOf = (rows: WorldRows, id: number) =>
  rows.all('invoice_items').filter(({ invoice_id }) => invoice_id === id)
const billed = (rows: WorldRows) => rows.all('invoices').filter(({ order_id }) => order_id !== null)
const opened = (rows: WorldRows) => rows.all('invoices').filter(({ number_int }) => number_int)
const byNumber = (a: Rows['invoices'], b: Rows['invoices']) =>
  (a.number_int as number) - (b.number_int as number)

checkWorlds({
  'an order was placed before what it is for began, and after it was offered': (rows) =>
    rows.all('orders').filter((order) => {
      const { start_date, created_at } = offered(rows, order)
      const isLate = start_date !== null && order.created_at.slice(0, 10) >= start_date
      return isLate || order.created_at < created_at || order.created_at > worldStartDefault
    }),
  'the creator of an order belonged to its account at the time of the order': (rows) =>
    rows.all('orders').filter(({ account_id, creator_id, created_at }) => {
      const account = rows.get('accounts', account_id)
      const held = rows
        .all('affiliations')
        .find((row) => row.account_id === account_id && row.user_id === creator_id)
      const isOwn = account.personal_user_id === creator_id
      const since = held?.created_at ?? account.created_at
      return (!isOwn && !held) || since > created_at
    }),
  'an order on a personal account is for its owner': (rows) =>
    rows.all('order_items').filter(({ order_id, student_id }) => {
      const { account_id } = rows.get('orders', order_id)
      return (rows.get('accounts', account_id).personal_user_id ?? student_id) !== student_id
    }),
  'an order has one item for each student, who was known then, and costs what they cost': (rows) =>
    rows.all('orders').filter(({ id, cost, cost_scheme, total_cost_excl, ...order }) => {
      const { created_at, total_discount } = order
      const items = rows.all('order_items').filter(({ order_id }) => order_id === id)
      const known = items.every(
        (item) => rows.get('users', item.student_id).created_at < item.created_at,
      )
      const isThen = items.every((item) => item.created_at.slice(0, 10) === created_at.slice(0, 10))
      const places = cost_scheme === 'student' ? items.length : 1
      const total = cost === null ? null : Number(cost) * places - Number(total_discount ?? 0)
      const said = total_cost_excl === null ? null : Number(total_cost_excl)
      return items.length === 0 || !known || !isThen || total !== said
    }),
  'no order is live for what is canceled, nor requested for what has begun': (rows) =>
    rows.all('orders').filter((order) => {
      const { start_date, ...row } = offered(rows, order)
      const isCanceled = 'status' in row && row.status === 'canceled'
      const isLive = order.status === 'active' || order.status === 'requested'
      return (
        (isLive && isCanceled) || (order.status === 'requested' && (start_date ?? today) <= today)
      )
    }),
  'an order is paid in a way that is offered to customers': (rows) =>
    rows
      .all('orders')
      .filter(({ payment_method_id: id }) => !rows.find('payment_methods', id)?.for_customers),

  'an invoice is of an active order that costs something': (rows) =>
    billed(rows).filter((invoice) => {
      const order = orderOf(rows, invoice)
      return order?.status !== 'active' || !(Number(order.total_cost_excl) > 0)
    }),
  'no order is billed twice': (rows) => duplicates(billed(rows).map(({ order_id }) => order_id)),
  'an order that was placed long ago and costs something is billed': (rows) => {
    const ids = new Set(rows.all('invoices').map(({ order_id }) => order_id))
    return rows
      .all('orders')
      .filter(({ id, status, total_cost_excl }) =>
        status === 'active' && Number(total_cost_excl) > 0 ? !ids.has(id) : false,
      )
  },
  'an invoice comes to what the order costs, on its account': (rows) =>
    billed(rows).filter((invoice) => {
      const order = orderOf(rows, invoice)
      const items = itemsOf(rows, invoice.id)
      const total = items.reduce((sum, item) => sum + item.units * Number(item.unit_price), 0)
      return total !== Number(order?.total_cost_excl) || invoice.account_id !== order?.account_id
    }),
  'a line of an invoice is for what was ordered': (rows) =>
    billed(rows).flatMap((invoice) =>
      itemsOf(rows, invoice.id).filter(
        (item) => item.catalog_variant_id !== orderOf(rows, invoice)?.catalog_variant_id,
      ),
    ),
  'every invoice has a line, and bears the name of its account': (rows) =>
    rows
      .all('invoices')
      .filter(
        ({ id, account_id, account_name }) =>
          itemsOf(rows, id).length === 0 || rows.get('accounts', account_id).name !== account_name,
      ),
  'an invoice was made after the order, and opened after that': (rows) =>
    rows.all('invoices').filter((invoice) => {
      const { created_at, opened_at } = invoice
      const since = orderOf(rows, invoice)?.created_at ?? ''
      return created_at < since || (opened_at !== null && opened_at < created_at.slice(0, 10))
    }),
  'numbers are given at opening: from 1 on, without gaps, in the order of the days': (rows) =>
    opened(rows)
      .toSorted(byNumber)
      .filter((invoice, i, all) => {
        const before = all[i - 1]?.opened_at ?? ''
        return invoice.number_int !== i + 1 || (invoice.opened_at ?? '') < before
      }),
  'what is opened has a number and a day, and a concept has neither': (rows) =>
    rows.all('invoices').filter(({ status, number_int, opened_at, number }) => {
      const isOpened = status !== 'concept'
      const isNumbered = /^INV-\d{5}$/.test(number)
      return [number_int !== null, opened_at !== null, isNumbered].some((is) => is !== isOpened)
    }),
  'an open invoice is not due yet, and an expired one is': (rows) =>
    rows.all('invoices').filter(({ status, expiration_date }) => {
      const isDue = (expiration_date ?? '9') < today
      return (status === 'open' && isDue) || (status === 'expired' && !isDue)
    }),
  'a paid invoice is paid in full, within its days, and no other is': (rows) =>
    rows.all('invoices').filter(({ id, status, opened_at }) => {
      const payments = rows.all('payments').filter(({ invoice_id }) => invoice_id === id)
      if (status !== 'paid') return payments.length > 0
      const paid = payments.reduce((sum, { amount }) => sum + Number(amount), 0)
      const due = itemsOf(rows, id).reduce((sum, item) => {
        const { percentage } = rows.get('invoice_vats', item.invoice_vat_id)
        return sum + item.units * Number(item.unit_price) * (1 + Number(percentage) / 100)
      }, 0)
      const isTimely = payments.every(({ date }) => (opened_at ?? '') <= date && date <= today)
      return Math.abs(paid - due) > 0.01 || !isTimely
    }),

  'a notification tells of a user who was there, as often as one was created that day': (rows) =>
    rows.all('webhook_notifications').filter(({ event, body, created_at }) => {
      const since = (JSON.parse(body) as { event_data: { created_at: string } }).event_data
        .created_at
      return event === 'user.created' ? since !== created_at : since > created_at
    }),
  'a notification is of an event that its webhook wanted by then': (rows) =>
    rows.all('webhook_notifications').filter(({ webhook_id, event, created_at, attempts }) => {
      const webhook = rows.get('webhooks', webhook_id)
      const wanted = (webhook.events as string[]).includes(event) && webhook.created_at < created_at
      return !wanted || attempts.some(({ at }) => at < created_at)
    }),
})
