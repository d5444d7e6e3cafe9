/** Carries an emulator over a reload of its page, in the storage that belongs to the tab. */
import type { Emulator } from '../../emulator/emulator-api.ts'

/**
 * Goes on with what the tab kept, and keeps what there is when the page goes. What is too large to be
 * kept, or was kept by another version, is given up: the world begins anew, and the console says why.
 */
export function persistInTab(emulator: Emulator): void {
  const key = `course-admin-emulator ${emulator.baseUrl}`
  const saved = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  warnOnFailure('go on with the world of this tab', () => saved !== null && emulator.load(saved))
  addEventListener('pagehide', () =>
    warnOnFailure('keep the world of this tab', () => sessionStorage.setItem(key, emulator.save())),
  )
}

function warnOnFailure(action: string, work: () => unknown): void {
  try {
    work()
  } catch (error) {
    console.warn(`Could not ${action}: ${(error as Error).message}`)
  }
}
