/** Applies a merge of two users to the LMS. */
import type { Settings } from './config.ts'
import type { Editions } from './editions.ts'
import type { LmsApi } from './lms-api.ts'
import type { Memory } from './memory.ts'
import type { People } from './people.ts'
import type { Service } from './administration.ts'

export type Merge = (primary: number, secondary: number) => Promise<void>

export function createMerge(
  { merges }: Settings,
  service: Service,
  lms: LmsApi,
  memory: Memory,
  people: People,
  editions: Editions,
): Merge {
  return async (primary, secondary) => {
    if (merges === 'ignore') return
    memory.noteMerge(secondary, primary)
    const survivor = memory.survivorOf(primary)
    const user = await service.user(survivor)
    // The primary user was merged too, and that event has not arrived: try again later.
    if (!user) throw new Error(`user ${survivor} is not there`)

    const leaving = await people.accountOf(secondary)
    if (leaving) {
      const staying = await people.match(user)
      if (!staying) {
        // The LMS has no other account of the person, so the account becomes that of the primary user.
        await people.update(user, leaving)
      } else if (staying.id !== leaving.id) {
        if (merges === 'merge') await lms.merge(leaving.id, staying.id)
        else await lms.change(leaving.id, { active: false })
      }
      memory.forget(secondary)
      await people.refresh(survivor)
    }
    // Moved enrollments emit no events, so the middleware reads them.
    await editions.syncStudies(survivor)
  }
}
