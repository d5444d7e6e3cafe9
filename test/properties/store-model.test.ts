/** The store behaves like a Map, and its indexes like a full search. */
import {
  type Arbitrary,
  array,
  boolean,
  constantFrom,
  integer,
  nat,
  oneof,
  option,
  property,
  record,
  uniqueArray,
} from 'fast-check'
import { expect, test } from 'vitest'
import type { CellValues } from '../../src/engine/store/cells.ts'
import { compareKeys, type Key } from '../../src/engine/store/keys.ts'
import type { Store } from '../../src/engine/store/store.ts'
import type { Row } from '../../src/engine/store/table.ts'
import { createStoreFixture, idsOf } from '../engine/store/store-fixture.ts'
import { assertProperty } from '../support/property-runs.ts'

type Model = Map<number, Row>
type Write =
  | { readonly kind: 'put'; readonly id: number; readonly values: object }
  | { readonly kind: 'remove'; readonly id: number }
type Step =
  | { readonly kind: 'transact'; readonly writes: readonly Write[]; readonly fails: boolean }
  | { readonly kind: 'save' }
  | { readonly kind: 'restore'; readonly which: number }

const idMax = 80
const values = record({
  shelf: option(nat(3), { nil: null }),
  size: option(nat(2), { nil: null }),
  tags: uniqueArray(constantFrom('red', 'new', 'big')),
})
const writes: Arbitrary<Write> = oneof(
  { weight: 3, arbitrary: record({ kind: constantFrom('put'), id: nat(idMax), values }) },
  { weight: 1, arbitrary: record({ kind: constantFrom('remove'), id: nat(idMax) }) },
)
const steps: Arbitrary<Step[]> = array(
  oneof(
    {
      weight: 6,
      arbitrary: record({
        kind: constantFrom('transact'),
        writes: array(writes, { maxLength: 60 }),
        fails: boolean(),
      }),
    },
    { weight: 1, arbitrary: record({ kind: constantFrom('save') }) },
    { weight: 1, arbitrary: record({ kind: constantFrom('restore'), which: nat(5) }) },
  ),
  { maxLength: 12 },
)

/** Writes to both: inserts, replaces or removes an id, depending on whether it exists. */
function write(store: Store, model: Model, given: Write): void {
  const { id } = given
  if (given.kind === 'remove') {
    if (model.delete(id)) store.remove('boxes', id)
    return
  }
  const row = { id, ...given.values } as Row
  if (model.has(id)) store.replace('boxes', row)
  else store.insert('boxes', row)
  model.set(id, row)
}

function play(given: readonly Step[]): { store: Store; model: Model } {
  const { store, cells } = createStoreFixture()
  let model: Model = new Map()
  const saved: { cells: CellValues; model: Model }[] = []
  for (const step of given) {
    if (step.kind === 'save') saved.push({ cells: cells.snapshot(), model: new Map(model) })
    else if (step.kind === 'restore') {
      const moment = saved[step.which % saved.length]
      if (!moment) continue
      cells.restore(moment.cells)
      model = new Map(moment.model)
    } else model = transact(store, model, step)
    expectSame(store, model)
  }
  return { store, model }
}

function transact(
  store: Store,
  before: Model,
  step: { writes: readonly Write[]; fails: boolean },
): Model {
  const model = new Map(before)
  const work = (): void => {
    for (const each of step.writes) write(store, model, each)
    expectSame(store, model)
    if (step.fails) throw new Error('boom')
  }
  if (!step.fails) store.transact(work)
  else expect(() => store.transact(work)).toThrow('boom')
  return step.fails ? before : model
}

function expectSame(store: Store, model: Model): void {
  const sorted = [...model.keys()].sort((a, b) => a - b)
  expect(idsOf(store.scan('boxes'))).toEqual(sorted)
  expect(store.size('boxes')).toBe(model.size)
  for (const id of sorted) expect(store.get('boxes', id)).toBe(model.get(id))
}

const keysOf: Readonly<Record<string, (row: Row) => Key[]>> = {
  shelf: (row) => (row['shelf'] === null ? [] : [[row['shelf'] as number]]),
  size: (row) => [[row['size'] as number | null]],
  tags: (row) => (row['tags'] as string[]).map((tag) => [tag]),
}

/** The keys of an index, each with its id, computed from all rows. */
const entriesOf = (model: Model, index: string): Key[] =>
  [...model.values()]
    .flatMap((row) => (keysOf[index] as (row: Row) => Key[])(row).map((key) => [...key, row.id]))
    .sort(compareKeys)

test('after random writes, rollbacks, snapshots and restores, the rows equal those of a Map', () => {
  assertProperty(
    property(steps, (given) => void play(given)),
    { numRuns: 60 },
  )
})

test('each index equals a full search, from any position and in both directions', () => {
  const places = array(oneof(integer({ min: -1, max: 4 }), constantFrom('new', 'red', null)), {
    minLength: 1,
    maxLength: 2,
  })
  assertProperty(
    property(steps, array(places, { maxLength: 6 }), (given, froms) => {
      const { store, model } = play(given)
      for (const index of Object.keys(keysOf)) {
        const entries = entriesOf(model, index)
        expect(store.firstKey('boxes', index)).toEqual(entries[0])
        expectWalk(store, entries, { index })
        for (const from of froms) {
          expectWalk(store, entries, { index, from })
          expectWalk(store, entries, { index, prefix: from.slice(0, 1) })
          expectWalk(store, entries, { index, prefix: from.slice(0, 1), from })
        }
      }
    }),
    { numRuns: 60 },
  )
})

function expectWalk(
  store: Store,
  entries: readonly Key[],
  options: { index: string; prefix?: Key; from?: Key },
): void {
  const { prefix = [], from } = options
  const inPrefix = entries.filter((key) => prefix.every((part, i) => key[i] === part))
  const idsBeside = (side: 1 | -1) =>
    inPrefix
      .filter((key) => !from || Math.sign(compareKeys(key, from)) === side)
      .map((key) => key.at(-1))
  const seen = (reverse: boolean) => idsOf(store.scan('boxes', { ...options, reverse }))
  const way = JSON.stringify(options)
  expect(seen(false), `forwards ${way}`).toEqual(idsBeside(1))
  expect(seen(true), `backwards ${way}`).toEqual(idsBeside(-1).toReversed())
}
