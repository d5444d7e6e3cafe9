/** Ways in which an event comes about, so that a table can name them. */
import type { Emulator } from 'course-admin-emulator'
import { expect } from 'vitest'
import type { WholeExample } from '../../src/define/example-call.ts'
import { partsOf } from '../../src/emulator/emulator.ts'
import type { NamedOperation } from '../../src/model/catalog.ts'
import { exampleFor, toRequest } from '../support/operation-request.ts'

export interface Cause {
  /** The operation, the act, or `date`. */
  readonly is: string
  /** Brings it about. What it needs is given before, which announces nothing. */
  run(emulator: Emulator): unknown
}

type Parts = Partial<Pick<WholeExample, 'params' | 'body'>>

/** A call of an operation: its example, with what is said in place of the example's parts. */
export const call = (id: string, say: (emulator: Emulator) => Parts = () => ({})): Cause => ({
  is: id,
  async run(emulator) {
    const operation = partsOf(emulator).catalog.operations.get(id) as NamedOperation
    const said = say(emulator)
    const { path, init } = toRequest(
      operation,
      { ...exampleFor(emulator, operation), ...said },
      emulator.token,
    )
    const response = await emulator.fetch(path, init)
    expect([response.status, await response.text()]).toEqual([
      operation.present.status,
      expect.any(String),
    ])
  },
})

export const act = (name: keyof Emulator['act'], run: Cause['run']): Cause => ({
  is: `act ${name}`,
  run,
})

/** Days pass; `given` says what they are to move. */
export const date = (given: (emulator: Emulator) => unknown, days: number): Cause => ({
  is: 'date',
  async run(emulator) {
    given(emulator)
    await emulator.advance(`${days}d`)
  },
})
