/** Calls of the operations in the rows of the table of assumptions. */
import { createEmulator, type Emulator, type EmulatorOptions } from 'course-admin-emulator'
import type { ExampleCall } from '../../../src/engine/define/example-call.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import type { CatalogOperation } from '../../../src/engine/model/catalog.ts'
import { emittedEvents } from '../../support/expected-events.ts'
import { exampleFor, toRequest } from '../../support/operation-request.ts'
import type { Expectation, OperationSubject } from './row.ts'

/** An emulator with an example for every operation. */
export function createWorld(options: EmulatorOptions = {}): Emulator {
  const emulator = createEmulator({ rateLimit: { requestsPerWindowMax: Infinity }, ...options })
  emulator.given('payments', { invoice_id: emulator.rows('payments')[0]?.invoice_id as number })
  return emulator
}

/** The emulator with the default of each assumption, from which examples come. Its rows do not change. */
export const world = createWorld()

export const allOperations = [...contextOf(world).catalog.operations.values()]

type Subject = Pick<OperationSubject, 'operation' | 'emulator'>

/** An operation on a fork of an emulator. Its forks are added to `emulators`, and so is it. */
export function subjectOn(
  origin: Emulator,
  operation: CatalogOperation,
  emulators: Emulator[] = [],
): OperationSubject {
  const emulator = origin.fork()
  emulators.push(emulator)
  return { operation, emulator, fork: () => subjectOn(emulator, operation, emulators) }
}

/** The status and the text of a response. */
export type Answer = readonly [status: number, text: string]

export interface CallOptions {
  readonly method?: string
  /** Sent unchanged if it is text. */
  readonly body?: unknown
  readonly params?: ExampleCall['params']
  /** Text that is added to the query, such as `per_page=0`. */
  readonly query?: string
  /** Default: the token of the emulator; null sends no token. */
  readonly token?: string | null
}

/** Calls the operation as in its example, with changes. */
export async function call(
  { operation, emulator }: Subject,
  example: ExampleCall,
  { method = operation.method, body, params, query, token = emulator.token }: CallOptions = {},
): Promise<Answer> {
  const sent = { ...example, params: { ...example.params, ...params } }
  const { path, init } = toRequest(operation, sent, token ?? undefined)
  const url = query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const response = await emulator.fetch(url, { ...init, method, ...(text && { body: text }) })
  return [response.status, await response.text()]
}

/** The status of a call as in the example, with changes. */
export async function callStatus(
  subject: Subject,
  options: CallOptions = {},
  example = exampleOf(subject),
): Promise<number> {
  return (await call(subject, example, options))[0]
}

const examples = new Map<string, ExampleCall>()

/** The example call of the operation. That of a deletion needs a new record in each emulator. */
export function exampleOf({ operation, emulator }: Subject): ExampleCall {
  if (operation.method === 'DELETE') return exampleFor(emulator, operation)
  const example = examples.get(operation.id) ?? exampleFor(world, operation)
  examples.set(operation.id, example)
  return example
}

/** The example with other fields in its body. */
export const withBody = (example: ExampleCall, body: object): ExampleCall => ({
  ...example,
  body: { ...example.body, ...body },
})

/** Whether a call of the operation needs at least one scope. */
export function needsScope(operation: CatalogOperation): boolean {
  const emulator = world.fork()
  const { params, query, body } = exampleOf({ operation, emulator })
  const sets = contextOf(emulator).model.read((tx) =>
    operation.scopes.requirement(tx, { ...params, query, body } as never),
  )
  return sets.every((set) => set.length > 0)
}

/** The events of the example call, in order. */
export async function exampleEvents(subject: Subject): Promise<string[]> {
  await call(subject, exampleOf(subject))
  return emittedEvents(subject.emulator)
}

/** The same answer for every operation. */
export const always =
  (answer: unknown): Expectation =>
  () =>
    answer

/** The status of a successful call. */
export const success: Expectation = ({ presenter }) => presenter.status

export const hasBody = ({ body }: CatalogOperation): boolean => body !== undefined
