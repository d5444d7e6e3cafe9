/** Finds which values of a record an update repeats: what the integration read, and writes back. */
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import type { InterceptedRequest } from '../../engine/faults/fault-matcher.ts'
import { toOperationMethod } from '../../engine/serve/router.ts'
import type { Id } from '../../engine/store/keys.ts'
import { isPlainText } from './changed-fields.ts'

/** A call that updates a record. */
export interface RecordUpdate {
  readonly resource: string
  readonly id: Id
  /** The plain texts that have the same value in the body and in the record. */
  readonly repeated: readonly string[]
}

type UpdateRequest = Pick<InterceptedRequest, 'method' | 'path' | 'text'>

/** Returns the update of a request; undefined if it is none, or repeats no text of the record. */
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
  const repeated = Object.entries(parsedObject(text)).flatMap(([name, value]) =>
    value === (row[name] ?? null) && isPlainText(resource, name) ? [name] : [],
  )
  return repeated.length > 0 ? { resource: resource.name, id, repeated } : undefined
}

function parsedObject(text: string): object {
  try {
    return Object(JSON.parse(text)) as object
  } catch {
    return {}
  }
}
