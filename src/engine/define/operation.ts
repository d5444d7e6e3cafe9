/** Operations of the API, whether written out or created by a verb. */
import type { AssumedBehaviour, Behaviour } from './behaviour.ts'
import type { Field, Shape, ShapeValues } from './fields.ts'
import type { FlagName } from '../service-types.ts'
import type { WalkPosition } from './verbs/walk-position.ts'
import type { Presenter } from './presenters.ts'
import { type ScopeRule, type ScopesInput, toScopeRule } from './scopes.ts'
import type { Tx } from './tx.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The parts of a successful call that cannot be derived from the shapes. */
export interface ExampleOverrides {
  readonly params?: Readonly<Record<string, number | string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** The fields of a body with the alternative of an assumption. */
interface AlternativeBody {
  readonly assumption: AssumedBehaviour
  readonly body: Shape
}

export interface Operation {
  readonly method: HttpMethod
  /** The path below the base URL, with parameters in braces: `/users/{id}`. */
  readonly path: string
  readonly scopes: ScopeRule
  readonly params: Shape
  readonly query: Shape
  readonly body: Shape | undefined
  readonly alternativeBody: AlternativeBody | undefined
  readonly flag: FlagName | undefined
  /** The flag in the contract, if an open point decided on another flag. */
  readonly flagInReference: FlagName | undefined
  readonly beta: boolean
  readonly deprecated: boolean
  /** The group in the service's list of operations, if it is not the group of the resource. */
  readonly group: string | undefined
  /** The rules by which the operation refuses a call, for its description. */
  readonly rules: readonly Behaviour[]
  readonly presenter: Presenter
  /** Throws for an invalid combination of query parameters, before the scopes are checked. */
  readonly assertQuery: ((query: never) => void) | undefined
  /** Returns the parts of a successful call that cannot be derived from the shapes. */
  readonly example: ((tx: Tx) => ExampleOverrides) | undefined
  /** Lists only: splits the list at the start of the requested page. */
  readonly walk: ((tx: Tx, input: never) => WalkPosition | undefined) | undefined
  handle(tx: Tx, input: never): unknown
}

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

type Params<P extends string, S extends Shape> = string extends P
  ? { readonly id: number }
  : { readonly [K in ParamNames<P>]: K extends keyof S ? S[K]['type'] : number }

/** The input of `handle`: validated path parameters by name, query and body. */
type OperationInput<P extends string, PS extends Shape, Q extends Shape, B extends Shape> = Params<
  P,
  PS
> & { readonly query: ShapeValues<Q>; readonly body: ShapeValues<B> }

interface OperationDefinition<
  R,
  P extends string,
  PS extends Shape,
  Q extends Shape,
  B extends Shape,
> {
  readonly method: HttpMethod
  readonly path: P
  readonly scopes: ScopesInput
  /** The fields of the path parameters. Default: a whole number. */
  readonly params?: PS
  readonly query?: Q
  readonly body?: B
  /** Default: `body` is the same with each alternative. */
  readonly alternativeBody?: AlternativeBody
  readonly flag?: FlagName
  readonly flagInReference?: FlagName | 'none'
  readonly beta?: boolean
  readonly deprecated?: boolean
  readonly group?: string
  /** Default: none. */
  readonly rules?: readonly Behaviour[]
  readonly presenter: Presenter<R>
  assertQuery?(query: ShapeValues<Q>): void
  example?(tx: Tx): ExampleOverrides
  walk?: Operation['walk']
  handle(tx: Tx, input: OperationInput<P, PS, Q, B>): R
}

function resolveReferenceFlag({
  flag,
  flagInReference: referenceFlag = flag,
}: Pick<OperationDefinition<never, string, Shape, Shape, Shape>, 'flag' | 'flagInReference'>) {
  return referenceFlag === 'none' ? undefined : referenceFlag
}

/**
 * Defines an operation. The path parameter `{id}` is the id of a row of the resource that defines the
 * operation. `params` describes parameters that refer to other resources.
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
    alternativeBody: definition.alternativeBody,
    flag: definition.flag,
    flagInReference: resolveReferenceFlag(definition),
    beta: definition.beta ?? false,
    deprecated: definition.deprecated ?? false,
    group: definition.group,
    rules: [
      ...(definition.alternativeBody ? [definition.alternativeBody.assumption] : []),
      ...(definition.rules ?? []),
    ],
    presenter: definition.presenter as Presenter,
    assertQuery: definition.assertQuery as Operation['assertQuery'],
    example: definition.example,
    walk: definition.walk,
    handle: definition.handle as Operation['handle'],
  }
}
