/** Scope rules: a call needs a fixed set of scopes, one of several sets, or a set that the data selects. */
import type { Tx } from './tx.ts'

/** Sets of scopes: a token needs all scopes of one set. Any valid token satisfies an empty set. */
export type ScopeRequirement = readonly (readonly string[])[]

export interface ScopeRule {
  requirement(tx: Tx, input: never): ScopeRequirement
  /** All possible requirements, by the selecting value; `always` if the data selects nothing. */
  readonly requirements: Readonly<Record<string, ScopeRequirement>>
}

/** A scope rule, or a list of scopes, all of which a token needs. */
export type ScopesInput = ScopeRule | readonly string[]

export function anyOf(...sets: (readonly string[])[]): ScopeRule {
  return { requirement: () => sets, requirements: { always: sets } }
}

/**
 * Selects the required scopes from a table by the result of `key`. A key that the table lacks is the value
 * of an invalid body: any set of the table is enough, and a token without scopes is refused.
 */
export function scopesByValue<K extends string, I>(
  requirements: Readonly<Record<K, ScopeRequirement>>,
  key: (tx: Tx, input: I) => K,
): ScopeRule {
  const sets = Object.values<ScopeRequirement>(requirements).flat()
  const anySet = [...new Map(sets.map((set) => [set.join(), set])).values()]
  const whenUnknown = anySet.filter((set) => set.length > 0)
  return {
    requirement(tx, input) {
      // Note: in an invalid body it can be any value, also one that no text represents.
      const selected: unknown = key(tx, input)
      const isKnown = typeof selected === 'string' && Object.hasOwn(requirements, selected)
      return isKnown ? requirements[selected as K] : whenUnknown
    },
    requirements,
  }
}

export const toScopeRule = (scopes: ScopesInput): ScopeRule =>
  'requirement' in scopes ? scopes : anyOf(scopes)

/** Returns all scopes of a rule. */
export const scopeNamesIn = (scopes: ScopeRule): string[] => [
  ...new Set(Object.values(scopes.requirements).flat(2)),
]
