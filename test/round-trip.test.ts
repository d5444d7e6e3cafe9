/** The law "round trip": a record that is read and sent back unchanged stays the same. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import type { AnyRow } from '../src/define/tx.ts'
import { contextOf } from '../src/emulator/emulator.ts'
import { createCatalog, type CatalogOperation } from '../src/model/catalog.ts'
import { resources } from '../src/resources/resource-list.ts'
import { send } from './assumptions/probe.ts'
import { walkPages } from './support/page-walk.ts'

const rateLimit = { requestsPerWindowMax: Infinity }
const catalog = createCatalog(resources)
const operations = [...catalog.operations.values()]

/** 200 rows of each table of the large world, in five faculties. All its 720,000 rows take too long. */
const largeSample = {
  name: 'large-university',
  about: '200 rows of each table.',
  size: 'large',
  blocks: 5,
  amounts: Object.fromEntries(
    resources.flatMap(({ name, recipe }) =>
      recipe ? [[name, Math.min(recipe.rowCounts.large, 200)]] : [],
    ),
  ),
} as const
const worlds = ['small-school', 'training-company', largeSample] as const

/** An update replaces the values of a record; other PUT operations end with a verb, such as /cancel. */
const updates = operations.filter(
  ({ method, path, body }) => method === 'PUT' && path.endsWith('}') && body,
)

/** The operation that reads the record of an update; undefined if only lists return it. */
const findShow = (update: CatalogOperation): CatalogOperation | undefined =>
  operations.find(({ method, path }) => method === 'GET' && path === update.path)

/** The list of all records of a resource. */
const findList = ({ resource }: CatalogOperation): CatalogOperation | undefined =>
  operations.find(
    ({ path, presenter: { content } }) =>
      content.kind === 'page' && content.resource === resource.name && !path.includes('{'),
  )

/** The records that no operation reads, with the reason. */
const unreadable: Readonly<Record<string, { reason: string; applies(row: AnyRow): boolean }>> = {
  update_program_element_by_id: {
    reason: 'the contract shows course elements outside blocks only',
    applies: ({ element_type, block_id }) => element_type !== 'CourseElement' || block_id !== null,
  },
}

type Row = Readonly<Record<string, unknown>>

const row = (emulator: Emulator, table: string, id: unknown): AnyRow | undefined =>
  contextOf(emulator).store.get(table, id as number) as AnyRow | undefined

/** The other path parameters of nested paths, by resource. */
const parentParams: Readonly<Record<string, (emulator: Emulator, row: AnyRow) => Row>> = {
  custom_records: (emulator, { custom_object_id }) => ({
    object_slug: row(emulator, 'custom_objects', custom_object_id)?.['slug'],
  }),
  custom_field_options(emulator, { custom_field_id }) {
    const field = row(emulator, 'custom_fields', custom_field_id)
    return { object_type: field?.['object_type'], field_slug: field?.['slug'] }
  },
}

/** The paths of a record: with its id and, if its resource has slugs, with its slug. */
function pathsOf(emulator: Emulator, { path, resource }: CatalogOperation, each: AnyRow): string[] {
  const params = parentParams[resource.name]?.(emulator, each) ?? {}
  const ids = resource.usesSlugs ? [each.id, each['slug']] : [each.id]
  return ids.map((id) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(params[name] ?? id)),
    ),
  )
}

/** Reads all records of an update that only a list returns, by id. */
async function readList(emulator: Emulator, update: CatalogOperation): Promise<Map<unknown, Row>> {
  const get = (path: string) => send(emulator, 'GET', path)
  const { pages } = await walkPages(get, `${findList(update)?.path}?per_page=100`, 'next')
  return new Map(pages.flat().map((record) => [(record as Row)['id'], record as Row]))
}

const withoutUpdate = (each: object): Row =>
  Object.fromEntries(Object.entries(each).filter(([name]) => name !== 'updated_at'))

const rowsOf = (emulator: Emulator, table: string): ReadonlyMap<unknown, AnyRow> =>
  new Map(
    [...(contextOf(emulator).store.scan(table) as Iterable<AnyRow>)].map((each) => [each.id, each]),
  )

/** The rows of all tables that differ in more than the time of their update, with both versions. */
const changedRows = (emulator: Emulator, fork: Emulator): unknown[] =>
  resources.flatMap(({ name }) => {
    const [before, after] = [rowsOf(emulator, name), rowsOf(fork, name)]
    const ids = [...new Set([...before.keys(), ...after.keys()])]
    return ids.flatMap((id) => {
      const versions = [before.get(id), after.get(id)] as const
      if (versions[0] === versions[1]) return []
      const [old, current] = versions.map((each) => JSON.stringify(withoutUpdate(each ?? {})))
      return old === current ? [] : [[name, old, current]]
    })
  })

test('a changed value of a stored row is found', async () => {
  const emulator = createEmulator({ world: 'small-school' })
  const fork = emulator.fork()
  await send(fork, 'PUT', '/users/2', { first_name: 'Other' })
  expect(changedRows(emulator, fork)).toEqual([
    ['users', expect.any(String), expect.stringContaining('"first_name":"Other"')],
  ])
})

test('each update has an operation that reads its record', () => {
  const unread = updates.filter((update) => !findShow(update) && !findList(update))
  expect(unread.map(({ id }) => id)).toEqual([])
  expect(updates.length).toBeGreaterThan(25)
})

describe.each(
  worlds.map((world) => ({ name: typeof world === 'string' ? world : world.name, world })),
)('in $name', ({ world }) => {
  const emulator = createEmulator({ world, rateLimit })

  test.each(updates.map((update) => ({ id: update.id, update })))(
    '$id changes nothing of a record that was read',
    async ({ id, update }) => {
      const fork = emulator.fork()
      const listed = findShow(update) ? undefined : await readList(fork, update)
      const found: unknown[] = []
      let sent = 0
      for (const each of contextOf(emulator).store.scan(update.resource.name) as Iterable<AnyRow>) {
        for (const path of pathsOf(fork, update, each)) {
          const read = listed ? undefined : await send(fork, 'GET', path)
          const record = read?.status === 200 ? await read.json() : listed?.get(each.id)
          const reason = unreadable[id]?.applies(each) ? unreadable[id].reason : undefined
          if (!record && reason === undefined) found.push([path, 'is not read', read?.status])
          if (record && reason !== undefined) found.push([path, 'is read, although', reason])
          if (!record) continue
          sent += 1
          const answer = await send(fork, 'PUT', path, record)
          if (answer.status >= 300) found.push([path, answer.status, await answer.text()])
        }
      }
      expect(found).toEqual([])
      expect(sent).toBeGreaterThan(0)
      expect(changedRows(emulator, fork)).toEqual([])
    },
  )
})
