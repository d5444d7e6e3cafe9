/** The warnings of a measurement. */
import type { Usage } from '../kit/usage/usage.ts'

/** Warns of lists that returned no records in any run: the data of the runs may be incomplete. */
export function warningsOf(usages: readonly Usage[]): string[] {
  const lists = usages.flatMap(({ operations }) => operations).filter(({ pages }) => pages > 0)
  const filled = new Set(lists.filter(({ rows }) => rows > 0).map(({ operation }) => operation))
  const empty = lists.map(({ operation }) => operation).filter((each) => !filled.has(each))
  return [...new Set(empty)].map(
    (operation) => `${operation} returned no records at any size. Give them in \`given\`.`,
  )
}
