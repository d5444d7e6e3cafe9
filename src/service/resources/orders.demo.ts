/** Generates orders: the offer agrees with the order's status, and the order precedes its start. */
import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import type { Rows } from '../generated/rows.ts'
import { findOrderingUserId, isBusinessAccount } from '../demo/account-membership.ts'
import {
  bookPlaces,
  countOrderStudents,
  demoEditionsMax,
  demoOrderStudents,
  isEditionOrder,
  isGroupOrder,
} from '../demo/bookings.ts'
import { demoLabelIds } from '../demo/labels.ts'
import { resolveOffer, findVariantId, sellsPlannedCourse } from '../rules/catalog-offers.ts'
import { formatAmount, needsCost } from '../fields/money.ts'

type OrderRow = Rows['orders']

export const orderRecipe: d.Recipe = {
  rowCounts: d.rowCounts(3, 300, 30_000),
  numbered: { number: ({ row }) => row['id'] },
  generatedAfter: ['affiliations', 'discount_codes', 'meetings', 'teacher_enrollments'],
  createdBefore: latestOrderDay,
  defaults: {
    status: 'requested',
    discount_code: null,
    total_discount: null,
    catalog_variant_id: ({ tx, row }: d.RecipeContext) =>
      findVariantId(tx, 'PlannedCourse', row['planned_course_id']),
  },
  conflict: courseConflict,
  fields: {
    origin: ({ random }) => random.pick(['signup', 'backend']),
    catalog_variant_id: (context) => {
      const { pick, number, tx, day } = context
      const [type, table] = isEditionOrder(number)
        ? (['Program::Edition', 'program_editions'] as const)
        : (['PlannedCourse', 'planned_courses'] as const)
      const pickOffer = (status: OrderRow['status']) =>
        pick(
          table,
          (offered) =>
            (type === 'PlannedCourse' || offered['id'] <= demoEditionsMax) &&
            fitsStatus(status, offered, day(0)),
        )
      return findVariantId(
        tx,
        type,
        pickOffer(desiredStatus(context)) ?? pickOffer('canceled') ?? pick(table),
      )
    },
    planned_course_id: ({ parent }) => {
      const { variantable_type, variantable_id } = parent('catalog_variant_id')
      return variantable_type === 'PlannedCourse' ? variantable_id : null
    },
    created_at: demoOrderCreatedAt,
    account_id: (context) => {
      const { number, pick, row } = context
      const moment = row['created_at'] ?? context.now
      const isOpen = (account: d.LooseRow) =>
        findOrderingUserId(context, account, moment) !== undefined &&
        (!isGroupOrder(number) || isBusinessAccount(account))
      return pick('accounts', isOpen) ?? firstOpenAccountId(context.tx, isOpen) ?? pick('accounts')
    },
    creator_id: (context) => {
      const { parent, row, pick } = context
      const moment = row['created_at'] ?? context.now
      return findOrderingUserId(context, parent('account_id'), moment) ?? pick('users')
    },
    // An order without a matching offer, or without a place for each student, is canceled.
    status: (context) => {
      const [status, offered] = [desiredStatus(context), offeredRecord(context)]
      demoOrderStudents(context)
      if (!fitsStatus(status, offered, context.day(0))) return 'canceled'
      return status !== 'active' || bookPlaces(context, offered) ? status : 'canceled'
    },
    cost: (context) => offeredRecord(context).cost,
    cost_scheme: (context) => offeredRecord(context).cost_scheme,
    discount_code: (context) => demoDiscount(context)?.discount_code ?? null,
    total_discount: (context) => demoTotalDiscount(context),
    total_cost_excl: (context) => {
      const price = fullPrice(context)
      return price === null
        ? null
        : formatAmount(price - Number(context.row['total_discount'] ?? 0))
    },
    total_cost_incl: ({ row }) =>
      row['total_cost_excl'] ? formatAmount(Number(row['total_cost_excl']) * 1.21) : null,
    customer_comment: ({ row, random, locale }) =>
      row['origin'] === 'signup'
        ? random.pick([null, null, ...textsIn(locale).orderRemarks])
        : null,
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

/** Returns the price without a discount: for each student, or for the order. */
function fullPrice({ number, row, tx }: d.RecipeContext): number | null {
  const { cost, cost_scheme } = row
  if ((cost ?? null) === null || !needsCost(cost_scheme)) return null
  return Number(cost) * (cost_scheme === 'student' ? countOrderStudents(tx, number) : 1)
}

/** The share of orders of one student with a discount code. */
const discountShare = 0.2

/** Picks a discount code that was valid on the day of the order, for some orders of one student. */
function demoDiscount(context: d.RecipeContext): Rows['discount_codes'] | undefined {
  const { now, number, pick, random, row, tx } = context
  if (isGroupOrder(number) || !fullPrice(context) || random.next() >= discountShare)
    return undefined
  const day = (row['created_at'] ?? now).slice(0, 10)
  const id = pick(
    'discount_codes',
    ({ start_date, expiration_date }) => start_date <= day && day <= expiration_date,
  )
  return tx.find('discount_codes', id)
}

function demoTotalDiscount(context: d.RecipeContext): string | null {
  const { tx, row } = context
  const { discount_code } = row
  const [code] = discount_code === null ? [] : tx.where('discount_codes', { discount_code })
  const price = fullPrice(context) ?? 0
  if (!code) return null
  const share = code.discount_type === 'fixed' ? code.amount : (price * code.amount) / 100
  return formatAmount(Math.min(price, share))
}

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
