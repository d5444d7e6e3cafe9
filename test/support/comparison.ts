/** Compares an operation with the stated facts and collects the differences. */

/** Pagination parameters, which are stated separately. */
export const pagingParameters: readonly string[] = ['cursor', 'per_page', 'page']

export interface Comparison {
  /** Every difference so far, as short lines. */
  readonly differences: string[]
  compare(what: string, theirs: unknown, ours: unknown): void
}

export function createComparison(operation: string): Comparison {
  const differences: string[] = []
  return {
    differences,
    compare(what, theirs, ours) {
      const [a, b] = [JSON.stringify(theirs), JSON.stringify(ours)]
      if (a !== b) differences.push(`${operation} ${what}: ${a} is ${b}`)
    },
  }
}
