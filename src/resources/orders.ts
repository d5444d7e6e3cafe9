import {
  amounts,
  choice,
  decimal,
  deprecated,
  identity,
  integer,
  keeping,
  lifecycle,
  listOf,
  notBefore,
  object,
  ref,
  refs,
  resource,
  stamps,
  string,
  timestamp,
} from '../define.ts'
import { custom } from './parts/custom.ts'
import { amountOrNull, costScheme } from './parts/money.ts'
import type { Rows } from './rows.ts'

type OrderRow = Rows['orders']

/** A request for places on a planned course, by a customer, for one or more students. */
export const Order = {
  ...identity,
  number: integer().initially((tx) => tx.count('orders') + 1),
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
  payment_method_id: integer().nullable(),
  payment_option_id: integer().nullable(),
  label_ids: refs('labels'),
  discount_code: string().nullable(),
  total_discount: decimal().nullable(),
  referral_id: integer().nullable(),
  planned_course_id: ref('planned_courses').deprecated(),
  custom: custom(),
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

const scopes = ['orders:read'] as const

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
            ids.includes(tx.get('planned_courses', planned_course_id).course_id),
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
  },

  recipe: {
    amounts: amounts(3, 300, 30_000),
    plain: { status: 'requested' },
    fields: {
      status: ({ chance }) =>
        chance.pick(['active', 'active', 'active', 'active', 'requested', 'canceled', 'denied']),
      origin: ({ chance }) => chance.pick(['signup', 'backend']),
      catalog_variant_id: ({ pick }) => pick('catalog_variants'),
      planned_course_id: ({ parent }) => parent('catalog_variant_id')['variantable_id'],
      cost: ({ parent }) => parent('planned_course_id')['cost'],
      cost_scheme: ({ parent }) => parent('planned_course_id')['cost_scheme'],
      total_cost_excl: ({ row }) => row['cost'],
      total_cost_incl: ({ row }) => (row['cost'] ? amountOrNull(Number(row['cost']) * 1.21) : null),
      customer_comment: ({ chance }) =>
        chance.pick([null, null, 'Please send the invoice by mail.']),
      label_ids: () => [],
      creator_id: ({ pick }) => pick('users'),
      created_at: ({ chance, moment }) => moment(-chance.integer(1, 400), chance.integer(8, 20)),
    },
  },
}))
