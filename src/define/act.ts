/** What an administrator does where the API has no operation for it: an operation without a route. */
import type { Shape, Values } from './fields.ts'
import type { Tx } from './tx.ts'

export interface Act {
  /** What it does, as a sentence. */
  readonly says: string
  readonly input: Shape
  /** The resource whose row is the result, if there is one. */
  readonly gives: string | undefined
  answer(tx: Tx, input: never): unknown
}

export function act<S extends Shape>(given: {
  says: string
  input: S
  gives?: string
  answer: (tx: Tx, input: Values<S>) => unknown
}): Act {
  return { ...given, gives: given.gives, answer: given.answer as Act['answer'] }
}
