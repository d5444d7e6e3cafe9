/** Ways in which an event comes about, so that a table can name them. */
import type { Emulator } from 'course-admin-emulator'
import { expect } from 'vitest'
import type { ExampleCall } from '../../src/define/example-call.ts'
import { contextOf } from '../../src/emulator/emulator.ts'
import type { CatalogOperation } from '../../src/model/catalog.ts'
import { exampleFor, toRequest } from '../support/operation-request.ts'

export interface EventCause {
  /** The operation, the act, or `date`. */
  readonly id: string
  /** Brings it about. What it needs is given before, which announces nothing. */
  run(emulator: Emulator): unknown
}

type CallOverrides = Partial<Pick<ExampleCall, 'params' | 'body'>>

/** A call of an operation: its example, with what is said in place of the example's parts. */
export const call = (
  id: string,
  overridesFor: (emulator: Emulator) => CallOverrides = () => ({}),
): EventCause => ({
  id: id,
  async run(emulator) {
    const operation = contextOf(emulator).catalog.operations.get(id) as CatalogOperation
    const overrides = overridesFor(emulator)
    const { path, init } = toRequest(
      operation,
      { ...exampleFor(emulator, operation), ...overrides },
      emulator.token,
    )
    const response = await emulator.fetch(path, init)
    expect([response.status, await response.text()]).toEqual([
      operation.presenter.status,
      expect.any(String),
    ])
  },
})

export const act = (name: keyof Emulator['act'], run: EventCause['run']): EventCause => ({
  id: `act ${name}`,
  run,
})

/** Days pass; `given` says what they are to move. */
export const date = (given: (emulator: Emulator) => unknown, days: number): EventCause => ({
  id: 'date',
  async run(emulator) {
    given(emulator)
    await emulator.advance(`${days}d`)
  },
})
