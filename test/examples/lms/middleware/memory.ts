/** What the middleware must not forget. Here it is in memory; in production these are four tables. */

/** An event that was accepted and is still to be worked on. */
export interface Job {
  /** The id of the notification, the same in every attempt to deliver it. */
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
    /** True the first time that a notification is met. */
    isNew: (id: string): boolean => !seen.has(id) && Boolean(seen.add(id)),

    /** The principal ID of a user: a user who was deleted can no longer be asked. */
    principalIdOf: (user: number): string | undefined => principalIds.get(user),
    remember: (user: number, principalId: string) => void principalIds.set(user, principalId),
    forget: (user: number) => void principalIds.delete(user),
    users: (): number[] => [...principalIds.keys()],

    noteMerge: (secondary: number, primary: number) => void mergedInto.set(secondary, primary),
    /** Who a user is by now, after all merges that were heard of. */
    survivorOf(user: number): number {
      let survivor = user
      for (let next = mergedInto.get(survivor); next !== undefined; next = mergedInto.get(next)) {
        survivor = next
      }
      return survivor
    },

    /** Work that failed too often, for a person to look at. */
    laidAside: deadLetters,
  }
}
