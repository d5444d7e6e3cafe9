/** Keeps the state of an emulator over a page reload, in the session storage of the tab. */
import type { Emulator } from '../../emulator/emulator-api.ts'

/**
 * Restores the state that the tab saved, and saves the state when the page unloads. A state that is too large
 * or that another version saved is discarded with a warning in the console; the world starts again.
 */
export function persistInTab(emulator: Emulator): void {
  const key = `course-admin-emulator ${emulator.baseUrl}`
  const saved = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  warnOnFailure('restore the world of this tab', () => saved !== null && emulator.load(saved))
  addEventListener('pagehide', () =>
    warnOnFailure('save the world of this tab', () => sessionStorage.setItem(key, emulator.save())),
  )
}

function warnOnFailure(action: string, work: () => unknown): void {
  try {
    work()
  } catch (error) {
    console.warn(`Could not ${action}: ${(error as Error).message}`)
  }
}
