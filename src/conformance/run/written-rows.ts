/**
 * The rows that an integration wrote in the service, and how two runs compare them.
 *
 * The ids of created rows and of notifications depend on the order of work. References to them are replaced by
 * names that depend only on their content, and created rows are compared per table as a multiset.
 */
import { type FieldSpec, timestamps } from '../../engine/define/fields.ts'
import { referenceTarget } from '../../engine/define/references.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { isRequest } from '../../engine/emulator/reports/request-entries.ts'
import type { Id } from '../../engine/store/keys.ts'
import type { Row } from '../../engine/store/table.ts'
import { isAssigned, isCopied } from './changed-fields.ts'
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
  /** The rows that it did not create, with the fields that it changed: `users 3`. */
  readonly changed: ReadonlyMap<string, ReadonlySet<string>>
  /** The rows that the integration created and that exist. */
  readonly created: readonly CreatedRow[]
  /** Returns the content of an existing row by its name; undefined if it does not exist. */
  get(name: string): RowContent | undefined
  /** The names of created rows with an id, which do not depend on the order of work. */
  readonly aliasesOf: AliasesOf
  /** The rows that acts created during the run, with a name that does not depend on the id. */
  readonly given: ReadonlyMap<string, string>
  /** The fields that acts of the scenario changed in rows that the integration created, by table. */
  readonly changedByActs: ReadonlyMap<string, ReadonlySet<string>>
}

export const writesNothing = ({ changed, created }: WrittenRows): boolean =>
  changed.size === 0 && created.length === 0

/** Finds the rows that requests of the integration created, changed or deleted. */
export function writtenRows(context: EmulatorContext, startMs: number): WrittenRows {
  const { changed, created, given, changedByActs } = changesIn(context)
  const contents = new RowContents(context, startMs, { created, given })
  return {
    changed,
    given,
    changedByActs,
    created: contents.createdRows(),
    get: (name) => contents.existing(name),
    aliasesOf: contents.aliasesOf,
  }
}

interface RowAddress {
  readonly table: string
  readonly id: Id
}

interface RowChanges extends Pick<WrittenRows, 'changed' | 'given' | 'changedByActs'> {
  readonly created: ReadonlyMap<string, RowAddress>
}

function changesIn({ journal }: EmulatorContext): RowChanges {
  const requests = new Set<number>()
  const acts = new Map<number, string>()
  const counts = new Map<string, number>()
  const changed = new Map<string, Set<string>>()
  const created = new Map<string, RowAddress>()
  const given = new Map<string, string>()
  const changedByActs = new Map<string, Set<string>>()
  for (const entry of journal.entries()) {
    const { number, cause = 0 } = entry
    if (isRequest(entry)) requests.add(number)
    if (entry.kind === 'act') acts.set(number, `${entry.act} ${stableJson(entry.input)}`)
    if (entry.kind !== 'change') continue
    const { table, id } = entry
    const name = `${table} ${id}`
    const act = acts.get(cause)
    if (entry.change === 'created' && act !== undefined) {
      const count = (counts.get(`${table} ${act}`) ?? 0) + 1
      counts.set(`${table} ${act}`, count)
      given.set(name, `${table} of ${act} #${count}`)
    }
    if (entry.change === 'updated' && act !== undefined && created.has(name))
      addFields(changedByActs, table, entry.fields)
    if (!requests.has(cause)) continue
    if (entry.change === 'created') created.set(name, { table, id })
    else if (!created.has(name)) addFields(changed, name, entry.fields)
  }
  return { changed, created, given, changedByActs }
}

const addFields = (
  to: Map<string, Set<string>>,
  name: string,
  fields: readonly string[],
): unknown => to.set(name, new Set([...(to.get(name) ?? []), ...fields]))

/** Replaces an id at the end of a slug, which the service makes of a name and an id. */
const withoutId = (text: string, isId: (id: string) => boolean): string =>
  /^[a-z\d-]+-\d+$/.test(text) ? text.replace(/\d+$/, (id) => (isId(id) ? '*' : id)) : text

/** The number of references that the name of a created row follows. */
const aliasDepth = 3

/** Reads rows without what depends on the order or the time of the work. */
class RowContents {
  readonly #context: EmulatorContext
  readonly #startMs: number
  readonly #created: ReadonlyMap<string, RowAddress>
  readonly #given: ReadonlyMap<string, string>
  readonly #aliases = new Map<string, string>()
  readonly #isCreatedId: (id: string) => boolean
  #byId: ReadonlyMap<string, readonly string[]> | undefined
  readonly #notifications: (text: string) => string

