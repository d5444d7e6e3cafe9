import * as d from '../../engine/define/define.ts'
import { labelBody, labelsBody } from '../fields/labels.ts'
import { highestNumber } from '../fields/sequence-numbers.ts'
import { nonNegative } from '../fields/number-limits.ts'
import { costSchemeField, costSchemes } from '../fields/money.ts'
import { resolveOffer, placesLeft, findVariantId } from '../rules/catalog-offers.ts'
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
import { omitsPlannedCourse } from '../behaviours/sales.ts'

type OrderRow = Rows['orders']

const isForEdition = (tx: d.Tx, { catalog_variant_id }: OrderRow): boolean =>
  tx.find('catalog_variants', catalog_variant_id)?.variantable_type === 'Program::Edition'

const OrderShape = {
  ...d.identity,
  number: d
    .integer()
    .indexed()
    .defaultsTo((tx, { id }: OrderRow) => Math.max(id, highestNumber(tx, 'orders', 'number') + 1)),
  status: d.choice(['active', 'canceled', 'denied', 'requested']).defaultsTo('requested'),
  origin: d.string().defaultsTo('backend'),
  customer_comment: d.string().nullable(),
  total_cost_excl: d.decimal().nullable(),
  total_cost_incl: d.decimal().nullable(),
  cost: d.decimal().nullable(),
  cost_scheme: costSchemeField(),
  catalog_variant_id: d.ref('catalog_variants').hiddenWith(),
  creator_id: d.ref('users').nullable(),
  account_id: d.ref('accounts'),
  payment_method_id: d.ref('payment_methods').nullable(),
  payment_option_id: d.ref('payment_options').nullable(),
  label_ids: d.refs('labels'),
  discount_code: d.string().nullable(),
  total_discount: d.decimal().nullable(),
  referral_id: d.ref('referrals').nullable(),
  planned_course_id: d
    .ref('planned_courses')
    .nullable()
    .deprecated()
    .omittedWhen((tx, row: OrderRow) => isForEdition(tx, row) && tx.assumes(omitsPlannedCourse)),
  custom: d.map(d.customValue()),
  ...d.timestamps,
  number_of_students: d
    .integer()
    .computed((tx, { id }: OrderRow) => tx.count('order_items', { order_id: id })),
  order_items: d
    .listOf(
      d.object({
        id: d.integer().required(),
        order_id: d.integer().required(),
        student_id: d.integer().required(),
        updated_at: d.timestamp().required(),
        created_at: d.timestamp().required(),
      }),
    )
    .computed((tx, { id }: OrderRow) => tx.where('order_items', { order_id: id })),
}

const body = {
  cost: d.decimal().nullable().limitedTo(nonNegative),
  cost_scheme: d.choice(costSchemes),
  catalog_variant_id: d.ref('catalog_variants').required(),
  creator_id: d.ref('users').required(),
  account_id: d.ref('accounts'),
  planned_course_id: d.ref('planned_courses'),
  payment_method_id: d.ref('payment_methods'),
  student_ids: d.refs('users').required(),
  payment_option_id: d.ref('payment_options'),
  custom: d.map(d.customValue()),
  approve: d.boolean(),
  label_ids: labelsBody('Order'),
  referral_id: d.ref('referrals'),
}

/** Returns a planned course with free places, and its variant. */
function bookableCourse(tx: d.Tx) {
  const catalog_variant_id = d.firstIdWhere(tx, 'catalog_variants', (variant) => {
    const offer = resolveOffer(tx, variant)
    return offer.productable_type === 'Course' && offer.isUnderWay && placesLeft(offer) > 0
  })
  const variant = tx.find('catalog_variants', catalog_variant_id)
  return { catalog_variant_id, planned_course_id: variant?.variantable_id }
}

const exampleWithStatus = (status: OrderRow['status']) =>
  d.exampleWhere('orders', (order) => order.status === status)

const idInput = { order_id: d.ref('orders').required().alias('order') }

const scopes = ['orders:read'] as const
const writes = ['orders:read', 'orders:modify'] as const
const path = '/orders/{id}'

