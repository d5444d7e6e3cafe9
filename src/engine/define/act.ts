/** Acts: what an administrator does in the back office, an operation without a route. */
import type { Shape, ShapeValues } from './fields.ts'
import type { Operation } from './operation.ts'
import type { Tx } from './tx.ts'

export interface Act {
  /** What the act does, as a sentence. */
  readonly summary: string
  readonly input: Shape
  /** The resource of the returned row or rows; undefined if the act returns nothing. */
  readonly returns: string | undefined
  /** Whether the result is a list of rows. */
  readonly returnsList: boolean
  /** The operation that the act calls; undefined if the API has none. */
  readonly operation?: string
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

/** An act that calls an operation of the same resource. */
export interface OperationAct {
  readonly operation: string
  readonly summary: string
  /** The input that replaces the path parameter of the operation. */
  readonly idInput?: Shape
  /** The fields of the body that the act can omit, with their values then. */
  readonly optional?: Shape
  defaults?(tx: Tx, id: number): Readonly<Record<string, unknown>>
}

/** Defines an act by an operation, so that both share one implementation. */
export const actFromOperation = (
  operation: string,
  options: Omit<OperationAct, 'operation'>,
): OperationAct => ({
  ...options,
  operation,
})

/** Creates the act that calls an operation. */
export function resolveOperationAct(
  { presenter, path, body = {}, handle }: Operation,
  { operation, summary, idInput = {}, optional = {}, defaults }: OperationAct,
): Act {
  const [idName = ''] = Object.keys(idInput)
  const parameter = /\{(\w+)\}/.exec(path)?.[1] ?? 'id'
  return {
    summary,
    input: { ...idInput, ...body, ...optional },
    returns: 'resource' in presenter.content ? presenter.content.resource : undefined,
    returnsList: false,
    operation,
    handle(tx, input: Readonly<Record<string, unknown>>) {
      const { [idName]: id, ...rest } = input
      const sent = { ...defaults?.(tx, id as number), ...rest }
      return handle(tx, { [parameter]: id, query: {}, body: sent } as never)
    },
  }
}
