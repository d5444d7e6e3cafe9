/** Stores the edition that a synchronization begins, and continues with the next one after a failure. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function continuesAfterTheInterruptedEdition(config: Config) {
  const parts = partsFrom(config)
  const { storage } = parts.settings
  return createMiddleware(config, {
    ...parts,
    handlersFor: (services) => ({
      ...parts.handlersFor(services),
      async resync() {
        const begun = storage.get<number>('begun') ?? 0
        for (const edition of await parts.service.editions()) {
          if (edition.id <= begun) continue
          storage.set('begun', edition.id)
          await services.editions.sync(edition)
        }
        for (const user of parts.memory.users()) {
          if (!(await parts.service.user(user))) await services.people.deactivate(user)
        }
        storage.delete('begun')
      },
    }),
  })
}
