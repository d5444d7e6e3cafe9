/** The references of a row: the rows that it refers to, and the ids without a row. */
import { createEmulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import {
  integer,
  object,
  polymorphicRef,
  ref,
  refs,
  map,
  type Shape,
  string,
  variant,
} from '../../../src/engine/define/fields.ts'
import type { RowValues, Tx } from '../../../src/engine/define/tx.ts'
import { findReferencedRows, missingReferencePaths } from '../../../src/engine/define/references.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'

/** Reads a world with two labels and two departments. */
function read<T>(work: (tx: Tx) => T): T {
  const emulator = createEmulator({ world: 'empty' })
  emulator.given('labels', 2)
  emulator.given('departments', 2)
  return contextOf(emulator).model.read(work)
}

describe('the rows that a row refers to', () => {
  const shape: Shape = {
    id: integer(),
    name: string(),
    label: ref('labels'),
    labels: refs('labels'),
    owner_type: string(),
    owner: polymorphicRef('owner_type', { Label: 'labels', Department: 'departments' }),
    counted: refs('labels').computed(() => [1]),
  }

  test.each<[RowValues, [table: string, id: number][]]>([
    [{ id: 1, name: 'Mia' }, []],
    [{ label: 2 }, [['labels', 2]]],
    [{ label: null }, []],
    [{ label: 9 }, []],
    [{ labels: [] }, []],
    [
      { labels: [2, 9, 1] },
      [
        ['labels', 2],
        ['labels', 1],
      ],
    ],
    [{ owner_type: 'Department', owner: 2 }, [['departments', 2]]],
    [{ owner_type: 'Label', owner: 2 }, [['labels', 2]]],
    [{ owner_type: 'Other', owner: 2 }, []],
    [{ counted: [1] }, []],
    [{ unknown: 1 }, []],
    [
      { label: 1, labels: [2], owner_type: 'Department', owner: 1 },
      [
        ['labels', 1],
        ['labels', 2],
        ['departments', 1],
      ],
    ],
  ])('of %j are %j', (row, expected) => {
    const [found, rows] = read((tx) => [
      findReferencedRows(tx, shape, row),
      expected.map(([table, id]) => tx.get<string>(table, id)),
    ])
    expect(found).toEqual(rows)
  })
})

describe('the paths of ids without a row', () => {
  const place = object({ label: ref('labels'), name: string() })
  const choice = variant('kind', { label: { label: ref('labels') }, none: { name: string() } })

  test.each([
    ['a reference', ref('labels'), 2, []],
    ['a reference to no row', ref('labels'), 9, ['at']],
    ['null', ref('labels'), null, []],
    ['no value', ref('labels'), undefined, []],
    ['a number', integer(), 9, []],
    ['a list', refs('labels'), [9, 1, 8], ['at.0', 'at.2']],
    ['a map', map(ref('labels')), { a: 1, b: 9 }, ['at.b']],
    ['an object', place, { label: 9, name: 'x' }, ['at.label']],
    ['an object without it', place, { name: 'x' }, []],
    ['a variant', choice, { kind: 'label', label: 9 }, ['at.label']],
    ['another variant', choice, { kind: 'none', label: 9 }, []],
    ['an unknown variant', choice, { kind: 'toString', label: 9 }, []],
  ])('of %s', (_, { spec }, value, paths) => {
    expect(read((tx) => missingReferencePaths(tx, spec, { path: 'at', value }))).toEqual(paths)
  })

  test('are those that `find` does not find', () => {
    const find = (_: Tx, table: string, id: number) =>
      table === 'labels' && id === 9 ? ({ id } as never) : undefined
    const paths = read((tx) =>
      missingReferencePaths(tx, refs('labels').spec, { path: 'at', value: [1, 9], find }),
    )
    expect(paths).toEqual(['at.0'])
  })
})
