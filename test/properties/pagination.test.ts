/** Pagination by links, for random rows, filters, sort orders and page sizes. */
import type { Emulator } from 'course-admin-emulator'
import { asyncProperty, integer, nat, oneof } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareScalars, type Scalar } from '../../src/engine/store/keys.ts'
import { walkPages } from '../support/page-walk.ts'
import { enrollments, meetings, users, type WireRecord, world } from './lists.ts'
import { assertProperty } from '../support/property-runs.ts'

describe.each([enrollments, users, meetings])('the list $path', (list) => {
  test('is covered by next, by prev in reverse, and by page numbers: each row once, in order', async () => {
    await assertProperty(
      asyncProperty(
        list.rows,
        list.filters,
        list.sort,
        oneof(
          integer({ min: 1, max: 6 }),
          integer({ min: 7, max: 100 }),
          nat(2).map((n) => n + 24),
        ),
        async (rows, filters, sort, perPage) => {
          const emulator = world.fork()
          for (const values of rows) emulator.given(list.resource, values)
          const query = [
            ...filters.flatMap((filter) => filter.query),
            ...sort.map((each) => ['sort', each] as const),
            ['per_page', String(perPage)] as const,
          ]
          const path = `${list.path}?${new URLSearchParams(query.map(([a, b]) => [a, b]))}`
          const wanted = (emulator.rows(list.resource) as unknown as WireRecord[]).filter((row) =>
            filters.every(({ keeps }) => keeps(row)),
          )
          await expectCovered(emulator, path, wanted, sort, perPage)
        },
      ),
      { numRuns: 60 },
    )
  })
})

async function expectCovered(
  emulator: Emulator,
  path: string,
  wanted: readonly WireRecord[],
  sort: readonly string[],
  perPage: number,
): Promise<void> {
  const get = (to: string): Promise<Response> => emulator.fetch(to, { headers: emulator.headers })
  const { pages, last } = await walkPages(get, path, 'next')
  const seen = pages.flat() as WireRecord[]

  expect(seen.map(({ id }) => id).toSorted(byNumber)).toEqual(wanted.map(({ id }) => id))
  expect(isInOrder(seen, sort)).toBe(true)
  expect(pages.slice(0, -1).every((page) => page.length === perPage)).toBe(true)
  expect(pages).toHaveLength(Math.max(1, Math.ceil(wanted.length / perPage)))

  const back = await walkPages(get, last, 'prev')
  expect(back.pages.toReversed()).toEqual(pages)
  const numbered = await walkPages(get, `${path}&page=1`, 'next')
  expect(numbered.pages).toEqual(pages)
}

const byNumber = (a: number, b: number): number => a - b

/** Whether the rows are in the order of the sort keys, or of ids without sort keys. */
function isInOrder(rows: readonly WireRecord[], sort: readonly string[]): boolean {
  const keys = (sort.length > 0 ? sort : ['id']).map((each) => each.split(':'))
  return rows.slice(1).every((row, i) => {
    for (const [field = '', direction] of keys) {
      const order = compareScalars((rows[i] as WireRecord)[field] as Scalar, row[field] as Scalar)
      if (order !== 0) return direction === 'desc' ? order > 0 : order < 0
    }
    return sort.length > 0
  })
}
