/** The transitions of an order: approval, cancellation and denial. */
import { type AssumedBehaviour, assumed, type Tx, unprocessable } from '../define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { cancelOrderEnrollments, enrollStudents } from './orders.enrollments.ts'

type OrderRow = Rows['orders']

const approvableStatuses = assumed(
  'order.approve.from',
  'only a requested order can be approved; otherwise 422',
  {
    reason: 'the states are documented; the transitions between them are not',
    alternatives: {
      alternative: 'approving an order that is not requested answers 200 and changes nothing',
    },
  },
)
const cancelableStatuses = assumed(
  'order.cancel.from',
  'only a requested or active order can be canceled; otherwise 422',
  {
    reason: 'the states are documented; the transitions between them are not',
    alternatives: {
      alternative: 'canceling a canceled or denied order answers 200 and changes nothing',
    },
  },
)
const deniableStatuses = assumed(
  'order.deny.from',
  'only a requested order can be denied; otherwise 422',
  {
    reason: 'the states are documented; the transitions between them are not',
    alternatives: {
      alternative: 'denying an order that is not requested answers 204 and changes nothing',
    },
  },
)

/** Returns the order if its status permits the transition, or undefined if the alternative ignores it. */
function findTransitionable(
  tx: Tx,
  id: number,
  allowedStatuses: readonly OrderRow['status'][],
  assumption: AssumedBehaviour,
): OrderRow | undefined {
  const order = tx.get('orders', id)
  if (allowedStatuses.includes(order.status)) return order
  if (!tx.assumes(assumption)) return undefined
  throw unprocessable({ status: [`is ${order.status}`] }, assumption)
}

/** Enrolls the students of an order and activates it. */
export function approveOrder(tx: Tx, order: OrderRow): OrderRow {
  enrollStudents(tx, order)
  return tx.update('orders', order.id, { status: 'active' }, 'order.approved')
}

/** Approves a requested order; with the alternative, leaves other orders as they are. */
export function approveRequestedOrder(tx: Tx, id: number): OrderRow {
  const order = findTransitionable(tx, id, ['requested'], approvableStatuses)
  return order ? approveOrder(tx, order) : tx.get('orders', id)
}

/** Cancels a requested or active order and its enrollments. */
export function cancelOrder(tx: Tx, id: number): OrderRow {
  if (!findTransitionable(tx, id, ['requested', 'active'], cancelableStatuses)) {
    return tx.get('orders', id)
  }
  cancelOrderEnrollments(tx, id)
  return tx.update('orders', id, { status: 'canceled' }, 'order.canceled')
}

/** Denies a requested order. */
export function denyOrder(tx: Tx, id: number): void {
  if (findTransitionable(tx, id, ['requested'], deniableStatuses)) {
    tx.update('orders', id, { status: 'denied' }, 'order.denied')
  }
}
