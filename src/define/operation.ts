/** One call of the API, whatever made it: a verb or a hand. Whoever serves it cannot tell. */
import type { Field, Shape, Values } from './fields.ts'
import type { FlagName } from './feature-flags.ts'
import type { Presenter } from './presenters.ts'
import { type Scopes, type ScopesGiven, scopesOf } from './scopes.ts'
import type { Tx } from './tx.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A call that succeeds, as far as it cannot be worked out from the shapes. */
export interface Example {
  readonly params?: Readonly<Record<string, number | string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

export interface Operation {
  readonly method: Method
  /** Below the base address, with parameters in braces: `/users/{id}`. */
  readonly path: string
  readonly scopes: Scopes
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
  readonly present: Presenter
  /** Refuses a query whose parameters do not go together, before scopes are asked. */
  readonly syntax: ((query: never) => void) | undefined
  /** What a call that succeeds in a world with rows must say; the rest follows from the shapes. */
  readonly example: ((tx: Tx) => Example) | undefined
  answer(tx: Tx, input: never): unknown
}

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

type Params<P extends string, S extends Shape> = string extends P
  ? { readonly id: number }
  : { readonly [K in ParamNames<P>]: K extends keyof S ? S[K]['type'] : number }

/** What `answer` is handed: path parameters by name, the query and the body, all checked. */
export type Input<P extends string, PS extends Shape, Q extends Shape, B extends Shape> = Params<
  P,
  PS
> & { readonly query: Values<Q>; readonly body: Values<B> }

export interface OperationGiven<
  R,
  P extends string,
  PS extends Shape,
  Q extends Shape,
  B extends Shape,
> {
  readonly method: Method
  readonly path: P
  readonly scopes: ScopesGiven
  /** What path parameters refer to; one that is not named here is a whole number. */
  readonly params?: PS
  readonly query?: Q
  readonly body?: B
  readonly flag?: FlagName
  readonly flagInReference?: FlagName | 'none'
  readonly beta?: boolean
  readonly deprecated?: boolean
  readonly group?: string
  readonly present: Presenter<R>
  syntax?(query: Values<Q>): void
  example?(tx: Tx): Example
  answer(tx: Tx, input: Input<P, PS, Q, B>): R
}

function flagInReference({
  flag,
  flagInReference: theirs = flag,
}: Pick<OperationGiven<never, string, Shape, Shape, Shape>, 'flag' | 'flagInReference'>) {
  return theirs === 'none' ? undefined : theirs
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
>(given: OperationGiven<R, P, PS, Q, B>): Operation {
  return {
    method: given.method,
    path: given.path,
    scopes: scopesOf(given.scopes),
    params: given.params ?? {},
    query: given.query ?? {},
    body: given.body,
    flag: given.flag,
    flagInReference: flagInReference(given),
    beta: given.beta ?? false,
    deprecated: given.deprecated ?? false,
    group: given.group,
    present: given.present as Presenter,
    syntax: given.syntax as Operation['syntax'],
    example: given.example,
    answer: given.answer as Operation['answer'],
  }
}
