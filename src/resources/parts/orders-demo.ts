/** How believable orders are made: what they can be depends on what they are for. */
import type { LooseRow, Making } from '../../define/recipe.ts'
import type { Rows } from '../rows.ts'
import { customersOf } from './accounts-demo.ts'
import { offerOf } from './offers.ts'

type OrderRow = Rows['orders']

const offered = ({ tx, row }: Making) =>
  offerOf(tx, tx.get('catalog_variants', row['catalog_variant_id']))

/** What is ordered: a planned course or an edition. */
export const offeredRow = (making: Making) => offered(making).row

/** The day before which it was ordered: the start, or today where that is to come. */
export function orderedBefore(making: Making): string {
  const [today, start] = [making.day(0), offeredRow(making).start_date]
  return start !== null && start < today ? start : today
}

/** What was not canceled stays as it was; what is over or has begun is no longer requested. */
export function statusOfOrder(making: Making): OrderRow['status'] {
  const { row, isUnderWay } = offered(making)
  const { chance } = making
  if ('status' in row && row.status === 'canceled') {
    return chance.pick(['canceled', 'canceled', 'denied'])
  }
  const isToCome = isUnderWay && row.start_date !== null && row.start_date > making.day(0)
  const luck = chance.next()
  if (luck < 0.24) return luck < 0.14 ? 'canceled' : 'denied'
  return isToCome && luck < 0.6 ? 'requested' : 'active'
}

/** An account on which somebody could order by then. */
export function orderingAccount(making: Making) {
  const { tx, pick } = making
  const day = orderedBefore(making)
  const isOpen = (account: LooseRow) => customersOf(tx, account as Rows['accounts'], day).length > 0
  return pick('accounts', isOpen) ?? pick('accounts')
}

export function orderingUser(making: Making) {
  const { tx, row, chance, pick } = making
  const account = tx.get('accounts', row['account_id'])
  const customers = customersOf(tx, account, orderedBefore(making))
  return customers.length > 0 ? chance.pick(customers) : pick('users')
}

/** For whom: the owner of a personal account, or somebody known by then who has no place yet. */
export function orderedFor({ tx, row, pick }: Making) {
  const order = tx.get('orders', row['order_id'])
  const isFree = (id: number): boolean =>
    tx
      .where('order_items', { student_id: id })
      .every(({ order_id }) => !isAlike(order, tx.get('orders', order_id)))
  const owner = tx.get('accounts', order.account_id).personal_user_id
  if (owner !== null && isFree(owner)) return owner
  return (
    pick('users', ({ id, created_at }) => created_at < order.created_at && isFree(id)) ??
    pick('users')
  )
}

const isAlike = (a: OrderRow, b: OrderRow): boolean => a.catalog_variant_id === b.catalog_variant_id
