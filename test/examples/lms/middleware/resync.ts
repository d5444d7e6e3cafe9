/** Synchronizes everything, at the start and after an outage longer than three delivery attempts. */
import type { Settings } from './config.ts'
import type { Editions } from './editions.ts'
import type { Memory } from './memory.ts'
import type { People } from './people.ts'
import type { Service } from './administration.ts'

export function createResync(
  { merges }: Settings,
  service: Service,
  memory: Memory,
  people: People,
  editions: Editions,
): () => Promise<void> {
  return async () => {
    for (const edition of await service.editions()) await editions.sync(edition)
    if (merges === 'ignore') return
    await service.assertReadable('users')
    for (const id of memory.users()) {
      // The user was merged or deleted during the outage.
      if (!(await service.user(id))) await people.deactivate(id)
    }
  }
}
