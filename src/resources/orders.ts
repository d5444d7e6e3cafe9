import {
  act,
  type Assumed,
  assumed,
  boolean,
  choice,
  created,
  decimal,
  deprecated,
  identity,
  idOfOne,
  integer,
  keeping,
  lifecycle,
  listOf,
  map,
  notBefore,
  nothing,
  object,
  operation,
  performs,
  record,
  ref,
  refs,
  resource,
  stamps,
  string,
  timestamp,
  type Tx,
  unprocessable,
  value,
} from '../define/define.ts'
import { highest } from './shared/sequence-numbers.ts'
import { notNegative } from './shared/number-limits.ts'
import { costScheme, costSchemes } from './shared/money.ts'
import { offerOf, placesLeftOf, variantOf } from './rules/catalog-offers.ts'
import { orderRecipe } from './demo/orders.ts'
import { cancelEnrollmentsOf, enrollStudents, isApprovable, placeOrder } from './orders.lifecycle.ts'
import type { Rows } from '../generated/rows.ts'

type OrderRow = Rows['orders']

/** A request for places on a planned course, by a customer, for one or more students. */
export const Order = {
  ...identity,
  number: integer()
    .indexed()
    .initially((tx, { id }: OrderRow) => Math.max(id, highest(tx, 'orders', 'number') + 1)),
  status: choice(['active', 'canceled', 'denied', 'requested']).initially('requested'),
  origin: string().initially('backend'),
  customer_comment: string().nullable(),
  total_cost_excl: decimal().nullable(),
  total_cost_incl: decimal().nullable(),
  cost: decimal().nullable(),
  cost_scheme: costScheme(),
  catalog_variant_id: ref('catalog_variants'),
  creator_id: ref('users').nullable(),
  account_id: ref('accounts'),
  payment_method_id: ref('payment_methods').nullable(),
  payment_option_id: ref('payment_options').nullable(),
  label_ids: refs('labels'),
  discount_code: string().nullable(),
  total_discount: decimal().nullable(),
  referral_id: ref('referrals').nullable(),
  planned_course_id: ref('planned_courses').nullable().deprecated(),
  custom: map(value()),
  ...stamps,
  number_of_students: integer().computed((tx, { id }: OrderRow) =>
    tx.count('order_items', { order_id: id }),
  ),
  order_items: listOf(
    object({
      id: integer().required(),
      order_id: integer().required(),
      student_id: integer().required(),
      updated_at: timestamp().required(),
      created_at: timestamp().required(),
    }),
  ).computed((tx, { id }: OrderRow) => tx.where('order_items', { order_id: id })),
}

const approveFrom = assumed('order.approve.from', 'only a requested order can be approved; 422', {
  because: 'the states are known, the moves between them are not',
  instead: 'approving an order that is not requested answers 200 and changes nothing',
})
const cancelFrom = assumed(
  'order.cancel.from',
  'only a requested or an active order can be canceled; otherwise 422',
  {
    because: 'the states are known, the moves between them are not',
    instead: 'canceling a canceled or denied order answers 200 and changes nothing',
  },
)
const denyFrom = assumed('order.deny.from', 'only a requested order can be denied; 422', {
  because: 'the states are known, the moves between them are not',
  instead: 'denying an order that is not requested answers 204 and changes nothing',
})

const body = {
  cost: decimal().nullable().obeying(notNegative),
  cost_scheme: choice(costSchemes),
  catalog_variant_id: ref('catalog_variants').required(),
  creator_id: ref('users').required(),
  account_id: ref('accounts'),
  planned_course_id: ref('planned_courses'),
  payment_method_id: ref('payment_methods'),
  student_ids: refs('users'),
  payment_option_id: ref('payment_options'),
  custom: map(value()),
  approve: boolean(),
  label_ids: refs('labels'),
  referral_id: ref('referrals'),
}

/** The order if it can make this move; undefined where the other reading lets it stay as it is. */
function movable(
  tx: Tx,
  id: number,
  from: readonly OrderRow['status'][],
  elsewhere: Assumed,
): OrderRow | undefined {
  const order = tx.get('orders', id)
  if (from.includes(order.status)) return order
  if (!tx.takes(elsewhere)) return undefined
  throw unprocessable({ status: [`is ${order.status}`] }, elsewhere)
}

function approve(tx: Tx, order: OrderRow): OrderRow {
  enrollStudents(tx, order)
  return tx.update('orders', order.id, { status: 'active' }, 'order.approved')
}

