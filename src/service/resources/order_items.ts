import * as d from '../../engine/define/define.ts'
import { addSeconds } from '../fields/dates.ts'
import type { Rows } from '../generated/rows.ts'

/** Returns the owner of a personal account, or a user who was created before the order. */
function demoStudentId({ parent, tx, pick }: d.RecipeContext): unknown {
  const { account_id, created_at } = parent('order_id') as Rows['orders']
  const owner = tx.get('accounts', account_id).personal_user_id
  return owner ?? pick('users', (user) => user['created_at'] < created_at) ?? pick('users')
}

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
