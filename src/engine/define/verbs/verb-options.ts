/** The resource that verbs are bound to, and the options of all verbs. */
import type { Shape } from '../fields.ts'
import type { FlagName } from '../../service-types.ts'
import type { ScopesInput } from '../scopes.ts'

export interface VerbTarget<N extends string = string> {
  /** The resource's name. */
  readonly name: N
  /** The name of one record. */
  readonly singular: string
  readonly path: string
  readonly shape: Shape
}

export interface VerbOptions {
  readonly scopes: ScopesInput
  readonly flag?: FlagName
  readonly flagInReference?: FlagName | 'none'
  readonly beta?: boolean
  readonly deprecated?: boolean
  readonly group?: string
}
