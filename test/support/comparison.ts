/** Compares an operation with what is stated of it, and collects where the two differ. */

/** Parameters that page through a list; what is stated of them stands by itself. */
export const pagingParameters: readonly string[] = ['cursor', 'per_page', 'page']

export interface Comparison {
  /** Every difference so far, each as a short line. */
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
