/** A table of repeated blocks reads like the same rows in one table. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CopyIds } from '../../../src/engine/store/copy-ids.ts'
import type { Key } from '../../../src/engine/store/keys.ts'
import { RecentValues } from '../../../src/engine/store/recent-values.ts'
import {
  type BlockKey,
  type BlockView,
  createRepeatedTable,
  type LazyTable,
} from '../../../src/engine/store/repeated-table.ts'
import {
  countTable,
  createTable,
  findFirstByKey,
  getIndex,
  type Row,
  type ScanOptions,
  scanTable,
  type Table,
  type TableSchema,
  type VisitOptions,
  visitTable,
} from '../../../src/engine/store/table.ts'
import { assertProperty } from '../../support/property-runs.ts'

const blocks = 9
const teams = 2
const rowsWith = (ids: readonly number[]): readonly Row[] =>
  ids.map((id) => ({
    id,
    kind: id % 2 === 0 ? 'even' : 'odd',
    team: id > 2 ? 2 : 1,
    label: 'first',
  }))

/** The rows with ids below 4 are a group, and the others. */
const groupOf = (row: Row): boolean => (row.id as number) < 4

/** The last ids of a block: of the first group, and of the second. */
const [firstGroup, lastId] = [3, 7]

/** A template with gaps, of which one is at the end, and one without. */
const templates = { 'with gaps': rowsWith([1, 2, 4, 6]), complete: rowsWith([1, 2, 3, 4, 5, 6, 7]) }

const schema: TableSchema = {
  name: 'people',
  columns: ['id', 'kind', 'team', 'label'],
  indexes: ['kind', 'team', 'label'].map((name) => ({
    name,
    keys: (row) => [[row[name] as string | number, row.id]],
  })),
}

const copyId = (id: number, block: number): number =>
  id <= firstGroup
    ? firstGroup * block + id
    : firstGroup * blocks + (lastId - firstGroup) * block + id - firstGroup

const copy = (row: Row, block: number): Row => ({
  ...row,
  id: copyId(row.id as number, block),
  team: (row['team'] as number) + block * teams,
  label: `label ${block}`,
})

function locate(index: string, key: Key): BlockKey | undefined {
  if (index === 'kind') return { block: undefined, key }
  if (index !== 'team') return undefined
  const [team] = key as [number]
  if (team === undefined) return { block: undefined, key }
  const block = Math.floor((team - 1) / teams)
  return { block, key: [team - block * teams] }
}

function templateOf(rows: readonly Row[]): Table {
  const template = createTable(schema, rows)
  template.lastId = lastId
  return template
}

function repeatedTable(rows: readonly Row[]): LazyTable {
  const template = templateOf(rows)
  const ids = new CopyIds(template, blocks, groupOf)
  return createRepeatedTable({
    schema,
    template: () => template,
    blocks,
    ids: () => ids,
    copy,
    recent: new RecentValues(100, () => new Map()),
    keeps: (field) => field === 'kind',
    locate,
  })
}

const id = fc.integer({ min: -1, max: blocks * lastId + 2 })
const indexed = fc.oneof(
  fc.constant({}),
  fc.record({ index: fc.constant('kind'), prefix: fc.constantFrom(['even'], ['odd'], ['none']) }),
  fc.record({
    index: fc.constant('team'),
    prefix: fc.integer({ min: -1, max: 20 }).map((n) => [n]),
  }),
  fc.record({ index: fc.constantFrom('kind', 'team', 'label') }),
)

const visits = fc
  .tuple(
    indexed,
    fc.record(
      { kind: fc.constantFrom('even', 'odd', 'none'), team: fc.integer({ min: 0, max: 19 }) },
      { requiredKeys: [] },
    ),
  )
  .map(([index, values]): VisitOptions => ({ ...index, values }))

