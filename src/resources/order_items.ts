import { amounts, identity, ref, resource, stamps } from '../define.ts'

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
    fields: {
      order_id: ({ number, tx, pick }) => tx.find('orders', number)?.id ?? pick('orders'),
    },
  },
}))
