import {
  act,
  assumed,
  boolean,
  choice,
  created,
  decimal,
  deprecatedFilter,
  identity,
  firstIdWhere,
  integer,
  customFilter,
  lifecycleEvents,
  listOf,
  map,
  notBefore,
  noContent,
  object,
  operation,
  actFromOperation,
  record,
  ref,
  refs,
  resource,
  timestamps,
  string,
  timestamp,
  type Tx,
  unprocessable,
  customValue,
} from '../define/define.ts'
import { labelBody, labelsBody } from './shared/labels.ts'
import { highestNumber } from './shared/sequence-numbers.ts'
import { nonNegative } from './shared/number-limits.ts'
import { costSchemeField, costSchemes } from './shared/money.ts'
import { resolveOffer, placesLeft, findVariantId } from './rules/catalog-offers.ts'
import { orderRecipe } from './orders.demo.ts'
import { isApprovable } from './orders.enrollments.ts'
import { placeOrder } from './orders.placement.ts'
import {
  approveOrder,
  approveRequestedOrder,
  cancelOrder,
  denyOrder,
} from './orders.transitions.ts'
import type { Rows } from '../generated/rows.ts'

type OrderRow = Rows['orders']

const omitsPlannedCourse = assumed(
  'order.edition',
  'an order for a program edition is answered without planned_course_id',
  {
    reason: 'the contract has the field as an optional integer, and an edition is not a course',
    alternatives: {
      alternative: 'an order for a program edition is answered with planned_course_id null',
    },
  },
)

const isForEdition = (tx: Tx, { catalog_variant_id }: OrderRow): boolean =>
  tx.find('catalog_variants', catalog_variant_id)?.variantable_type === 'Program::Edition'

