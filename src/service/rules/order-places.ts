/** The effect of canceled courses and enrollments on their order. */
import * as d from '../../engine/define/define.ts'
import { cancelEnrollments } from './enrollment-status.ts'
import { keepsOrder } from '../behaviours/sales.ts'

const cancelableStatuses = ['requested', 'active']

/** Cancels the enrollments of a course. With the alternative, its orders are canceled too. */
export function cancelCourseEnrollments(tx: d.Tx, planned_course_id: number): void {
  cancelEnrollments(tx, { planned_course_id })
  const orders = tx.where('orders', { planned_course_id })
  for (const { id } of orders.filter(({ status }) => cancelableStatuses.includes(status))) {
    if (!tx.assumes(keepsOrder)) cancelOrder(tx, id)
  }
}

/** With the alternative, cancels an order whose enrollments are all canceled. */
export function cancelOrderWithoutPlaces(tx: d.Tx, order_id: number | null): void {
  const order = tx.find('orders', order_id)
  if (!order || !cancelableStatuses.includes(order.status)) return
  const states = [
    ...tx.where('enrollments', { order_id: order.id }).map(({ status }) => status),
    ...tx.where('program_enrollments', { order_id: order.id }).map(({ state }) => state),
  ]
  if (states.some((state) => state !== 'canceled')) return
  if (!tx.assumes(keepsOrder)) cancelOrder(tx, order.id)
}

/** Makes an operation that cancels an enrollment check its order too. */
export const withOrderCheck = (operation: d.Operation): d.Operation => ({
  ...operation,
  handle(tx, input) {
    const result = operation.handle(tx, input) as { readonly order_id: number | null }
    cancelOrderWithoutPlaces(tx, result.order_id)
    return result
  },
})

const cancelOrder = (tx: d.Tx, id: number): void =>
  void tx.update('orders', id, { status: 'canceled' }, 'order.canceled')