/** A variant on which there is room. */
const bookable = (tx: Tx) =>
  idOfOne(tx, 'catalog_variants', (variant) => {
    const offer = offerOf(tx, variant)
    return offer.isUnderWay && placesLeftOf(offer) > 0
  })

const exampleIn = (status: OrderRow['status']) => (tx: Tx) => ({
  params: { id: idOfOne(tx, 'orders', (order) => order.status === status) },
})

const scopes = ['orders:read'] as const
const writes = ['orders:read', 'orders:modify'] as const
const path = '/orders/{id}'

export default resource('orders', Order, { one: 'Order' }, ({ list, show }) => ({
  events: lifecycle('order', 'approved', 'canceled', 'denied'),

  operations: {
    get_orders: list({
      scopes,
      filters: {
        creator_id: keeping(integer(), (row: OrderRow, id) => row.creator_id === id),
        created_at_after: notBefore('created_at'),
        course_id: deprecated(
          keeping(listOf(integer()), ({ planned_course_id }: OrderRow, ids, tx) =>
            ids.includes(tx.find('planned_courses', planned_course_id)?.course_id ?? 0),
          ),
        ),
        catalog_variant_id: keeping(
          integer(),
          (row: OrderRow, id) => row.catalog_variant_id === id,
        ),
      },
      sorts: ['created_at'],
    }),
    get_order_by_id: show({ scopes }),

    create_order: operation({
      method: 'POST',
      path: '/orders',
      scopes: ['orders:modify'],
      body,
      present: created('orders'),
      example: (tx) => ({ body: { catalog_variant_id: bookable(tx), cost_scheme: 'student' } }),
      answer(tx, { body: { approve: approved, ...asked } }) {
        const order = placeOrder(tx, asked)
        return approved ? approve(tx, order) : order
      },
    }),
    approve_order_by_id: operation({
      method: 'PUT',
      path: `${path}/approve`,
      scopes: writes,
      present: record('orders'),
      example: (tx) => ({
        params: { id: idOfOne(tx, 'orders', (order) => isApprovable(tx, order)) },
      }),
      answer(tx, { id }) {
        const order = movable(tx, id, ['requested'], approveFrom)
        return order ? approve(tx, order) : tx.get('orders', id)
      },
    }),
    cancel_order_by_id: operation({
      method: 'PUT',
      path: `${path}/cancel`,
      scopes: writes,
      present: record('orders'),
      example: exampleIn('active'),
      answer(tx, { id }) {
        if (!movable(tx, id, ['requested', 'active'], cancelFrom)) return tx.get('orders', id)
        cancelEnrollmentsOf(tx, id)
        return tx.update('orders', id, { status: 'canceled' }, 'order.canceled')
      },
    }),
    deny_order_by_id: operation({
      method: 'PUT',
      path: `${path}/deny`,
      scopes: writes,
      present: nothing(),
      example: exampleIn('requested'),
      answer(tx, { id }) {
        if (movable(tx, id, ['requested'], denyFrom)) {
          tx.update('orders', id, { status: 'denied' }, 'order.denied')
        }
      },
    }),
    add_label_to_order: operation({
      method: 'POST',
      path: `${path}/labels`,
      scopes: ['orders:modify'],
      group: 'labels',
      body: { label_id: ref('labels').required() },
      present: nothing(),
      answer(tx, { id, body: { label_id } }) {
        const { label_ids } = tx.get('orders', id)
        tx.update('orders', id, { label_ids: [...new Set([...label_ids, label_id])] })
      },
    }),
  },

  acts: {
    request_order: act({
      says: 'Requests places for students, as a customer does on the website.',
      input: {
        planned_course_id: ref('planned_courses').called('planned_course'),
        edition_id: ref('program_editions').called('edition'),
        student_ids: refs('users').required().called('students'),
        creator_id: ref('users').called('customer'),
        account_id: ref('accounts').called('account'),
      },
      gives: 'orders',
      answer(tx, { planned_course_id, edition_id, creator_id, ...rest }) {
        const wanted = variantOf(tx, 'PlannedCourse', planned_course_id ?? null)
        const variant = wanted ?? variantOf(tx, 'Program::Edition', edition_id ?? null)
        if (variant === undefined) throw unprocessable({ planned_course_id: ['is missing'] })
        const customer = creator_id ?? (rest.student_ids[0] as number)
        return placeOrder(tx, { ...rest, catalog_variant_id: variant, creator_id: customer })
      },
    }),
    approve_order: performs('approve_order_by_id', {
      says: 'Approves an order that was requested: its students are enrolled.',
      of: { order_id: ref('orders').required().called('order') },
    }),
  },

  recipe: orderRecipe,
}))
