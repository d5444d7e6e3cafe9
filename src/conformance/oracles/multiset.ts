/** Compares lists as multisets. */
import { stableJson } from '../run/choice-point.ts'

/** The items that have no equal counterpart among the others, as a multiset. */
export function withoutEqual<T>(items: readonly T[], others: readonly T[]): T[] {
  const counts = new Map<string, number>()
  for (const other of others) {
    const text = stableJson(other)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return items.filter((item) => {
    const text = stableJson(item)
    const count = counts.get(text) ?? 0
    counts.set(text, count - 1)
    return count <= 0
  })
}
