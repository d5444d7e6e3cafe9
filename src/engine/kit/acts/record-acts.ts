/** Acts on records of any resource: create, update, remove, publish and unpublish. */
import { unknownResourceError } from '../../model/unknown-name.ts'
import { unprocessable } from '../../define/problems.ts'
import type { Operation } from '../../define/operation.ts'
import type { Resource } from '../../define/resource.ts'
import type { AnyRow, RowValues, Tx } from '../../define/tx.ts'
import { defined } from '../../errors/defined.ts'
import { EmulatorError, unknownNameError, textOf } from '../../errors/errors.ts'
import { assertKnownKeys, isObject } from '../../errors/argument-checks.ts'
import type { Id } from '../../store/keys.ts'
import type { Catalog } from '../../model/catalog.ts'
import { ownerIdOf } from '../../model/referrers.ts'
import type { Transaction } from '../../model/transaction.ts'
import { assertMakeable } from '../rows/given.ts'
import { trackRecord } from '../record-origin.ts'
import type { RowFactory } from '../rows/row-factory.ts'
import { checkValues } from '../rows/given-checks.ts'

export interface RecordActContext {
  readonly catalog: Catalog
  readonly rowFactory: RowFactory
}

/** The acts, with the names of their arguments after the resource. */
export const recordActs = {
  create: ['values'],
  update: ['id', 'values'],
  remove: ['id'],
  publish: ['id'],
  unpublish: ['id'],
} as const

export type RecordAct = keyof typeof recordActs

export const isRecordAct = (id: string): id is RecordAct => Object.hasOwn(recordActs, id)

/** Returns the ids of all acts: the acts of the resources, then the acts on records. */
export const actNames = ({ acts }: Catalog): string[] => [
  ...acts.keys(),
  ...Object.keys(recordActs),
]

type RecordActInput = Readonly<Record<string, unknown>>

/** The action of an act in error messages: `update meetings 4`. */
export function recordActAction(act: string, { resource, id }: RecordActInput): string {
  const ofRecord = isObject(id) ? id['id'] : id
  const isId = typeof ofRecord === 'number' || typeof ofRecord === 'string'
  const name = typeof resource === 'string' ? resource : 'a record'
  return [act, name, ...(isId ? [ofRecord] : [])].join(' ')
}

/** Runs an act and returns the record as the service returns it; undefined after a removal. */
export function executeRecordAct(
  context: RecordActContext,
  tx: Transaction,
  act: RecordAct,
  input: RecordActInput,
): unknown {
  const request = parseRecordAct(context.catalog, act, input)
  const row = handlers[act](context, tx, request)
  return row && trackRecord(tx, request.resource.name, tx.serialize(request.resource.name, row))
}

interface RecordActRequest {
  readonly resource: Resource
  readonly id: Id
  readonly values: RowValues
  /** The action in error messages: `update meetings 4`. */
  readonly action: string
}

type RecordActHandler = (
  context: RecordActContext,
  tx: Transaction,
  request: RecordActRequest,
) => AnyRow | undefined

const handlers: Readonly<Record<RecordAct, RecordActHandler>> = {
  create({ catalog, rowFactory }, tx, { resource: { name, shape }, values, action }) {
    assertMakeable(catalog, name, action)
    const checked = checkValues(tx, catalog, { table: name, input: values, action })
    // Note: an act happens now. The recipe of a record may put its creation into the past.
    const created = 'created_at' in shape ? { created_at: tx.now } : {}
    return rowFactory.create(tx, name, { ...created, ...checked }, 'given')
  },
  update({ catalog }, tx, { resource: { name }, id, values, action }) {
    const row: AnyRow = tx.get(name, id)
    if ('id' in values && values['id'] !== id) throw unprocessable({ id: ['cannot be changed'] })
    return tx.update(
      name,
      id,
      checkValues(tx, catalog, { table: name, input: values, action, row }),
    )
  },
  remove({ catalog }, tx, { resource, id, action }) {
    const row: AnyRow = tx.get(resource.name, id)
    assertNoOwner(catalog, tx, resource.name, row, action)
    if (resource.remove) resource.remove(tx, id as number)
    else removeUnreferenced(tx, resource.name, id)
    return undefined
  },
  publish: (context, tx, request) => setPublished(context, tx, request, true),
  unpublish: (context, tx, request) => setPublished(context, tx, request, false),
}

/** Removes a record; throws a 422 if other records require it. */
function removeUnreferenced(tx: Transaction, table: string, id: Id): void {
  const dependents = Object.entries(tx.dependents(table, id))
  if (dependents.length > 0) {
    const by = dependents.map(([name, count]) => `${count} ${name}`).join(', ')
    throw unprocessable({ base: [`is needed by ${by}`] })
  }
  tx.remove(table, id)
}

/** Throws for a companion whose owner exists: it is removed together with the owner. */
function assertNoOwner(
  catalog: Catalog,
  tx: Transaction,
  table: string,
  row: AnyRow,
  action: string,
) {
  for (const owner of catalog.companionOwners(table)) {
    const ownerId = ownerIdOf(owner, row)
    if (!tx.find(owner.table, ownerId)) continue
    const ownerName = `${owner.table} ${String(ownerId)}`
    throw new EmulatorError('act_refused', {
      action,
      reason: `it belongs to ${ownerName}`,
      advice: `Remove ${ownerName}; its companions are removed with it.`,
    })
  }
}

/** Sets `is_published` with the update operation of the resource, as an API client does. */
function setPublished(
  { catalog }: RecordActContext,
  tx: Tx,
  { resource, id, action }: RecordActRequest,
  is_published: boolean,
): AnyRow {
  const update = publishOperation(resource)
  const all = [...catalog.resources.values()]
  const known = all.filter((each) => publishOperation(each)).map(({ name }) => name)
  if (!update) throw unknownNameError('published resource', resource.name, known, action)
  tx.get<string>(resource.name, id)
  update.handle(tx, { id, query: {}, body: { is_published } } as never)
  return tx.get<string>(resource.name, id)
}

const publishOperation = ({ operations }: Resource): Operation | undefined =>
  Object.values(operations).find(({ method, body }) => method === 'PUT' && body?.['is_published'])

function parseRecordAct(catalog: Catalog, act: RecordAct, input: RecordActInput): RecordActRequest {
  const keys = ['resource', ...recordActs[act]]
  assertKnownKeys(input, keys, `${act} a record`)
  const { resource: name, id, values = {} } = input
  const action = recordActAction(act, input)
  const resource = catalog.resources.get(textOf(name))
  if (!resource) throw unknownResourceError(name, catalog, action)
  if (act === 'update') assertSomeValue(resource.name, input, action)
  const isId = !keys.includes('id') || typeof id === 'number' || typeof id === 'string'
  if (isId && isObject(values)) return { resource, id: id as Id, values, action }
  throw new EmulatorError('bad_input', {
    action,
    reason: isId ? '"values" is not an object' : '"id" is not a number or a string',
    advice: `Give ${keys.join(', ')}.`,
  })
}

/** Throws for an update without values, and with values that are all undefined: it would change nothing. */
function assertSomeValue(table: string, input: RecordActInput, action: string): void {
  const { values } = input
  const names = isObject(values) ? Object.keys(values) : []
  const isEmpty = names.length > 0 && Object.keys(defined(values as object)).length === 0
  if (values !== undefined && !isEmpty) return
  throw new EmulatorError('bad_input', {
    action,
    reason: isEmpty ? `${names[0]} is undefined` : 'the values are missing',
    advice: isEmpty
      ? 'Give null for a field without a value.'
      : `Give them after the id: update("${table}", 1, { … }).`,
  })
}
