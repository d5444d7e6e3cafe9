/**
 * The rows that an integration wrote in the service, and how two runs compare them.
 *
 * The ids of created rows and of notifications depend on the order of work. References to them are replaced by
 * names that depend only on their content, and created rows are compared per table as a multiset.
 */
import type { FieldSpec } from '../../engine/define/fields.ts'
import { referenceTarget } from '../../engine/define/references.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { isRequest } from '../../engine/emulator/reports/request-entries.ts'
import type { Id } from '../../engine/store/keys.ts'
import type { Row } from '../../engine/store/table.ts'
import { parsedBody, shortHash, stableJson, subjectOf } from './choice-point.ts'
import { withoutEqual } from '../oracles/multiset.ts'
import { type AliasesOf, differencesBetween, type EndingDifference } from '../oracles/difference.ts'

type RowContent = Readonly<Record<string, unknown>>

/** A row that the integration created, without its id. */
interface CreatedRow {
  readonly table: string
  readonly content: RowContent
}

/** The rows that the integration wrote in the service, as they are at the end of the run. */
export interface WrittenRows {
  /** The rows that existed before: `users 3`. */
  readonly changed: ReadonlySet<string>
  /** The rows that the integration created and that exist. */
  readonly created: readonly CreatedRow[]
  /** Returns the content of an existing row by its name; undefined if it does not exist. */
  get(name: string): RowContent | undefined
  /** The names of created rows with an id, which do not depend on the order of work. */
  readonly aliasesOf: AliasesOf
}

export const writesNothing = ({ changed, created }: WrittenRows): boolean =>
  changed.size === 0 && created.length === 0

/** Finds the rows that requests of the integration created, changed or deleted. */
export function writtenRows(context: EmulatorContext, startMs: number): WrittenRows {
  const { changed, created } = changesByRequests(context)
  const contents = new RowContents(context, startMs, created)
  return {
    changed,
    created: contents.createdRows(),
    get: (name) => contents.existing(name),
    aliasesOf: contents.aliasesOf,
  }
}

interface RowAddress {
  readonly table: string
  readonly id: Id
}

function changesByRequests({ journal }: EmulatorContext): {
  changed: Set<string>
  created: ReadonlyMap<string, RowAddress>
} {
  const entries = journal.entries()
  const requests = new Set(entries.filter(isRequest).map(({ number }) => number))
  const changed = new Set<string>()
  const created = new Map<string, RowAddress>()
  for (const entry of entries) {
    if (entry.kind !== 'change' || !requests.has(entry.cause ?? 0)) continue
    const { table, id } = entry
    const name = `${table} ${id}`
    if (entry.change === 'created') created.set(name, { table, id })
    else if (!created.has(name)) changed.add(name)
  }
  return { changed, created }
}

/** The number of references that the name of a created row follows. */
const aliasDepth = 3

/** Reads rows without what depends on the order or the time of the work. */
class RowContents {
  readonly #context: EmulatorContext
  readonly #startMs: number
  readonly #created: ReadonlyMap<string, RowAddress>
  readonly #aliases = new Map<string, string>()
  #byId: ReadonlyMap<string, readonly string[]> | undefined
  readonly #notifications: (text: string) => string

  constructor(context: EmulatorContext, startMs: number, created: ReadonlyMap<string, RowAddress>) {
    this.#context = context
    this.#startMs = startMs
    this.#created = created
    this.#notifications = notificationAliases(context)
    for (const [name, { table }] of created) this.#aliases.set(name, `${table} created`)
    for (let depth = 1; depth < aliasDepth && created.size > 0; depth += 1) this.#refineAliases()
  }

