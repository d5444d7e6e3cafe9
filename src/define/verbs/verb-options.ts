/** What the verbs know of the resource they are bound to, and what may be said of every operation. */
import type { Shape } from '../fields.ts'
import type { FlagName } from '../feature-flags.ts'
import type { ScopesGiven } from '../scopes.ts'

export interface Bound {
  /** The resource's name. */
  readonly name: string
  /** What one record is called. */
  readonly one: string
  readonly path: string
  readonly shape: Shape
}

export interface Marks {
  readonly scopes: ScopesGiven
  readonly flag?: FlagName
  readonly flagInReference?: FlagName | 'none'
  readonly beta?: boolean
  readonly deprecated?: boolean
  readonly group?: string
}
