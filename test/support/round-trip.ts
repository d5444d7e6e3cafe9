/** Reads records and sends them back unchanged, for the law "round trip". */
import type { Emulator } from 'course-admin-emulator'
import type { AnyRow } from '../../src/engine/define/tx.ts'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import { createCatalog, type CatalogOperation } from '../../src/engine/model/catalog.ts'
import { resources } from '../../src/service/resources/resource-list.ts'
import { send } from './api-client.ts'
import { walkPages } from './page-walk.ts'

const catalog = createCatalog(resources)
const operations = [...catalog.operations.values()]

/** An update replaces the values of a record; other PUT operations end with a verb, such as /cancel. */
export const updates = operations.filter(
  ({ method, path, body }) => method === 'PUT' && path.endsWith('}') && body,
)

/** The operation that reads the record of an update; undefined if only lists return it. */
export const findShow = (update: CatalogOperation): CatalogOperation | undefined =>
  operations.find(({ method, path }) => method === 'GET' && path === update.path)

/** The list of all records of a resource. */
export const findList = ({ resource }: CatalogOperation): CatalogOperation | undefined =>
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

/** The paths of a record: with its id and, if its resource has slugs, also with its slug. */
function pathsOf(
  emulator: Emulator,
  { path, resource }: CatalogOperation,
  each: AnyRow,
  withSlugs: boolean,
): string[] {
  const params = parentParams[resource.name]?.(emulator, each) ?? {}
  const ids = resource.usesSlugs && withSlugs ? [each.id, each['slug']] : [each.id]
  return ids.map((id) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(params[name] ?? id)),
    ),
  )
}

/** Reads all records of an update that only a list returns, by id; undefined for other updates. */
export async function readListed(
  emulator: Emulator,
  update: CatalogOperation,
): Promise<ListedRecords | undefined> {
  if (findShow(update)) return undefined
  const get = (path: string) => send(emulator, 'GET', path)
  const { pages } = await walkPages(get, `${findList(update)?.path}?per_page=100`, 'next')
  return new Map(pages.flat().map((record) => [(record as Row)['id'], record as Row]))
}

export const allRows = (emulator: Emulator, table: string): Iterable<AnyRow> =>
  contextOf(emulator).store.scan(table) as Iterable<AnyRow>

/** A prime, so that the positions lie in different blocks and at different places of their blocks. */
const stride = 7_919

/** The number of rows of a table. */
export const sizeOf = (emulator: Emulator, table: string): number =>
  contextOf(emulator).store.size(table)

/** Positions in all parts of a table; all positions of a smaller table. */
export const samplePositions = (size: number, count: number): number[] =>
  Array.from({ length: Math.min(size, count) }, (_, i) => (size <= count ? i : (i * stride) % size))

/** The rows at these positions. */
export const rowsAt = (emulator: Emulator, table: string, positions: readonly number[]): AnyRow[] =>
  positions.map((skip) => {
    const [first] = contextOf(emulator).store.scan(table, { skip })
    return first as AnyRow
  })

/** Reads the records at positions that only a list returns, by id; undefined for other updates. */
export async function readListedAt(
  emulator: Emulator,
  update: CatalogOperation,
  positions: readonly number[],
): Promise<ListedRecords | undefined> {
  if (findShow(update)) return undefined
  const records = new Map<unknown, Row>()
  for (const position of positions) {
    const path = `${findList(update)?.path}?per_page=1&page=${position + 1}`
    const [record] = (await (await send(emulator, 'GET', path)).json()) as Row[]
    if (record) records.set(record['id'], record)
  }
  return records
}

/** The records of an update that no operation shows, by id. */
type ListedRecords = ReadonlyMap<unknown, Row>

export interface SentBack {
  /** The number of records that were read and sent back. */
  readonly sent: number
  /** The records that were refused, not read, or changed. */
  readonly found: readonly unknown[]
}

/**
 * Reads each record of an update, sends it back and collects what the service refuses. `withSlugs` also
 * addresses users by their slug, for which the emulator makes all users of a large world.
 */
export async function sendBack(
  emulator: Emulator,
  update: CatalogOperation,
  rows: Iterable<AnyRow>,
  listed: ListedRecords | undefined,
  withSlugs = true,
): Promise<SentBack> {
  const found: unknown[] = []
  let sent = 0
  for (const each of rows) {
    for (const path of pathsOf(emulator, update, each, withSlugs)) {
      const read = listed ? undefined : await send(emulator, 'GET', path)
      const record = read?.status === 200 ? await read.json() : listed?.get(each.id)
      const unread = unreadable[update.id]
      const reason = unread?.applies(each) ? unread.reason : undefined
      if (!record && reason === undefined) found.push([path, 'is not read', read?.status])
      if (record && reason !== undefined) found.push([path, 'is read, although', reason])
      if (!record) continue
      sent += 1
      const before = contextOf(emulator).journal.lastNumber()
      const answer = await send(emulator, 'PUT', path, record)
      if (answer.status >= 300) found.push([path, answer.status, await answer.text()])
      found.push(...changesAfter(emulator, before).map((change) => [path, change]))
    }
  }
  return { sent, found }
}

/** The changes since an entry of more than the time of an update, as sentences. */
const changesAfter = (emulator: Emulator, number: number): string[] =>
  contextOf(emulator)
    .journal.entriesAfter(number, Infinity)
    .flatMap((entry) => {
      if (entry.kind !== 'change') return []
      const { table, id, change, fields } = entry
      const isSame = change === 'updated' && fields.every((name) => name === 'updated_at')
      return isSame ? [] : [`${table} ${id} ${change} ${fields.join(', ')}`]
    })
