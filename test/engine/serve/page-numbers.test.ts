/** Lists with deprecated page numbers: which rows a page has, and which rows it reads. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { describe, expect, test, vi } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { linkOf } from '../../support/page-walk.ts'

const perPage = 3

interface NumberedPage {
  readonly ids: readonly number[]
  readonly response: Response
}

async function pageOf({ fetch, headers }: Emulator, path: string): Promise<NumberedPage> {
  const response = await fetch(path, { headers })
  const rows = (await response.json()) as { id: number }[]
  return { ids: rows.map(({ id }) => id), response }
}

async function walk(emulator: Emulator, list: string): Promise<number[]> {
  const found: number[] = []
  const { response } = await pageOf(emulator, `${list}page=1&per_page=${perPage}`)
  const last = Number(/\bpage=(\d+)/.exec(linkOf(response, 'last') as string)?.[1])
  for (let page = 1; page <= last; page += 1) {
    const { ids } = await pageOf(emulator, `${list}page=${page}&per_page=${perPage}`)
    if (page < last) expect(ids).toHaveLength(perPage)
    found.push(...ids)
  }
  const beyond = await pageOf(emulator, `${list}page=${last + 1}&per_page=${perPage}`)
  expect(beyond.ids).toEqual([])
  return found
}

describe.each(['/users?', '/users?sort=created_at&', '/users?sort=created_at:desc&'])(
  '%s',
  (list) => {
    test('the pages have every row once, in the order of the cursors', async () => {
      const emulator = createEmulator({ world: 'small-school', scale: 3 })
      for (const id of [3, 5, 16]) emulator.act.remove('users', id)
      const { ids } = await pageOf(emulator, `${list}per_page=100`)
      expect(ids.length).toBeGreaterThan(2 * perPage)
      expect(await walk(emulator, list)).toEqual(ids)
    })

    test('a page makes its own rows', async () => {
      const emulator = createEmulator({ world: 'small-school', scale: 3 })
      const { store } = contextOf(emulator)
      const scan = store.scan.bind(store)
      let read = 0
      vi.spyOn(store, 'scan').mockImplementation(function* (table, options) {
        for (const row of scan(table, options)) {
          if (table === 'users') read += 1
          yield row
        }
      })
      await pageOf(emulator, `${list}page=5&per_page=${perPage}`)
      expect(read).toBe(perPage)
    })
  },
)

test('a filtered list counts its own rows', async () => {
  const emulator = createEmulator({ world: 'small-school' })
  const { ids } = await pageOf(emulator, '/users?role=teacher&per_page=100')
  const found = await walk(emulator, '/users?role=teacher&')
  expect(found).toEqual(ids)
})

test('a list without hidden programs counts the shown rows', async () => {
  const emulator = createEmulator({ world: 'small-school', flags: { Programs: false } })
  const { ids } = await pageOf(emulator, '/catalog/products?per_page=100')
  expect(await walk(emulator, '/catalog/products?')).toEqual(ids)
})
