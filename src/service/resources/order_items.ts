import * as d from '../../engine/define/define.ts'
import { addSeconds } from '../fields/dates.ts'
import { countItemNumbers, demoItemStudent, orderOfItem } from '../demo/bookings.ts'

const OrderItemShape = {
  ...d.identity,
  order_id: d.ref('orders').partOf(),
  student_id: d.ref('users'),
  ...d.timestamps,
}

export default d.resource('order_items', OrderItemShape, { singular: 'OrderItem' }, () => ({
  description: 'A place for one student, requested by an order.',

  recipe: {
    rowCounts: d.rowCounts(4, 540, 54_000),
    numbers: countItemNumbers,
    // An item is created at the moment of its order.
    createdBefore: ({ parent }) => addSeconds(parent('order_id')['created_at'], 2),
    fields: {
      order_id: ({ number, tx }) => tx.find('orders', orderOfItem(number)[0])?.id,
      student_id: ({ number, tx }) => demoItemStudent(tx, number),
    },
  },
}))
