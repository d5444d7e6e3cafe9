/** Calls of operations as requests: what an example looks like on the wire. */
import type { Emulator } from 'course-admin-emulator'
import { exampleOf, type WholeExample } from '../../src/define/example-call.ts'
import { partsOf } from '../../src/emulator/emulator.ts'
import type { NamedOperation } from '../../src/model/catalog.ts'

export interface Sent {
  readonly path: string
  readonly init: RequestInit
}

/** A call that succeeds, worked out from the rows of the emulator. */
export function exampleFor(emulator: Emulator, operation: NamedOperation): WholeExample {
  const { name, recipe } = operation.resource
  // What is to be deleted must be in use by nobody, as a new record is.
  if (operation.method === 'DELETE' && recipe) emulator.given(name as 'users')
  return partsOf(emulator).model.read((tx) => exampleOf(operation, name, tx))
}

export function toRequest(
  { method, path }: NamedOperation,
  { params, query, body }: WholeExample,
  token: string | undefined,
): Sent {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString()
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
  return {
    path: filled + (search && `?${search}`),
    init: { method, headers, ...(body && { body: JSON.stringify(body) }) },
  }
}

/** All rows as one value: the same value as long as nothing was written. */
export const rowsNow = (emulator: Emulator): unknown => partsOf(emulator).cells.save()['tables']