  createdRows(): readonly CreatedRow[] {
    return [...this.#created.values()].flatMap(({ table, id }) => {
      const row = this.#context.store.get(table, id)
      return row ? [{ table, content: this.#contentOf(table, row, true) }] : []
    })
  }

  readonly aliasesOf: AliasesOf = (id) => this.#aliasesById().get(id) ?? []

  #aliasesById(): ReadonlyMap<string, readonly string[]> {
    if (this.#byId) return this.#byId
    const found = new Map<string, string[]>()
    for (const [name, { id }] of this.#created) {
      const alias = this.#aliases.get(name) ?? name
      found.set(String(id), [...(found.get(String(id)) ?? []), alias])
    }
    return (this.#byId = found)
  }

  existing(name: string): RowContent | undefined {
    const [table = '', id = ''] = name.split(' ', 2)
    const row = this.#context.store.get(table, /^\d+$/.test(id) ? Number(id) : id)
    return row && this.#contentOf(table, row, false)
  }

  /** Names each created row by its content, in which references have the names of the round before. */
  #refineAliases(): void {
    const refined = [...this.#created].map(([name, { table, id }]): [string, string] => {
      const row = this.#context.store.get(table, id)
      const content = row ? stableJson(this.#contentOf(table, row, true)) : 'deleted'
      return [name, `${table} created ~${shortHash(content)}`]
    })
    for (const [name, alias] of refined) this.#aliases.set(name, alias)
  }

  #contentOf(table: string, row: Row, isCreated: boolean): RowContent {
    const shape = this.#context.catalog.resources.get(table)?.shape ?? {}
    const kept = Object.entries(row).filter(
      ([name, value]) => !(isCreated && name === 'id') && !isMomentSince(value, this.#startMs),
    )
    return Object.fromEntries(
      kept.map(([name, value]) => [name, this.#valueOf(shape[name]?.spec, row, value)]),
    )
  }

  #valueOf(spec: FieldSpec | undefined, row: Row, value: unknown): unknown {
    if (typeof value === 'string') return this.#notifications(value)
    const listed = spec?.items?.spec.target
    if (listed !== undefined && Array.isArray(value)) {
      return value.map((id) => this.#referenceTo(listed, id))
    }
    const target = referenceTarget(spec, row)
    return target === undefined ? value : this.#referenceTo(target, value)
  }

  #referenceTo(table: string, id: unknown): unknown {
    return this.#aliases.get(`${table} ${String(id)}`) ?? id
  }
}

const idPattern = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g

/** Returns a function that replaces the ids of notifications in a text by the events that they tell of. */
function notificationAliases({ store }: EmulatorContext): (text: string) => string {
  let aliases: Map<string, string> | undefined
  const read = (): Map<string, string> => {
    const counts = new Map<string, number>()
    const found = new Map<string, string>()
    for (const { id, event_id: event, body } of store.scan('webhook_notifications')) {
      const name = `${String(parsedBody(String(body)).event)} ${subjectOf(String(body))}`
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      found.set(String(id), `notification of ${name} #${count}`)
      found.set(String(event), `event ${name} #${count}`)
    }
    return found
  }
  return (text) => text.replaceAll(idPattern, (id) => (aliases ??= read()).get(id) ?? id)
}

const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** Whether a value is a moment of the run, which depends on when the integration worked. */
const isMomentSince = (value: unknown, startMs: number): boolean =>
  typeof value === 'string' && momentPattern.test(value) && Date.parse(value) >= startMs

type IsEqual = (difference: EndingDifference) => boolean

/** Compares the rows that the integration wrote in either run. `isEqual` tells which differences do not count. */
export function rowDifferences(
  expected: WrittenRows,
  actual: WrittenRows,
  isEqual: IsEqual,
): EndingDifference[] {
  const names = new Set([...expected.changed, ...actual.changed])
  const changed = [...names].flatMap((name) =>
    differencesBetween(expected.get(name), actual.get(name), {}, ['rows', name]),
  )
  const tables = new Set([...expected.created, ...actual.created].map(({ table }) => table))
  const created = [...tables].flatMap((table) =>
    createdDifferences(
      table,
      contentsIn(expected.created, table),
      contentsIn(actual.created, table),
      isEqual,
    ),
  )
  return [...changed, ...created]
}

const contentsIn = (rows: readonly CreatedRow[], table: string): readonly RowContent[] =>
  rows.filter((each) => each.table === table).map(({ content }) => content)

/** Pairs rows of equal content first, then rows that differ in few fields. The rest has no counterpart. */
function createdDifferences(
  table: string,
  expected: readonly RowContent[],
  actual: readonly RowContent[],
  isEqual: IsEqual,
): EndingDifference[] {
  const path = `rows.${table} created`
  const missing = withoutEqual(expected, actual)
  const added = withoutEqual(actual, expected)
  const differences = missing.flatMap((content): EndingDifference[] => {
    const candidates = added.map((other) => ({
      other,
      found: differencesBetween(content, other, {}, ['rows', `${table} created`]).filter(
        (each) => !isEqual(each),
      ),
    }))
    const [nearest] = candidates.sort((a, b) => a.found.length - b.found.length)
    const fieldCount = Object.keys(content).length
    if (!nearest || nearest.found.length * 2 > fieldCount) return [{ path, expected: content }]
    added.splice(added.indexOf(nearest.other), 1)
    return nearest.found
  })
  return [...differences, ...added.map((content) => ({ path, actual: content }))]
}
