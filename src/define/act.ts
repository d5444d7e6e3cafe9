/** What an administrator does in the back office: an operation without a route. */
import type { Shape, Values } from './fields.ts'
import type { Operation } from './operation.ts'
import type { Tx } from './tx.ts'

export interface Act {
  /** What it does, as a sentence. */
  readonly says: string
  readonly input: Shape
  /** The resource whose row is the result, or whose rows are, if there is one. */
  readonly gives: string | undefined
  /** The result is a list of rows. */
  readonly many: boolean
  answer(tx: Tx, input: never): unknown
}

export function act<S extends Shape>(given: {
  says: string
  input: S
  gives?: string
  many?: boolean
  answer: (tx: Tx, input: Values<S>) => unknown
}): Act {
  return {
    ...given,
    gives: given.gives,
    many: given.many ?? false,
    answer: given.answer as Act['answer'],
  }
}

/** An act that does what an operation of the same resource does. */
export interface Performance {
  readonly performs: string
  readonly says: string
  /** What the act calls the id of the record, where the operation has one in its path. */
  readonly of?: Shape
}

/** Says that an administrator does what an operation does, so that one piece of code serves both. */
export const performs = (operation: string, given: Omit<Performance, 'performs'>): Performance => ({
  ...given,
  performs: operation,
})

/** The act that an operation is, without its route. */
export function actOf(
  { present, body = {}, answer }: Operation,
  { says, of = {} }: Performance,
): Act {
  const [called] = Object.keys(of)
  return {
    says,
    input: { ...of, ...body },
    gives: 'resource' in present.holds ? present.holds.resource : undefined,
    many: false,
    answer(tx, input: Readonly<Record<string, unknown>>) {
      const { [called ?? '']: id, ...rest } = input
      return answer(tx, { id, query: {}, body: rest } as never)
    },
  }
}
