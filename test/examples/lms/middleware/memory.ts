/** The state of the middleware. This example stores it in memory; use four tables in production. */

/** An accepted event that is not processed yet. */
export interface Job {
  /** The id of the notification, which is the same in every delivery attempt. */
  id: string
  event: string
  data: Record<string, unknown>
}

export type Memory = ReturnType<typeof createMemory>

export function createMemory() {
  const seen = new Set<string>()
  const principalIds = new Map<number, string>()
  const mergedInto = new Map<number, number>()
  const deadLetters: { job: Job; reason: string }[] = []

  return {
    /** Whether a notification id is new. Stores the id. */
    isNew: (id: string): boolean => !seen.has(id) && Boolean(seen.add(id)),

    /** The principal ID of a user. The API does not return deleted users. */
    principalIdOf: (user: number): string | undefined => principalIds.get(user),
    remember: (user: number, principalId: string) => void principalIds.set(user, principalId),
    forget: (user: number) => void principalIds.delete(user),
    users: (): number[] => [...principalIds.keys()],

    noteMerge: (secondary: number, primary: number) => void mergedInto.set(secondary, primary),
    /** The user that remains after all known merges of a user. */
    survivorOf(user: number): number {
      let survivor = user
      for (let next = mergedInto.get(survivor); next !== undefined; next = mergedInto.get(next)) {
        survivor = next
      }
      return survivor
    },

    /** Dead letters: jobs that failed too often, for manual inspection. */
    laidAside: deadLetters,
  }
}
