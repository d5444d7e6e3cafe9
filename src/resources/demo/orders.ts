/** How believable orders are made: what is ordered fits the state of the order, and came before its start. */
import type { LooseRow, Making } from '../../define/recipe.ts'
import { amounts, type Recipe, type Tx } from '../../define/define.ts'
import type { Rows } from '../../generated/rows.ts'
import { customerOf } from './account-membership.ts'
import { demoLabels } from './labels.ts'
import { amountOrNull } from '../shared/money.ts'
import { offerOf, variantOf } from '../rules/catalog-offers.ts'

type OrderRow = Rows['orders']

export const orderRecipe: Recipe = {
  amounts: amounts(3, 300, 30_000),
  after: ['affiliations'],
  before: orderedBefore,
  plain: { status: 'requested' },
  fields: {
    origin: ({ chance }) => chance.pick(['signup', 'backend']),
    catalog_variant_id: (making) => {
      const { pick, number, tx, day } = making
      const [type, table] =
        number % 12 === 0
          ? (['Program::Edition', 'program_editions'] as const)
          : (['PlannedCourse', 'planned_courses'] as const)
      const fitting = (status: OrderRow['status']) =>
        pick(table, (offered) => suits(status, offered, day(0)))
      return variantOf(tx, type, fitting(wishOf(making)) ?? fitting('canceled') ?? pick(table))
    },
    // What nothing on offer fits came to nothing.
    status: (making) => {
      const wish = wishOf(making)
      return suits(wish, offeredRow(making), making.day(0)) ? wish : 'canceled'
    },
    planned_course_id: ({ parent }) => {
      const { variantable_type, variantable_id } = parent('catalog_variant_id')
      return variantable_type === 'PlannedCourse' ? variantable_id : null
    },
    created_at: orderedAt,
    account_id: (making) => {
      const { pick, row } = making
      const moment = row['created_at'] ?? making.now
      const isOpen = (account: LooseRow) => customerOf(making, account, moment) !== undefined
      return pick('accounts', isOpen) ?? firstOpen(making.tx, isOpen) ?? pick('accounts')
    },
    creator_id: (making) => {
      const { parent, row, pick } = making
      const moment = row['created_at'] ?? making.now
      return customerOf(making, parent('account_id'), moment) ?? pick('users')
    },
    cost: (making) => offeredRow(making).cost,
    cost_scheme: (making) => offeredRow(making).cost_scheme,
    total_cost_excl: ({ row }) => row['cost'],
    total_cost_incl: ({ row }) => (row['cost'] ? amountOrNull(Number(row['cost']) * 1.21) : null),
    customer_comment: ({ row, chance }) =>
      row['origin'] === 'signup' ? chance.pick([null, null, ...remarks]) : null,
    label_ids: ({ chance, tx }) => demoLabels(tx, 'Order', chance),
    payment_method_id: ({ pick }) => pick('payment_methods', (method) => method['for_customers']),
    payment_option_id: ({ pick }) => pick('payment_options'),
    referral_id: ({ pick, chance }) => (chance.next() < 0.5 ? pick('referrals') : null),
  },
}

const statuses: readonly OrderRow['status'][] = [
  ...(['active', 'active', 'active', 'active', 'active', 'active'] as const),
  ...(['requested', 'requested', 'canceled', 'denied'] as const),
]

/** The state that an order is to be in, if there is something to order that fits it. */
const wishOf = ({ tx, number }: Making): OrderRow['status'] =>
  tx.chance('orders', number, 'status').pick(statuses)

const remarks = ['Please send the invoice by mail.', 'Is there a car park?', 'I come by train.']

function firstOpen(tx: Tx, isOpen: (account: LooseRow) => boolean): number | null {
  for (const account of tx.walk('accounts')) if (isOpen(account)) return account.id
  return null
}

/** What is still requested is for what is to come; what is canceled has no live orders. */
function suits(status: OrderRow['status'], offered: LooseRow, today: string): boolean {
  const start = offered['start_date'] ?? today
  if (offered['created_at'].slice(0, 10) >= (start < today ? start : today)) return false
  if (status === 'requested') return isCanceled(offered) ? false : offered['start_date'] > today
  return status === 'active' ? !isCanceled(offered) : true
}

const isCanceled = (offered: LooseRow): boolean => offered['status'] === 'canceled'

const offeredRow = ({ tx, parent }: Making) =>
  offerOf(tx, parent('catalog_variant_id') as never).row

/** The day before which it was ordered: the start, or today where that is to come. */
function orderedBefore(making: Making): string {
  const [today, start] = [making.day(0), offeredRow(making).start_date]
  return start !== null && start < today ? start : today
}

/** A moment since it was offered; undefined where there is none. */
function orderedAt(making: Making): string | undefined {
  const { at, chance, parent } = making
  const [offered, bound] = [
    parent('catalog_variant_id')['created_at'],
    at(orderedBefore(making), 0),
  ]
  const [begin, end] = [Date.parse(offered), Date.parse(bound)]
  if (begin >= end) return undefined
  const moment = new Date(end - 1_000 - chance.next() * (end - begin - 1_000)).toISOString()
  const inHours = at(moment.slice(0, 10), chance.integer(8, 20))
  if (offered < inHours && inHours < bound) return inHours
  return `${moment.slice(0, 19)}.000Z`
}

/** For whom: the owner of a personal account, or somebody who was known when it was ordered. */
export function orderedFor({ parent, tx, pick }: Making): unknown {
  const { account_id, created_at } = parent('order_id') as OrderRow
  const owner = tx.get('accounts', account_id).personal_user_id
  return owner ?? pick('users', (user) => user['created_at'] < created_at) ?? pick('users')
}