/** A customer's request for places in a planned course or program edition, for one or more students. */
export const OrderShape = {
  ...identity,
  number: integer()
    .indexed()
    .defaultsTo((tx, { id }: OrderRow) => Math.max(id, highestNumber(tx, 'orders', 'number') + 1)),
  status: choice(['active', 'canceled', 'denied', 'requested']).defaultsTo('requested'),
  origin: string().defaultsTo('backend'),
  customer_comment: string().nullable(),
  total_cost_excl: decimal().nullable(),
  total_cost_incl: decimal().nullable(),
  cost: decimal().nullable(),
  cost_scheme: costSchemeField(),
  catalog_variant_id: ref('catalog_variants'),
  creator_id: ref('users').nullable(),
  account_id: ref('accounts'),
  payment_method_id: ref('payment_methods').nullable(),
  payment_option_id: ref('payment_options').nullable(),
  label_ids: refs('labels'),
  discount_code: string().nullable(),
  total_discount: decimal().nullable(),
  referral_id: ref('referrals').nullable(),
  planned_course_id: ref('planned_courses')
    .nullable()
    .deprecated()
    .omittedWhen((tx, row: OrderRow) => isForEdition(tx, row) && tx.assumes(omitsPlannedCourse)),
  custom: map(customValue()),
  ...timestamps,
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

const body = {
  cost: decimal().nullable().limitedTo(nonNegative),
  cost_scheme: choice(costSchemes),
  catalog_variant_id: ref('catalog_variants').required(),
  creator_id: ref('users').required(),
  account_id: ref('accounts'),
  planned_course_id: ref('planned_courses'),
  payment_method_id: ref('payment_methods'),
  student_ids: refs('users').required(),
  payment_option_id: ref('payment_options'),
  custom: map(customValue()),
  approve: boolean(),
  label_ids: labelsBody('Order'),
  referral_id: ref('referrals'),
}

/** Returns a planned course with free places, and its variant. */
function bookableCourse(tx: Tx) {
  const catalog_variant_id = firstIdWhere(tx, 'catalog_variants', (variant) => {
    const offer = resolveOffer(tx, variant)
    return offer.productable_type === 'Course' && offer.isUnderWay && placesLeft(offer) > 0
  })
  const variant = tx.find('catalog_variants', catalog_variant_id)
  return { catalog_variant_id, planned_course_id: variant?.variantable_id }
}

const exampleWithStatus = (status: OrderRow['status']) => (tx: Tx) => ({
  params: { id: firstIdWhere(tx, 'orders', (order) => order.status === status) },
})

const scopes = ['orders:read'] as const
const writes = ['orders:read', 'orders:modify'] as const
const path = '/orders/{id}'

export default resource('orders', OrderShape, { singular: 'Order' }, ({ list, show }) => ({
  events: lifecycleEvents('order', 'approved', 'canceled', 'denied'),

  operations: {
    get_orders: list({
      scopes,
      filters: {
        creator_id: customFilter(integer(), (row: OrderRow, id) => row.creator_id === id),
        created_at_after: notBefore('created_at'),
        course_id: deprecatedFilter(
          customFilter(listOf(integer()), ({ planned_course_id }: OrderRow, ids, tx) =>
            ids.includes(tx.find('planned_courses', planned_course_id)?.course_id ?? 0),
          ),
        ),
        catalog_variant_id: customFilter(
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
      presenter: created('orders'),
      example: (tx) => ({
        body: { ...bookableCourse(tx), cost_scheme: 'student' },
      }),
      handle(tx, { body: { approve: approved, ...sent } }) {
        const order = placeOrder(tx, sent)
        return approved ? approveOrder(tx, order) : order
      },
    }),
    approve_order_by_id: operation({
      method: 'PUT',
      path: `${path}/approve`,
      scopes: writes,
      presenter: record('orders'),
      example: (tx) => ({
        params: { id: firstIdWhere(tx, 'orders', (order) => isApprovable(tx, order)) },
      }),
      handle: (tx, { id }) => approveRequestedOrder(tx, id),
    }),
    cancel_order_by_id: operation({
      method: 'PUT',
      path: `${path}/cancel`,
      scopes: writes,
      presenter: record('orders'),
      example: exampleWithStatus('active'),
      handle: (tx, { id }) => cancelOrder(tx, id),
    }),
    deny_order_by_id: operation({
      method: 'PUT',
      path: `${path}/deny`,
      scopes: writes,
      presenter: noContent(),
      example: exampleWithStatus('requested'),
      handle: (tx, { id }) => denyOrder(tx, id),
    }),
    add_label_to_order: operation({
      method: 'POST',
      path: `${path}/labels`,
      scopes: ['orders:modify'],
      group: 'labels',
      body: { label_id: labelBody('Order').required() },
      presenter: noContent(),
      handle(tx, { id, body: { label_id } }) {
        const { label_ids } = tx.get('orders', id)
        tx.update('orders', id, { label_ids: [...new Set([...label_ids, label_id])] })
      },
    }),
  },

  acts: {
    request_order: act({
      summary: 'Places an order for students, as a customer does on the website.',
      input: {
        planned_course_id: ref('planned_courses').alias('planned_course'),
        edition_id: ref('program_editions').alias('edition'),
        student_ids: refs('users').required().alias('students'),
        creator_id: ref('users').alias('customer'),
        account_id: ref('accounts').alias('account'),
      },
      returns: 'orders',
      handle(tx, { planned_course_id, edition_id, creator_id, ...rest }) {
        if (planned_course_id !== undefined && edition_id !== undefined) {
          throw unprocessable({ edition_id: ['cannot be combined with a planned course'] })
        }
        const courseVariant = findVariantId(tx, 'PlannedCourse', planned_course_id ?? null)
        const variant = courseVariant ?? findVariantId(tx, 'Program::Edition', edition_id ?? null)
        if (variant === undefined) throw unprocessable({ planned_course_id: ['is missing'] })
        const customer = creator_id ?? (rest.student_ids[0] as number)
        return placeOrder(tx, { ...rest, catalog_variant_id: variant, creator_id: customer })
      },
    }),
    approve_order: actFromOperation('approve_order_by_id', {
      summary: 'Approves a requested order and enrolls its students.',
      idInput: { order_id: ref('orders').required().alias('order') },
    }),
  },

  recipe: orderRecipe,
}))
