/** Generates orders: the offer agrees with the order's status, and the order precedes its start. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { findOrderingUserId } from '../demo/account-membership.ts'
import { demoLabelIds } from '../demo/labels.ts'
import { resolveOffer, findVariantId, sellsPlannedCourse } from '../rules/catalog-offers.ts'
import { formatAmountOrNull } from '../fields/money.ts'

type OrderRow = Rows['orders']

export const orderRecipe: d.Recipe = {
  rowCounts: d.rowCounts(3, 300, 30_000),
  repeated: {
    number: ({ original, block, idsPerBlock }) =>
      original['number'] + block * idsPerBlock('orders'),
  },
  generatedAfter: ['affiliations'],
  createdBefore: latestOrderDay,
  defaults: {
    status: 'requested',
    catalog_variant_id: ({ tx, row }: d.RecipeContext) =>
      findVariantId(tx, 'PlannedCourse', row['planned_course_id']),
  },
  conflict: courseConflict,
  fields: {
    origin: ({ random }) => random.pick(['signup', 'backend']),
    catalog_variant_id: (context) => {
      const { pick, number, tx, day } = context
      const [type, table] =
        number % 12 === 0
          ? (['Program::Edition', 'program_editions'] as const)
          : (['PlannedCourse', 'planned_courses'] as const)
      const pickOffer = (status: OrderRow['status']) =>
        pick(table, (offered) => fitsStatus(status, offered, day(0)))
      return findVariantId(
        tx,
        type,
        pickOffer(desiredStatus(context)) ?? pickOffer('canceled') ?? pick(table),
      )
    },
    // An order without a matching offer is canceled.
    status: (context) => {
      const status = desiredStatus(context)
      return fitsStatus(status, offeredRecord(context), context.day(0)) ? status : 'canceled'
    },
    planned_course_id: ({ parent }) => {
      const { variantable_type, variantable_id } = parent('catalog_variant_id')
      return variantable_type === 'PlannedCourse' ? variantable_id : null
    },
    created_at: demoOrderCreatedAt,
    account_id: (context) => {
      const { pick, row } = context
      const moment = row['created_at'] ?? context.now
      const isOpen = (account: d.LooseRow) =>
        findOrderingUserId(context, account, moment) !== undefined
      return pick('accounts', isOpen) ?? firstOpenAccountId(context.tx, isOpen) ?? pick('accounts')
    },
    creator_id: (context) => {
      const { parent, row, pick } = context
      const moment = row['created_at'] ?? context.now
      return findOrderingUserId(context, parent('account_id'), moment) ?? pick('users')
    },
    cost: (context) => offeredRecord(context).cost,
    cost_scheme: (context) => offeredRecord(context).cost_scheme,
    total_cost_excl: ({ row }) => row['cost'],
    total_cost_incl: ({ row }) =>
      row['cost'] ? formatAmountOrNull(Number(row['cost']) * 1.21) : null,
    customer_comment: ({ row, random }) =>
      row['origin'] === 'signup' ? random.pick([null, null, ...remarks]) : null,
    label_ids: ({ random, tx }) => demoLabelIds(tx, 'Order', random),
    payment_method_id: ({ pick }) => pick('payment_methods', (method) => method['for_customers']),
    payment_option_id: ({ pick }) => pick('payment_options'),
    referral_id: ({ pick, random }) => (random.next() < 0.5 ? pick('referrals') : null),
  },
}

const statuses: readonly OrderRow['status'][] = [
  ...(['active', 'active', 'active', 'active', 'active', 'active'] as const),
  ...(['requested', 'requested', 'canceled', 'denied'] as const),
]

/** Returns why the planned course of a row and its variant do not agree. */
function courseConflict({ row, parent }: d.RecipeContext): string | undefined {
  const { planned_course_id } = row
  const variant = parent('catalog_variant_id') as Rows['catalog_variants']
  if (planned_course_id === null || sellsPlannedCourse(variant, planned_course_id)) return undefined
  return `\`planned_course_id\` ${planned_course_id} is not the planned course of catalog variant ${variant.id}`
}

/** The status of the order if a matching offer exists. */
const desiredStatus = ({ tx, number }: d.RecipeContext): OrderRow['status'] =>
  tx.random('orders', number, 'status').pick(statuses)

const remarks = ['Please send the invoice by mail.', 'Is there a car park?', 'I come by train.']

function firstOpenAccountId(tx: d.Tx, isOpen: (account: d.LooseRow) => boolean): number | null {
  for (const account of tx.scan('accounts')) if (isOpen(account)) return account.id
  return null
}

/** Requested orders are for upcoming offers. Canceled offers have no requested or active orders. */
function fitsStatus(status: OrderRow['status'], offered: d.LooseRow, today: string): boolean {
  const start = offered['start_date'] ?? today
  if (offered['created_at'].slice(0, 10) >= (start < today ? start : today)) return false
  if (status === 'requested') return isCanceled(offered) ? false : offered['start_date'] > today
  return status === 'active' ? !isCanceled(offered) : true
}

const isCanceled = (offered: d.LooseRow): boolean => offered['status'] === 'canceled'

const offeredRecord = ({ tx, parent }: d.RecipeContext) =>
  resolveOffer(tx, parent('catalog_variant_id') as never).row

/** Returns the day before which the order was placed: the start of the offer, at most today. */
function latestOrderDay(context: d.RecipeContext): string {
  const [today, start] = [context.day(0), offeredRecord(context).start_date]
  return start !== null && start < today ? start : today
}

/** Returns a moment after the creation of the offer, or undefined if there is none. */
function demoOrderCreatedAt(context: d.RecipeContext): string | undefined {
  const { timestampAt, random, parent } = context
  const [offered, bound] = [
    parent('catalog_variant_id')['created_at'],
    timestampAt(latestOrderDay(context), 0),
  ]
  const [begin, end] = [Date.parse(offered), Date.parse(bound)]
  if (begin >= end) return undefined
  const moment = new Date(end - 1_000 - random.next() * (end - begin - 1_000)).toISOString()
  const inHours = timestampAt(moment.slice(0, 10), random.integer(8, 20))
  if (offered < inHours && inHours < bound) return inHours
  return `${moment.slice(0, 19)}.000Z`
}
