/** Says which scopes a call needs: a fixed set, one of several sets, or a set that the data decides. */
import type { Tx } from './tx.ts'

/** Enough is one of these sets, whole. An empty set is satisfied by any valid token. */
export type Need = readonly (readonly string[])[]

export interface Scopes {
  need(tx: Tx, input: never): Need
  /** Every need there can be, by the value that decides; one entry named `always` if nothing does. */
  readonly table: Readonly<Record<string, Need>>
}

/** A list stands for "all of these". */
export type ScopesGiven = Scopes | readonly string[]

export function allOf(...scopes: string[]): Scopes {
  return anyOf(scopes)
}

export function anyOf(...sets: (readonly string[])[]): Scopes {
  return { need: () => sets, table: { always: sets } }
}

/** The scopes that stand in a table under the value that `key` finds. */
export function byValue<K extends string, I>(
  table: Readonly<Record<K, Need>>,
  key: (tx: Tx, input: I) => K,
): Scopes {
  return { need: (tx, input) => table[key(tx, input)], table }
}

export const scopesOf = (given: ScopesGiven): Scopes => ('need' in given ? given : allOf(...given))

/** Every scope that is named anywhere in it. */
export const scopesNamed = (scopes: Scopes): string[] => [
  ...new Set(Object.values(scopes.table).flat(2)),
]
