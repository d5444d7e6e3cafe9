/** Finds which values of a record an update repeats: what the integration read, and writes back. */
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import type { InterceptedRequest } from '../../engine/faults/fault-matcher.ts'
import { toOperationMethod } from '../../engine/serve/router.ts'
import type { Resource } from '../../engine/define/resource.ts'
import { isSameValue } from '../../engine/model/changes.ts'
import type { Id } from '../../engine/store/keys.ts'
import type { RowValues } from '../../engine/define/tx.ts'
import { isPlainText, isUpdated } from './changed-fields.ts'

/** A call that updates a record. */
export interface RecordUpdate {
  readonly resource: string
  readonly id: Id
  /** Other values of the plain texts, numbers and lists of ids that the body repeats, then of the texts alone. */
  readonly edits: readonly RowValues[]
}

type UpdateRequest = Pick<InterceptedRequest, 'method' | 'path' | 'text'>

const editedText = 'Edited meanwhile'

/** Returns the update of a request; undefined if it is none, or repeats nothing of the record. */
export function recordUpdateOf(
  { router, store, catalog }: EmulatorContext,
  { method, path, text }: UpdateRequest,
): RecordUpdate | undefined {
  const match = text && toOperationMethod(method) === 'PUT' ? router.find('PUT', path) : undefined
  const content = match?.operation.presenter.content
  if (!text || content?.kind !== 'record') return undefined
  const { id: idText = '' } = match?.params ?? {}
  const id = /^\d+$/.test(idText) ? Number(idText) : idText
  const row = store.get(content.resource, id)
  const resource = catalog.resources.get(content.resource)
  if (!row || !resource) return undefined
  const repeated = Object.entries(parsedObject(text)).filter(([name, value]) =>
    isSameValue(value, row[name] ?? null),
  )
  const texts = repeated
    .filter(([name]) => isPlainText(resource, name))
    .map(([name]) => [name, editedText] as const)
  const others = repeated.flatMap(([name, value]) => {
    const other = otherNumber(resource, name, value) ?? otherIds(resource, name, value, store)
    return other === undefined ? [] : [[name, other] as const]
  })
  // Note: the service can refuse a number, such as fewer places than there are participants.
  const edits = [[...texts, ...others], texts]
    .filter((values) => values.length > 0)
    .map((values) => Object.fromEntries(values))
  return edits.length > 0 ? { resource: resource.name, id, edits } : undefined
}

/** A number that an update can write in the place of another one; undefined for a reference and for other values. */
function otherNumber(resource: Resource, field: string, value: unknown): number | undefined {
  const spec = resource.shape[field]?.spec
  if (typeof value !== 'number' || !spec || spec.target !== undefined) return undefined
  if (!isUpdated(resource, field)) return undefined
  return value < (spec.max ?? Infinity) ? value + 1 : value - 1
}

/** A list of ids that an update can write in the place of another one: one less; in the place of an empty list, any one. */
function otherIds(
  resource: Resource,
  field: string,
  ids: unknown,
  store: EmulatorContext['store'],
): readonly unknown[] | undefined {
  const target = resource.shape[field]?.spec.items?.spec.target
  if (!Array.isArray(ids) || target === undefined || !isUpdated(resource, field)) return undefined
  if (ids.length > 0) return ids.slice(0, -1)
  const [first] = store.scan(target)
  return first && [first.id]
}

function parsedObject(text: string): object {
  try {
    return Object(JSON.parse(text)) as object
  } catch {
    return {}
  }
}
