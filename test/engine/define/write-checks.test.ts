/** The checks of the create and update verbs: they see the body and the stored row, and can refuse both. */
import { describe, expect, test } from 'vitest'
import {
  identity,
  integer,
  resource,
  string,
  unprocessable,
} from '../../../src/engine/define/define.ts'
import { Problem } from '../../../src/engine/define/problems.ts'
import type { AnyRow, Tx } from '../../../src/engine/define/tx.ts'

const title = string()
const places = integer()

const rooms = resource('rooms', { ...identity, title, places }, { singular: 'Room' }, (verbs) => ({
  description: 'A room.',

  operations: {
    create_room: verbs.create({
      scopes: [],
      body: { title: title.required(), places },
      check(_, sent) {
        if (sent.title === 'Attic') throw unprocessable({ title: ['is closed'] })
      },
    }),
    update_room: verbs.update({
      scopes: [],
      body: { title, places },
      check(_, sent, stored) {
        if ((sent.places ?? 0) < Number(stored['places'])) {
          throw unprocessable({ places: ['must not decrease'] })
        }
      },
    }),
  },
}))

/** Returns the writes of an operation on a table with one room, and the problem that it throws. */
function perform(name: 'create_room' | 'update_room', body: object) {
  const room: AnyRow = { id: 1, title: 'Hall', places: 20 }
  const writes: object[] = []
  const tx = {
    get: () => room,
    logBehaviour: () => undefined,
    insert: (_: string, values: object) => writes.push(values),
    update: (_: string, __: number, values: object) => writes.push(values),
  } as unknown as Tx
  try {
    rooms.operations[name]?.handle(tx, { id: 1, query: {}, body } as never)
    return { writes }
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem
    return { writes, errors: problem.errors }
  }
}

describe('the check of a write', () => {
  test('refuses the body of a create', () => {
    const errors = { title: ['is closed'] }
    expect(perform('create_room', { title: 'Attic' })).toEqual({ writes: [], errors })
    expect(perform('create_room', { title: 'Cellar' })).toEqual({ writes: [{ title: 'Cellar' }] })
  })

  test('compares the body of an update with the stored row', () => {
    const errors = { places: ['must not decrease'] }
    expect(perform('update_room', { places: 19 })).toEqual({ writes: [], errors })
    expect(perform('update_room', { places: 21 })).toEqual({ writes: [{ places: 21 }] })
  })
})

test('an act of an unknown operation is refused when its resource is defined', () => {
  const define = (): unknown =>
    resource('rooms', { ...identity, title }, { singular: 'Room' }, () => ({
      description: 'A room.',
      acts: { closeRoom: { operation: 'close_room' } } as never,
    }))
  expect(define).toThrow('closeRoom names the unknown operation "close_room"')
})