describe.each(Object.entries(templates))('a template %s', (_, templateRows) => {
  const viewOf = (): BlockView => repeatedTable(templateRows).view!()!
  const copies = Array.from({ length: blocks }, (_, block) =>
    templateRows.map((row) => copy(row, block)),
  ).flat()
  const wholeTable = (): Table =>
    createTable(
      schema,
      copies.toSorted((a, b) => (a.id as number) - (b.id as number)),
    )

  test('a record is found by its id, and only in its block', () => {
    const [view, whole] = [viewOf(), wholeTable()]
    for (let each = -1; each <= blocks * lastId + 2; each += 1)
      expect(view.get(each)).toEqual(whole.rows.get(each))
    expect(view.get('1')).toBeUndefined()
    expect(view.size()).toBe(whole.rows.size)
  })

  test('scans have the rows of one table, in its order', () => {
    const place = fc.oneof(
      fc.record({ skip: fc.integer({ min: 0, max: 70 }) }),
      fc.record({ from: id.map((each) => [each]) }),
      fc.constant({}),
    )
    const options = fc
      .tuple(indexed, place, fc.boolean())
      .map(([index, where, reverse]): ScanOptions => {
        // Note: a scan of an index starts from a key of the index.
        const from = 'prefix' in index && 'from' in where && [...index.prefix, ...where.from]
        return { ...index, ...where, ...(from && { from }), reverse }
      })
    const scanned = new Set<string>()
    assertProperty(
      fc.property(options, (each) => {
        fc.pre(each.index === undefined || each.from === undefined || each.prefix !== undefined)
        const rows = viewOf().scan(each)
        if (!rows) return
        scanned.add(`${each.index} ${each.reverse}`)
        expect([...rows].map((row) => row.id)).toEqual(
          [...scanTable(wholeTable(), each)].map((row) => row.id),
        )
      }),
      { numRuns: 600 },
    )
    expect(scanned).toEqual(
      new Set(['undefined', 'kind', 'team'].flatMap((name) => [`${name} true`, `${name} false`])),
    )
  })

  test('visits and counts have the rows of one table', () => {
    const answered = { visit: 0, count: 0 }
    assertProperty(
      fc.property(visits, (options) => {
        const expected: Row[] = []
        visitTable(wholeTable(), options, (row) => expected.push(row))
        const [found, view]: [Row[], BlockView] = [[], viewOf()]
        if (view.visit(options, (row) => found.push(row))) {
          answered.visit += 1
          expect(new Set(found)).toEqual(new Set(expected))
        } else expect(found).toEqual([])
        // Note: the second count can come from the counts that the table keeps.
        for (const count of [view.count(options), view.count(options)]) {
          if (count === undefined) continue
          answered.count += 1
          expect(count).toBe(countTable(wholeTable(), options))
        }
      }),
      { numRuns: 600 },
    )
    expect(answered.visit).toBeGreaterThan(100)
    expect(answered.count).toBeGreaterThan(100)
  })

  test('the first key of an index is that of one table', () => {
    const [view, whole] = [viewOf(), wholeTable()]
    for (const index of ['kind', 'team'])
      expect(view.firstKey(index)).toEqual({ key: getIndex(whole, index).minKey() })
    expect(view.firstKey('label')).toBeUndefined()
  })

  test('a table that is loaded has all rows, and answers no reads by blocks', () => {
    const lazy = repeatedTable(templateRows)
    const loaded = lazy.load()
    expect([...loaded.rows.values()]).toEqual([...wholeTable().rows.values()])
    expect(loaded.lastId).toBe(lastId * blocks)
    expect(lazy.load()).toBe(loaded)
    expect(lazy.view!()).toBeUndefined()
    expect(findFirstByKey(loaded, 'label', ['label 2'])?.id).toBe(7)
  })
})

test('the third read of the whole table makes all rows and keeps them', () => {
  const template = templateOf(templates.complete)
  const lazy = createRepeatedTable({
    schema,
    template: () => template,
    blocks,
    ids: () => new CopyIds(template, blocks, groupOf),
    copy,
    recent: new RecentValues(1, () => new Map()),
    keeps: () => false,
    locate,
  })
  const readAll = (): void => void [...lazy.view!()!.scan({})!]
  readAll()
  readAll()
  expect(lazy.view!()).toBeDefined()
  readAll()
  expect(lazy.view!()).toBeUndefined()
})
