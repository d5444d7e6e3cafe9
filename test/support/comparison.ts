/** Compares an operation with what is stated of it, and collects where the two differ. */

/** Parameters that page through a list; what is stated of them stands by itself. */
export const pagingNames: readonly string[] = ['cursor', 'per_page', 'page']

export interface Comparing {
  /** Every difference so far, each as a short line. */
  readonly found: string[]
  compare(what: string, theirs: unknown, ours: unknown): void
}

export function comparing(operation: string): Comparing {
  const found: string[] = []
  return {
    found,
    compare(what, theirs, ours) {
      const [a, b] = [JSON.stringify(theirs), JSON.stringify(ours)]
      if (a !== b) found.push(`${operation} ${what}: ${a} is ${b}`)
    },
  }
}
