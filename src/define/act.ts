/** What an administrator does in the back office: an operation without a route. */
import type { Shape, ShapeValues } from './fields.ts'
import type { Operation } from './operation.ts'
import type { Tx } from './tx.ts'

export interface Act {
  /** What it does, as a sentence. */
  readonly summary: string
  readonly input: Shape
  /** The resource whose row is the result, or whose rows are, if there is one. */
  readonly returns: string | undefined
  /** The result is a list of rows. */
  readonly returnsList: boolean
  handle(tx: Tx, input: never): unknown
}

export function act<S extends Shape>(definition: {
  summary: string
  input: S
  returns?: string
  returnsList?: boolean
  handle: (tx: Tx, input: ShapeValues<S>) => unknown
}): Act {
  return {
    ...definition,
    returns: definition.returns,
    returnsList: definition.returnsList ?? false,
    handle: definition.handle as Act['handle'],
  }
}

/** An act that does what an operation of the same resource does. */
export interface OperationAct {
  readonly operation: string
  readonly summary: string
  /** What the act calls the id of the record, where the operation has one in its path. */
  readonly idInput?: Shape
}

/** Says that an administrator does what an operation does, so that one piece of code serves both. */
export const actFromOperation = (
  operation: string,
  options: Omit<OperationAct, 'operation'>,
): OperationAct => ({
  ...options,
  operation: operation,
})

/** The act that an operation is, without its route. */
export function resolveOperationAct(
  { presenter, body = {}, handle }: Operation,
  { summary, idInput = {} }: OperationAct,
): Act {
  const [idName] = Object.keys(idInput)
  return {
    summary,
    input: { ...idInput, ...body },
    returns: 'resource' in presenter.content ? presenter.content.resource : undefined,
    returnsList: false,
    handle(tx, input: Readonly<Record<string, unknown>>) {
      const { [idName ?? '']: id, ...rest } = input
      return handle(tx, { id, query: {}, body: rest } as never)
    },
  }
}
