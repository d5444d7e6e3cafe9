/** One call of the API, whatever made it: a verb or a hand. Whoever serves it cannot tell. */
import type { Field, Shape, ShapeValues } from './fields.ts'
import type { FlagName } from './feature-flags.ts'
import type { Presenter } from './presenters.ts'
import { type ScopeRule, type ScopesInput, toScopeRule } from './scopes.ts'
import type { Tx } from './tx.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A call that succeeds, as far as it cannot be worked out from the shapes. */
export interface ExampleOverrides {
  readonly params?: Readonly<Record<string, number | string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

export interface Operation {
  readonly method: HttpMethod
  /** Below the base address, with parameters in braces: `/users/{id}`. */
  readonly path: string
  readonly scopes: ScopeRule
  readonly params: Shape
  readonly query: Shape
  readonly body: Shape | undefined
  readonly flag: FlagName | undefined
  /** The flag that the contract names, where open points have decided for another. */
  readonly flagInReference: FlagName | undefined
  readonly beta: boolean
  readonly deprecated: boolean
  /** Where the service's list of operations keeps it, if not under its resource. */
  readonly group: string | undefined
  readonly presenter: Presenter
  /** Refuses a query whose parameters do not go together, before scopes are asked. */
  readonly assertQuery: ((query: never) => void) | undefined
  /** What a call that succeeds in a world with rows must say; the rest follows from the shapes. */
  readonly example: ((tx: Tx) => ExampleOverrides) | undefined
  handle(tx: Tx, input: never): unknown
}

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

type Params<P extends string, S extends Shape> = string extends P
  ? { readonly id: number }
  : { readonly [K in ParamNames<P>]: K extends keyof S ? S[K]['type'] : number }

/** What `answer` is handed: path parameters by name, the query and the body, all checked. */
export type OperationInput<
  P extends string,
  PS extends Shape,
  Q extends Shape,
  B extends Shape,
> = Params<P, PS> & { readonly query: ShapeValues<Q>; readonly body: ShapeValues<B> }

export interface OperationDefinition<
  R,
  P extends string,
  PS extends Shape,
  Q extends Shape,
  B extends Shape,
> {
  readonly method: HttpMethod
  readonly path: P
  readonly scopes: ScopesInput
  /** What path parameters refer to; one that is not named here is a whole number. */
  readonly params?: PS
  readonly query?: Q
  readonly body?: B
  readonly flag?: FlagName
  readonly flagInReference?: FlagName | 'none'
  readonly beta?: boolean
  readonly deprecated?: boolean
  readonly group?: string
  readonly presenter: Presenter<R>
  assertQuery?(query: ShapeValues<Q>): void
  example?(tx: Tx): ExampleOverrides
  handle(tx: Tx, input: OperationInput<P, PS, Q, B>): R
}

function resolveReferenceFlag({
  flag,
  flagInReference: referenceFlag = flag,
}: Pick<OperationDefinition<never, string, Shape, Shape, Shape>, 'flag' | 'flagInReference'>) {
  return referenceFlag === 'none' ? undefined : referenceFlag
}

/**
 * An operation written out. A path parameter `{id}` is the id of a row of the resource whose file
 * this stands in; a parameter that refers to another resource is named in `params`.
 */
export function operation<
  R,
  const P extends string,
  PS extends Shape = Record<never, Field>,
  Q extends Shape = Record<never, Field>,
  B extends Shape = Record<never, Field>,
>(definition: OperationDefinition<R, P, PS, Q, B>): Operation {
  return {
    method: definition.method,
    path: definition.path,
    scopes: toScopeRule(definition.scopes),
    params: definition.params ?? {},
    query: definition.query ?? {},
    body: definition.body,
    flag: definition.flag,
    flagInReference: resolveReferenceFlag(definition),
    beta: definition.beta ?? false,
    deprecated: definition.deprecated ?? false,
    group: definition.group,
    presenter: definition.presenter as Presenter,
    assertQuery: definition.assertQuery as Operation['assertQuery'],
    example: definition.example,
    handle: definition.handle as Operation['handle'],
  }
}
