/** Performs the example call of each operation, and records the response and the events. */
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import { createEmulator } from '../../src/service/create-emulator.ts'
import type { CatalogOperation } from '../../src/engine/model/catalog.ts'
import { exampleFor, toRequest } from '../../test/support/operation-request.ts'

/** A performed example call. */
export interface OperationSample {
  readonly operation: CatalogOperation
  /** Method and path with the query, below the base URL. */
  readonly request: string
  readonly body: unknown
  readonly status: number
  /** The parsed body of the response; undefined without one. */
  readonly response: unknown
  /** The events of the call, in order, once each. */
  readonly events: readonly string[]
}

/** Performs the example call of each operation in the default world, always with the same result. */
export async function sampleOperations(): Promise<OperationSample[]> {
  const world = createEmulator({ rateLimit: { requestsPerWindowMax: Infinity } })
  const samples: OperationSample[] = []
  for (const operation of contextOf(world).catalog.operations.values()) {
    samples.push(await sampleOf(world.fork(), operation))
  }
  return samples
}

async function sampleOf(
  emulator: ReturnType<typeof createEmulator>,
  operation: CatalogOperation,
): Promise<OperationSample> {
  const call = exampleFor(emulator, operation)
  const isList = operation.query['per_page'] !== undefined
  const query = { ...call.query, ...(isList && { per_page: 1 }) }
  const { path, init } = toRequest(operation, { ...call, query }, emulator.token)
  const after = emulator.journal().at(-1)?.number ?? 0
  const answer = await emulator.fetch(path, init)
  const text = await answer.text()
  const events = emulator.journal({ kind: 'event', after }).map(({ event }) => event)
  return {
    operation,
    request: `${operation.method} ${path}`,
    body: call.body,
    status: answer.status,
    response: parsed(text),
    events: [...new Set(events)],
  }
}

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
