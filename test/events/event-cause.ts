/** Causes of events, for a table of test cases. */
import type { Emulator } from 'course-admin-emulator'
import { expect } from 'vitest'
import type { ExampleCall } from '../../src/define/example-call.ts'
import { contextOf } from '../../src/emulator/emulator.ts'
import type { CatalogOperation } from '../../src/model/catalog.ts'
import { exampleFor, toRequest } from '../support/operation-request.ts'

export interface EventCause {
  /** The operation, the act, or `date`. */
  readonly id: string
  /** Causes the event. `given` creates its requirements before, without events. */
  run(emulator: Emulator): unknown
}

type CallOverrides = Partial<Pick<ExampleCall, 'params' | 'body'>>

/** A call of an operation: its example with the given parts replaced. */
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

/** Advances by days, for records of `given` with scheduled transitions. */
export const date = (given: (emulator: Emulator) => unknown, days: number): EventCause => ({
  id: 'date',
  async run(emulator) {
    given(emulator)
    await emulator.advance(`${days}d`)
  },
})
