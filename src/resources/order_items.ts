import { amounts, identity, ref, resource, stamps } from '../define/define.ts'
import { secondsAfter } from './shared/dates.ts'
import { orderedFor } from './demo/orders.ts'

/** A place for one student, asked for in an order. */
export const OrderItem = {
  ...identity,
  order_id: ref('orders').part(),
  student_id: ref('users'),
  ...stamps,
}

export default resource('order_items', OrderItem, { one: 'OrderItem' }, () => ({
  recipe: {
    amounts: amounts(3, 300, 30_000),
    // An item is of the moment of its order.
    before: ({ parent }) => secondsAfter(parent('order_id')['created_at'], 2),
    fields: {
      order_id: ({ number, tx }) => tx.find('orders', number)?.id,
      student_id: orderedFor,
    },
  },
}))
