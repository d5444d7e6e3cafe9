/** Reads the facts of the service's document and contract from `fixtures/contract`. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** A fact with the names that implement it: `behaviour paging.size, field users.email`. */
export type Fact = Readonly<Record<string, string>>

const read = (name: string): unknown =>
  parse(readFileSync(new URL(`../../fixtures/contract/${name}.yaml`, import.meta.url), 'utf8'))

const { operations, rules, open } = read('service-v1') as {
  operations: Record<string, unknown>
  rules: Record<string, readonly Fact[]>
  open: Record<string, readonly Fact[]>
}
/** All facts and open points of the document, with their sections. */
export const facts = [rules, open].flatMap((part) =>
  Object.entries(part).flatMap(([section, stated]) => stated.map((rule) => ({ section, rule }))),
)

const { rules: notes } = read('facts') as { rules: readonly Fact[] }
const contract = read('operations') as { operations: readonly { id: string }[] }

/** The names that implement a fact. */
export const answersOf = (rule: Fact): string[] =>
  Object.values(rule).flatMap((names) => names.split(', '))

const behavioursIn = (stated: readonly Fact[]): string[] =>
  stated.flatMap(answersOf).flatMap((name) => /^behaviour (.+)$/.exec(name)?.[1] ?? [])

export const documented = {
  behaviours: new Set(behavioursIn(Object.values(rules).flat())),
  operations: new Set(Object.keys(operations)),
}
export const reference = {
  behaviours: new Set(behavioursIn(notes)),
  operations: new Set(contract.operations.map(({ id }) => id)),
}
