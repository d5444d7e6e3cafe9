/** The transitions of an order: approval, cancellation and denial. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { cancelOrderEnrollments, enrollStudents } from './orders.enrollments.ts'
import { approvableStatuses, cancelableStatuses, deniableStatuses } from '../behaviours/sales.ts'

type OrderRow = Rows['orders']

/** Returns the order if its status permits the transition, or undefined if the alternative ignores it. */
function findTransitionable(
  tx: d.Tx,
  id: number,
  allowedStatuses: readonly OrderRow['status'][],
  assumption: d.AssumedBehaviour,
): OrderRow | undefined {
  const order = tx.get('orders', id)
  if (allowedStatuses.includes(order.status)) return order
  if (!tx.assumes(assumption)) return undefined
  throw d.unprocessable({ status: [`is ${order.status}`] }, assumption)
}

/** Enrolls the students of an order and activates it. */
export function approveOrder(tx: d.Tx, order: OrderRow): OrderRow {
  enrollStudents(tx, order)
  return tx.update('orders', order.id, { status: 'active' }, 'order.approved')
}

/** Approves a requested order; with the alternative, leaves other orders as they are. */
export function approveRequestedOrder(tx: d.Tx, id: number): OrderRow {
  const order = findTransitionable(tx, id, ['requested'], approvableStatuses)
  return order ? approveOrder(tx, order) : tx.get('orders', id)
}

/** Cancels a requested or active order and its enrollments. */
export function cancelOrder(tx: d.Tx, id: number): OrderRow {
  if (!findTransitionable(tx, id, ['requested', 'active'], cancelableStatuses)) {
    return tx.get('orders', id)
  }
  cancelOrderEnrollments(tx, id)
  return tx.update('orders', id, { status: 'canceled' }, 'order.canceled')
}

/** Denies a requested order. */
export function denyOrder(tx: d.Tx, id: number): void {
  if (findTransitionable(tx, id, ['requested'], deniableStatuses)) {
    tx.update('orders', id, { status: 'denied' }, 'order.denied')
  }
}
