/** What an administrator does to a record of whatever kind: creates, updates, removes, publishes it. */
import { unprocessable } from '../../define/problems.ts'
import type { Operation } from '../../define/operation.ts'
import type { Resource } from '../../define/resource.ts'
import type { AnyRow, RowValues, Tx } from '../../define/tx.ts'
import { EmulatorError, unknownNameError } from '../../machine/errors.ts'
import type { Id } from '../../machine/keys.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Transaction } from '../../model/transaction.ts'
import { assertMakeable } from '../rows/given.ts'
import { trackRecord } from '../record-origin.ts'
import type { RowFactory } from '../rows/row-factory.ts'
import { checkValues } from '../rows/given-checks.ts'

export interface RecordActContext {
  readonly catalog: Catalog
  readonly rowFactory: RowFactory
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

type RecordActInput = Readonly<Record<string, unknown>>

/** Does one of the acts; gives the record as the service shows it, if it is still there. */
export function executeRecordAct(
  context: RecordActContext,
  tx: Transaction,
  act: RecordAct,
  input: RecordActInput,
): unknown {
  const request = parseRecordAct(context.catalog, act, input)
  const row = handlers[act](context, tx, request)
  return row && trackRecord(request.resource.name, tx.serialize(request.resource.name, row))
}

interface RecordActRequest {
  readonly resource: Resource
  readonly id: Id
  readonly values: RowValues
  /** What is attempted, for messages: `update meetings 4`. */
  readonly action: string
}

type RecordActHandler = (
  context: RecordActContext,
  tx: Transaction,
  request: RecordActRequest,
) => AnyRow | undefined

const handlers: Readonly<Record<RecordAct, RecordActHandler>> = {
  create({ catalog, rowFactory }, tx, { resource: { name }, values, action }) {
    assertMakeable(catalog, name, action)
    return rowFactory.create(
      tx,
      name,
      checkValues(tx, catalog, { table: name, input: values, action }),
      'given',
    )
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
    assertNoLeader(catalog, tx, resource.name, row, action)
    if (resource.remove) resource.remove(tx, id as number)
    else removeUnreferenced(tx, resource.name, id)
    return undefined
  },
  publish: (context, tx, request) => setPublished(context, tx, request, true),
  unpublish: (context, tx, request) => setPublished(context, tx, request, false),
}

/** Removes a record that no other one depends on. */
function removeUnreferenced(tx: Transaction, table: string, id: Id): void {
  const dependents = Object.entries(tx.dependents(table, id))
  if (dependents.length > 0) {
    const by = dependents.map(([name, count]) => `${count} ${name}`).join(', ')
    throw unprocessable({ base: [`is needed by ${by}`] })
  }
  tx.remove(table, id)
}

/** Refuses to remove what only follows another record, as long as that one is there. */
function assertNoLeader(
  catalog: Catalog,
  tx: Transaction,
  table: string,
  row: AnyRow,
  action: string,
) {
  for (const leader of catalog.companionOwners(table)) {
    const values = Object.entries(leader.companion.values({ id: 0 } as never))
    const leaderField = values.find(([, value]) => value === 0)?.[0]
    const isCompanion = values.every(([name, value]) => name === leaderField || row[name] === value)
    if (!isCompanion || !tx.find(leader.table, row[leaderField ?? ''] as Id)) continue
    throw new EmulatorError('act_refused', {
      action,
      reason: `it follows ${leader.table} ${String(row[leaderField ?? ''])}`,
      advice: 'Remove that one, and this goes with it.',
    })
  }
}

/** Publishes as the API does: by an update of the record that says so. */
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

function parseRecordAct(
  { resources }: Catalog,
  act: RecordAct,
  input: RecordActInput,
): RecordActRequest {
  const keys = ['resource', ...recordActs[act]]
  for (const key of Object.keys(input)) {
    if (!keys.includes(key)) throw unknownNameError('key', key, keys, `${act} a record`)
  }
  const { resource: name, id, values = {} } = input
  const action = `${act} ${String(name)}${id === undefined ? '' : ` ${String(id)}`}`
  const resource = resources.get(String(name))
  if (!resource) throw unknownNameError('resource', String(name), resources.keys(), action)
  const isId = !keys.includes('id') || typeof id === 'number' || typeof id === 'string'
  const hasValues = typeof values === 'object' && values !== null && !Array.isArray(values)
  if (isId && hasValues) return { resource, id: id as Id, values: values as RowValues, action }
  throw new EmulatorError('bad_input', {
    action,
    reason: isId ? '"values" is no object' : '"id" is neither a number nor a text',
    advice: `Say ${keys.join(', ')}.`,
  })
}
