/** What an administrator does to a record of whatever kind: creates, updates, removes, publishes it. */
import { unprocessable } from '../../define/problems.ts'
import type { Operation } from '../../define/operation.ts'
import type { Resource } from '../../define/resource.ts'
import type { AnyRow, Tx } from '../../define/tx.ts'
import { EmulatorError, unknownName } from '../../machine/errors.ts'
import type { Id } from '../../machine/keys.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Transaction } from '../../model/transaction.ts'
import { insistOnMade } from '../rows/given.ts'
import { handed } from '../record-origin.ts'
import type { Maker, Values } from '../rows/row-factory.ts'
import { sayable } from '../rows/given-checks.ts'

export interface RecordActParts {
  readonly catalog: Catalog
  readonly maker: Maker
}

/** The acts, with what each is told besides the resource. */
export const recordActs = {
  create: ['values'],
  update: ['id', 'values'],
  remove: ['id'],
  publish: ['id'],
  unpublish: ['id'],
} as const

export type RecordAct = keyof typeof recordActs

export const isRecordAct = (id: string): id is RecordAct => Object.hasOwn(recordActs, id)

/** The ids of all acts that there are: those of the resources, then these. */
export const actNames = ({ acts }: Catalog): string[] => [
  ...acts.keys(),
  ...Object.keys(recordActs),
]

type Sent = Readonly<Record<string, unknown>>

/** Does one of the acts; gives the record as the service shows it, if it is still there. */
export function doToRecord(
  parts: RecordActParts,
  tx: Transaction,
  act: RecordAct,
  sent: Sent,
): unknown {
  const asked = askedIn(parts.catalog, act, sent)
  const row = doers[act](parts, tx, asked)
  return row && handed(asked.resource.name, tx.shown(asked.resource.name, row))
}

interface Asked {
  readonly resource: Resource
  readonly id: Id
  readonly values: Values
  /** What is attempted, for messages: `update meetings 4`. */
  readonly could: string
}

type Do = (parts: RecordActParts, tx: Transaction, asked: Asked) => AnyRow | undefined

const doers: Readonly<Record<RecordAct, Do>> = {
  create({ catalog, maker }, tx, { resource: { name }, values, could }) {
    insistOnMade(catalog, name, could)
    return maker.make(tx, name, sayable(tx, catalog, { table: name, said: values, could }), 'given')
  },
  update({ catalog }, tx, { resource: { name }, id, values, could }) {
    const row: AnyRow = tx.get(name, id)
    if ('id' in values && values['id'] !== id) throw unprocessable({ id: ['cannot be changed'] })
    return tx.update(name, id, sayable(tx, catalog, { table: name, said: values, could, row }))
  },
  remove({ catalog }, tx, { resource, id, could }) {
    const row: AnyRow = tx.get(resource.name, id)
    insistOnAlone(catalog, tx, resource.name, row, could)
    if (resource.remove) resource.remove(tx, id as number)
    else removeUnneeded(tx, resource.name, id)
    return undefined
  },
  publish: (parts, tx, asked) => setPublished(parts, tx, asked, true),
  unpublish: (parts, tx, asked) => setPublished(parts, tx, asked, false),
}

/** Removes a record that no other one depends on. */
function removeUnneeded(tx: Transaction, table: string, id: Id): void {
  const dependents = Object.entries(tx.dependents(table, id))
  if (dependents.length > 0) {
    const by = dependents.map(([name, count]) => `${count} ${name}`).join(', ')
    throw unprocessable({ base: [`is needed by ${by}`] })
  }
  tx.remove(table, id)
}

/** Refuses to remove what only follows another record, as long as that one is there. */
function insistOnAlone(
  catalog: Catalog,
  tx: Transaction,
  table: string,
  row: AnyRow,
  could: string,
) {
  for (const leader of catalog.leaders(table)) {
    const values = Object.entries(leader.companion.values({ id: 0 } as never))
    const led = values.find(([, value]) => value === 0)?.[0]
    const fits = values.every(([name, value]) => name === led || row[name] === value)
    if (!fits || !tx.find(leader.table, row[led ?? ''] as Id)) continue
    throw new EmulatorError('act_refused', {
      could,
      because: `it follows ${leader.table} ${String(row[led ?? ''])}`,
      advice: 'Remove that one, and this goes with it.',
    })
  }
}

/** Publishes as the API does: by an update of the record that says so. */
function setPublished(
  { catalog }: RecordActParts,
  tx: Tx,
  { resource, id, could }: Asked,
  is_published: boolean,
): AnyRow {
  const update = publishingOf(resource)
  const all = [...catalog.resources.values()]
  const known = all.filter((each) => publishingOf(each)).map(({ name }) => name)
  if (!update) throw unknownName('published resource', resource.name, known, could)
  tx.get<string>(resource.name, id)
  update.answer(tx, { id, query: {}, body: { is_published } } as never)
  return tx.get<string>(resource.name, id)
}

const publishingOf = ({ operations }: Resource): Operation | undefined =>
  Object.values(operations).find(({ method, body }) => method === 'PUT' && body?.['is_published'])

function askedIn({ resources }: Catalog, act: RecordAct, sent: Sent): Asked {
  const keys = ['resource', ...recordActs[act]]
  for (const key of Object.keys(sent)) {
    if (!keys.includes(key)) throw unknownName('key', key, keys, `${act} a record`)
  }
  const { resource: name, id, values = {} } = sent
  const could = `${act} ${String(name)}${id === undefined ? '' : ` ${String(id)}`}`
  const resource = resources.get(String(name))
  if (!resource) throw unknownName('resource', String(name), resources.keys(), could)
  const isId = !keys.includes('id') || typeof id === 'number' || typeof id === 'string'
  const isObject = typeof values === 'object' && values !== null && !Array.isArray(values)
  if (isId && isObject) return { resource, id: id as Id, values: values as Values, could }
  throw new EmulatorError('bad_input', {
    could,
    because: isId ? '"values" is no object' : '"id" is neither a number nor a text',
    advice: `Say ${keys.join(', ')}.`,
  })
}
