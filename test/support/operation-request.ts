/** Turns example calls of operations into requests. */
import type { Emulator } from 'course-admin-emulator'
import { exampleCallOf, type ExampleCall } from '../../src/engine/define/example-call.ts'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import type { CatalogOperation } from '../../src/engine/model/catalog.ts'

export interface OperationRequest {
  readonly path: string
  readonly init: RequestInit
}

/** A successful call, computed from the rows of the emulator. */
export function exampleFor(emulator: Emulator, operation: CatalogOperation): ExampleCall {
  const { name, recipe } = operation.resource
  // A record that is deleted must not be in use, so it is a new one.
  if (operation.method === 'DELETE' && recipe) emulator.given(name as 'users')
  return contextOf(emulator).model.read((tx) => exampleCallOf(operation, name, tx))
}

export function toRequest(
  { method, path }: CatalogOperation,
  { params, query, body }: ExampleCall,
  token: string | undefined,
): OperationRequest {
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
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
    path: filledPath + (search && `?${search}`),
    init: { method, headers, ...(body && { body: JSON.stringify(body) }) },
  }
}

/** All rows as one value, which is the same until a write. */
export const savedRows = (emulator: Emulator): unknown =>
  contextOf(emulator).cells.snapshot()['tables']
