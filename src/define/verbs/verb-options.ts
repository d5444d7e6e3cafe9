/** What the verbs know of the resource they are bound to, and what may be said of every operation. */
import type { Shape } from '../fields.ts'
import type { FlagName } from '../feature-flags.ts'
import type { ScopesInput } from '../scopes.ts'

export interface VerbTarget {
  /** The resource's name. */
  readonly name: string
  /** What one record is called. */
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
