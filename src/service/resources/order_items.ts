import * as d from '../../engine/define/define.ts'
import { addSeconds } from '../fields/dates.ts'
import { demoStudentId } from './order_items.demo.ts'

const OrderItemShape = {
  ...d.identity,
  order_id: d.ref('orders').partOf(),
  student_id: d.ref('users'),
  ...d.timestamps,
}

export default d.resource('order_items', OrderItemShape, { singular: 'OrderItem' }, () => ({
  description: 'A place for one student, requested by an order.',

  recipe: {
    rowCounts: d.rowCounts(3, 300, 30_000),
    // An item is created at the moment of its order.
    createdBefore: ({ parent }) => addSeconds(parent('order_id')['created_at'], 2),
    fields: {
      order_id: ({ number, tx }) => tx.find('orders', number)?.id,
      student_id: demoStudentId,
    },
  },
}))
