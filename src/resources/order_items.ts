import { rowCounts, identity, ref, resource, timestamps } from '../define/define.ts'
import { addSeconds } from './shared/dates.ts'
import { demoStudentId } from './order_items.demo.ts'

/** A place for one student, requested by an order. */
export const OrderItemShape = {
  ...identity,
  order_id: ref('orders').partOf(),
  student_id: ref('users'),
  ...timestamps,
}

export default resource('order_items', OrderItemShape, { singular: 'OrderItem' }, () => ({
  recipe: {
    rowCounts: rowCounts(3, 300, 30_000),
    // An item is created at the moment of its order.
    createdBefore: ({ parent }) => addSeconds(parent('order_id')['created_at'], 2),
    fields: {
      order_id: ({ number, tx }) => tx.find('orders', number)?.id,
      student_id: demoStudentId,
    },
  },
}))
