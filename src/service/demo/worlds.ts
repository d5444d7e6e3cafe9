/** The named worlds, which stand in `fixtures/worlds`. */
import data from '../../../fixtures/worlds/worlds.json' with { type: 'json' }
import type { DemoLocale } from './demo-texts.ts'

/** The name of a shipped world. @useDeclaredType */
export type WorldName = 'empty' | 'small-school' | 'demo' | 'training-company' | 'large-university'

interface ShippedWorld {
  readonly name: string
  /** What it contains, for the help of the command. */
  readonly about: string
  /** Selects the numbers of records of each recipe. `amounts` replaces some of them. */
  readonly size: 'none' | 'small' | 'medium' | 'large'
  readonly locale?: DemoLocale
  readonly amounts?: Readonly<Record<string, number>>
  readonly blocks?: number
}

export const worlds = data as Readonly<Record<WorldName, ShippedWorld>>
