/** Type tests for resource definitions, checked by the compiler only. */
import { assumed } from '../../src/engine/define/behaviour.ts'
import {
  choice,
  equals,
  identity,
  operation,
  record,
  ref,
  resource,
  string,
} from '../../src/engine/define/define.ts'

const Seat = { ...identity, user_id: ref('users'), state: choice(['free', 'taken']) }
const elsewhere = assumed('types.seat', 'only a free seat is taken', { reason: 'of the types' })

resource('seats', Seat, { singular: 'Seat' }, ({ list, transition }) => ({
  description: 'A seat.',

  operations: {
    get_seats: list({ scopes: [], filters: { user_id: equals('user_id') }, sorts: ['state'] }),
    // @ts-expect-error there is no such field
    get_wrong: list({ scopes: [], filters: { user_id: equals('usr_id') } }),
    // @ts-expect-error there is no such field to sort by
    get_unsorted: list({ scopes: [], sorts: ['colour'] }),
    take_seat: transition('take', {
      scopes: [],
      field: 'state',
      from: ['free'],
      to: 'taken',
      fromOtherState: elsewhere,
    }),
    take_wrong: transition('take', {
      scopes: [],
      // @ts-expect-error there is no such state field
      field: 'stat',
      from: [],
      to: 'taken',
      fromOtherState: elsewhere,
    }),
  },
}))

operation({
  method: 'POST',
  path: '/users/{id}/notes/{note_id}',
  params: { note_id: string() },
  scopes: [],
  body: { text: string().required(), author: string().nullable() },
  presenter: record('users'),
  handle(tx, { id, note_id, body }) {
    const name: string = note_id
    const number: number = id
    const text: string = body.text
    const author: string | null | undefined = body.author
    // @ts-expect-error no such body field
    void body.txt
    // @ts-expect-error no such table field
    tx.update('users', number, { frist_name: name })
    return tx.update('users', number, { first_name: text, last_name: author ?? name })
  },
})