export default d.resource('orders', OrderShape, { singular: 'Order' }, ({ list, show }) => ({
  description:
    "A customer's request for places in a planned course or program edition, for one or more students.",

  events: d.lifecycleEvents('order', 'approved', 'canceled', 'denied'),

  operations: {
    get_orders: list({
      scopes,
      filters: {
        creator_id: d.customFilter(d.integer(), (row: OrderRow, id) => row.creator_id === id),
        created_at_after: d.notBefore('created_at'),
        course_id: d.deprecatedFilter(
          d.customFilter(d.listOf(d.integer()), ({ planned_course_id }: OrderRow, ids, tx) =>
            ids.includes(tx.find('planned_courses', planned_course_id)?.course_id ?? 0),
          ),
        ),
        catalog_variant_id: d.customFilter(
          d.integer(),
          (row: OrderRow, id) => row.catalog_variant_id === id,
        ),
      },
      sorts: ['created_at'],
    }),
    get_order_by_id: show({ scopes }),

    create_order: d.operation({
      method: 'POST',
      path: '/orders',
      scopes: ['orders:modify'],
      body,
      presenter: d.created('orders'),
      example: (tx) => ({
        body: { ...bookableCourse(tx), cost_scheme: 'student' },
      }),
      handle(tx, { body: { approve: approved, ...sent } }) {
        const order = placeOrder(tx, sent)
        return approved ? approveOrder(tx, order) : order
      },
    }),
    approve_order_by_id: d.operation({
      method: 'PUT',
      path: `${path}/approve`,
      scopes: writes,
      presenter: d.record('orders'),
      example: d.exampleWhere('orders', (order, tx) => isApprovable(tx, order)),
      handle: (tx, { id }) => approveRequestedOrder(tx, id),
    }),
    cancel_order_by_id: d.operation({
      method: 'PUT',
      path: `${path}/cancel`,
      scopes: writes,
      presenter: d.record('orders'),
      example: exampleWithStatus('active'),
      handle: (tx, { id }) => cancelOrder(tx, id),
    }),
    deny_order_by_id: d.operation({
      method: 'PUT',
      path: `${path}/deny`,
      scopes: writes,
      presenter: d.noContent(),
      example: exampleWithStatus('requested'),
      handle: (tx, { id }) => denyOrder(tx, id),
    }),
    add_label_to_order: d.operation({
      method: 'POST',
      path: `${path}/labels`,
      scopes: ['orders:modify'],
      group: 'labels',
      body: { label_id: labelBody('Order').required() },
      presenter: d.noContent(),
      handle(tx, { id, body: { label_id } }) {
        const { label_ids } = tx.get('orders', id)
        tx.update('orders', id, { label_ids: [...new Set([...label_ids, label_id])] })
      },
    }),
  },

  acts: {
    request_order: d.act({
      summary: 'Places an order for students, as a customer does on the website.',
      input: {
        planned_course_id: d.ref('planned_courses').alias('planned_course'),
        edition_id: d.ref('program_editions').alias('edition'),
        student_ids: d.refs('users').required().alias('students'),
        creator_id: d.ref('users').alias('customer'),
        account_id: d.ref('accounts').alias('account'),
      },
      returns: 'orders',
      handle(tx, { planned_course_id, edition_id, creator_id, ...rest }) {
        if (planned_course_id !== undefined && edition_id !== undefined) {
          throw d.unprocessable({ edition_id: ['cannot be combined with a planned course'] })
        }
        const courseVariant = findVariantId(tx, 'PlannedCourse', planned_course_id ?? null)
        const variant = courseVariant ?? findVariantId(tx, 'Program::Edition', edition_id ?? null)
        if (variant === undefined) throw d.unprocessable({ planned_course_id: ['is missing'] })
        const customer = creator_id ?? (rest.student_ids[0] as number)
        return placeOrder(tx, { ...rest, catalog_variant_id: variant, creator_id: customer })
      },
    }),
    approve_order: d.actFromOperation('approve_order_by_id', {
      summary: 'Approves a requested order and enrolls its students.',
      idInput,
    }),
    cancel_order: d.actFromOperation('cancel_order_by_id', {
      summary: 'Cancels a requested or active order and its enrollments.',
      idInput,
    }),
    deny_order: d.actFromOperation('deny_order_by_id', {
      summary: 'Denies a requested order.',
      idInput,
    }),
  },

  recipe: orderRecipe,
}))