  constructor(
    context: EmulatorContext,
    startMs: number,
    { created, given }: Pick<RowChanges, 'created' | 'given'>,
  ) {
    this.#context = context
    this.#startMs = startMs
    this.#created = created
    this.#given = given
    const ids = new Set([...created.values()].map(({ id }) => String(id)))
    this.#isCreatedId = (id) => ids.has(id)
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
    const add = (id: string, alias: string): void =>
      void found.set(id, [...(found.get(id) ?? []), alias])
    for (const [name, { id }] of this.#created) add(String(id), this.#aliases.get(name) ?? name)
    for (const [name, alias] of this.#given) add(name.slice(name.indexOf(' ') + 1), alias)
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
      const content = row ? stableJson(withoutDates(this.#contentOf(table, row, true))) : 'deleted'
      return [name, `${table} created ~${shortHash(content)}`]
    })
    for (const [name, alias] of refined) this.#aliases.set(name, alias)
  }

  #contentOf(table: string, row: Row, isCreated: boolean): RowContent {
    const resource = this.#context.catalog.resources.get(table)
    const shape = resource?.shape ?? {}
    const dependsOnCreation = (name: string): boolean =>
      name === 'id' || isAssigned(name) || (resource !== undefined && isCopied(resource, name))
    // Note: the numbers of created records and what they copy depend on the order of work, as their ids do.
    return Object.fromEntries(
      Object.entries(withoutMoments(row, this.#startMs))
        .filter(([name]) => !(name in timestamps || (isCreated && dependsOnCreation(name))))
        .map(([name, value]) => [name, this.#valueOf(shape[name]?.spec, row, value)]),
    )
  }

  #valueOf(spec: FieldSpec | undefined, row: Row, value: unknown): unknown {
    if (typeof value === 'string') return withoutId(this.#notifications(value), this.#isCreatedId)
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

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && momentPattern.test(value)

/** Whether a value is a moment of the run, which depends on when the integration worked. */
const isMomentSince = (value: unknown, startMs: number): boolean =>
  isMoment(value) && Date.parse(value) >= startMs

/** The content of a row that names it: a run on another day has other dates. */
const withoutDates = (content: RowContent): RowContent =>
  Object.fromEntries(
    Object.entries(content).filter(([, value]) => !/^\d{4}-\d\d-\d\d/.test(String(value))),
  )

const withoutMoments = (row: Partial<Row>, startMs: number): RowContent =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => !isMomentSince(value, startMs)))

type IsEqual = (difference: EndingDifference) => boolean

/** Compares the rows that the integration wrote in either run. `isEqual` tells which differences do not count. */
export function rowDifferences(
  expected: WrittenRows,
  actual: WrittenRows,
  isEqual: IsEqual,
): EndingDifference[] {
  const names = new Map([
    ...[...actual.changed.keys()].map(
      (name) => [counterpartOf(name, actual, expected), name] as const,
    ),
    ...[...expected.changed.keys()].map(
      (name) => [name, counterpartOf(name, expected, actual)] as const,
    ),
  ])
  const changed = [...names].flatMap(([name, other]) => {
    const fields = new Set([
      ...(expected.changed.get(name) ?? []),
      ...(actual.changed.get(other) ?? []),
    ])
    // Note: values that the service makes up for a record depend on its id.
    const contentOf = (rows: WrittenRows, each: string): RowContent | undefined =>
      name === other ? rows.get(each) : pick(rows.get(each), fields)
    return differencesBetween(contentOf(expected, name), contentOf(actual, other), {}, [
      'rows',
      name,
    ])
  })
  const both = withoutActs([expected, actual])
  const tables = new Set(both.flat().map(({ table }) => table))
  const created = [...tables].flatMap((table) =>
    createdDifferences(
      table,
      both.map((rows) => contentsIn(rows, table)),
      isEqual,
    ),
  )
  return [...changed, ...created]
}

/**
 * The rows that the integration created in each run, without what acts of the scenario changed in them: an act meets a row in
 * one run only if the other run creates it later.
 */
function withoutActs(runs: readonly WrittenRows[]): readonly (readonly CreatedRow[])[] {
  const fields = new Map<string, Set<string>>()
  for (const { changedByActs } of runs)
    for (const [table, names] of changedByActs) addFields(fields, table, [...names])
  if (fields.size === 0) return runs.map(({ created }) => created)
  // Note: the name of a row is made of its content.
  const named = new RegExp(`\\b(${[...fields.keys()].join('|')}) created ~[\\da-f]+`, 'g')
  return runs.map(({ created }) =>
    created.map(({ table, content }) => {
      const own = Object.entries(content).filter(([name]) => !fields.get(table)?.has(name))
      const text = stableJson(Object.fromEntries(own)).replaceAll(named, '$1 created')
      return { table, content: JSON.parse(text) as RowContent }
    }),
  )
}

/** The name in another run of a row that the same act created. Another row has the same id. */
function counterpartOf(name: string, from: WrittenRows, to: WrittenRows): string {
  const given = from.given.get(name)
  if (given === undefined || to.given.get(name) === given) return name
  return [...to.given].find(([, other]) => other === given)?.[0] ?? name
}

const pick = (row: RowContent | undefined, fields: ReadonlySet<string>): RowContent | undefined =>
  row && Object.fromEntries(Object.entries(row).filter(([name]) => fields.has(name)))

const contentsIn = (rows: readonly CreatedRow[], table: string): readonly RowContent[] =>
  rows.filter((each) => each.table === table).map(({ content }) => content)

/** Pairs rows of equal content first, then rows that differ in few fields. The rest has no counterpart. */
function createdDifferences(
  table: string,
  [expected = [], actual = []]: readonly (readonly RowContent[])[],
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
