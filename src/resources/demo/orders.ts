/** How believable orders are made: what is ordered fits the state of the order, and came before its start. */
import type { LooseRow, RecipeContext } from '../../define/recipe.ts'
import { rowCounts, type Recipe, type Tx } from '../../define/define.ts'
import type { Rows } from '../../generated/rows.ts'
import { findOrderingUserId } from './account-membership.ts'
import { demoLabelIds } from './labels.ts'
import { formatAmountOrNull } from '../shared/money.ts'
import { resolveOffer, findVariantId } from '../rules/catalog-offers.ts'

type OrderRow = Rows['orders']

export const orderRecipe: Recipe = {
  rowCounts: rowCounts(3, 300, 30_000),
  generatedAfter: ['affiliations'],
  createdBefore: latestOrderDay,
  defaults: { status: 'requested' },
  fields: {
    origin: ({ random }) => random.pick(['signup', 'backend']),
    catalog_variant_id: (making) => {
      const { pick, number, tx, day } = making
      const [type, table] =
        number % 12 === 0
          ? (['Program::Edition', 'program_editions'] as const)
          : (['PlannedCourse', 'planned_courses'] as const)
      const fitting = (status: OrderRow['status']) =>
        pick(table, (offered) => fitsStatus(status, offered, day(0)))
      return findVariantId(
        tx,
        type,
        fitting(desiredStatus(making)) ?? fitting('canceled') ?? pick(table),
      )
    },
    // What nothing on offer fits came to nothing.
    status: (making) => {
      const wish = desiredStatus(making)
      return fitsStatus(wish, offeredRecord(making), making.day(0)) ? wish : 'canceled'
    },
    planned_course_id: ({ parent }) => {
      const { variantable_type, variantable_id } = parent('catalog_variant_id')
      return variantable_type === 'PlannedCourse' ? variantable_id : null
    },
    created_at: demoOrderCreatedAt,
    account_id: (making) => {
      const { pick, row } = making
      const moment = row['created_at'] ?? making.now
      const isOpen = (account: LooseRow) =>
        findOrderingUserId(making, account, moment) !== undefined
      return pick('accounts', isOpen) ?? firstOpenAccountId(making.tx, isOpen) ?? pick('accounts')
    },
    creator_id: (making) => {
      const { parent, row, pick } = making
      const moment = row['created_at'] ?? making.now
      return findOrderingUserId(making, parent('account_id'), moment) ?? pick('users')
    },
    cost: (making) => offeredRecord(making).cost,
    cost_scheme: (making) => offeredRecord(making).cost_scheme,
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

/** The state that an order is to be in, if there is something to order that fits it. */
const desiredStatus = ({ tx, number }: RecipeContext): OrderRow['status'] =>
  tx.random('orders', number, 'status').pick(statuses)

const remarks = ['Please send the invoice by mail.', 'Is there a car park?', 'I come by train.']

function firstOpenAccountId(tx: Tx, isOpen: (account: LooseRow) => boolean): number | null {
  for (const account of tx.scan('accounts')) if (isOpen(account)) return account.id
  return null
}

/** What is still requested is for what is to come; what is canceled has no live orders. */
function fitsStatus(status: OrderRow['status'], offered: LooseRow, today: string): boolean {
  const start = offered['start_date'] ?? today
  if (offered['created_at'].slice(0, 10) >= (start < today ? start : today)) return false
  if (status === 'requested') return isCanceled(offered) ? false : offered['start_date'] > today
  return status === 'active' ? !isCanceled(offered) : true
}

const isCanceled = (offered: LooseRow): boolean => offered['status'] === 'canceled'

const offeredRecord = ({ tx, parent }: RecipeContext) =>
  resolveOffer(tx, parent('catalog_variant_id') as never).row

/** The day before which it was ordered: the start, or today where that is to come. */
function latestOrderDay(context: RecipeContext): string {
  const [today, start] = [context.day(0), offeredRecord(context).start_date]
  return start !== null && start < today ? start : today
}

/** A moment since it was offered; undefined where there is none. */
function demoOrderCreatedAt(context: RecipeContext): string | undefined {
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

/** For whom: the owner of a personal account, or somebody who was known when it was ordered. */
export function demoStudentId({ parent, tx, pick }: RecipeContext): unknown {
  const { account_id, created_at } = parent('order_id') as OrderRow
  const owner = tx.get('accounts', account_id).personal_user_id
  return owner ?? pick('users', (user) => user['created_at'] < created_at) ?? pick('users')
}
