/** Says which scopes a call needs: a fixed set, one of several sets, or a set that the data decides. */
import type { Tx } from './tx.ts'

/** Enough is one of these sets, whole. An empty set is satisfied by any valid token. */
export type ScopeRequirement = readonly (readonly string[])[]

export interface ScopeRule {
  requirement(tx: Tx, input: never): ScopeRequirement
  /** Every need there can be, by the value that decides; one entry named `always` if nothing does. */
  readonly requirements: Readonly<Record<string, ScopeRequirement>>
}

/** A list stands for "all of these". */
export type ScopesInput = ScopeRule | readonly string[]

export function allOf(...scopes: string[]): ScopeRule {
  return anyOf(scopes)
}

export function anyOf(...sets: (readonly string[])[]): ScopeRule {
  return { requirement: () => sets, requirements: { always: sets } }
}

/** The scopes that stand in a table under the value that `key` finds. */
export function scopesByValue<K extends string, I>(
  requirements: Readonly<Record<K, ScopeRequirement>>,
  key: (tx: Tx, input: I) => K,
): ScopeRule {
  return { requirement: (tx, input) => requirements[key(tx, input)], requirements }
}

export const toScopeRule = (given: ScopesInput): ScopeRule =>
  'requirement' in given ? given : allOf(...given)

/** Every scope that is named anywhere in it. */
export const scopeNamesIn = (scopes: ScopeRule): string[] => [
  ...new Set(Object.values(scopes.requirements).flat(2)),
]
