/** Reads the facts of the service's document and contract from `fixtures/contract`. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** A fact, perhaps with the names of definitions that implement it: `field users.email`. */
type Fact = string | { readonly fact: string; readonly by: string }
type Facts = Readonly<Record<string, Fact>>

/** A detail that the document omits, with the names that decide it. */
type OpenDetail = Readonly<Record<string, string>>

const read = (name: string): unknown =>
  parse(readFileSync(new URL(`../../fixtures/contract/${name}.yaml`, import.meta.url), 'utf8'))

const { operations, rules, open } = read('service-v1') as {
  operations: Record<string, unknown>
  rules: Record<string, Facts>
  open: Record<string, readonly OpenDetail[]>
}

interface StatedFact {
  readonly id: string
  readonly source: string
  readonly text: string
  /** The names of the definitions that implement the fact, besides the behaviours that name it. */
  readonly by: readonly string[]
}

const statedFacts = (source: string, stated: Facts): StatedFact[] =>
  Object.entries(stated).map(([id, fact]) =>
    typeof fact === 'string'
      ? { id, source, text: fact, by: [] }
      : { id, source, text: fact.fact, by: fact.by.split(', ') },
  )

/** The facts of the document and of the contract, with their sections. */
export const facts = [
  ...Object.entries(rules).flatMap(([section, stated]) =>
    statedFacts(`document ${section}`, stated),
  ),
  ...statedFacts('contract', (read('facts') as { rules: Facts }).rules),
]

/** The details that the document omits, with the names that decide them. */
export const openDetails = Object.entries(open).flatMap(([section, details]) =>
  details.flatMap((detail) =>
    Object.entries(detail).map(([text, names]) => ({ section, text, by: names.split(', ') })),
  ),
)

const contract = read('operations') as { operations: readonly { id: string }[] }

const idsOf = (isContract: boolean): Set<string> =>
  new Set(facts.filter(({ source }) => (source === 'contract') === isContract).map(({ id }) => id))

export const documented = {
  facts: idsOf(false),
  operations: new Set(Object.keys(operations)),
}
export const reference = {
  facts: idsOf(true),
  operations: new Set(contract.operations.map(({ id }) => id)),
}
