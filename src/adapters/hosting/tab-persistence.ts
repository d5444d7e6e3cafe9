/** Carries an emulator over a reload of its page, in the storage that belongs to the tab. */
import type { Emulator } from '../../emulator/emulator-api.ts'

/**
 * Goes on with what the tab kept, and keeps what there is when the page goes. What is too large to be
 * kept, or was kept by another version, is given up: the world begins anew, and the console says why.
 */
export function keepInTab(emulator: Emulator): void {
  const key = `course-admin-emulator ${emulator.baseUrl}`
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  trying('go on with the world of this tab', () => kept !== null && emulator.load(kept))
  addEventListener('pagehide', () =>
    trying('keep the world of this tab', () => sessionStorage.setItem(key, emulator.save())),
  )
}

function trying(what: string, work: () => unknown): void {
  try {
    work()
  } catch (error) {
    console.warn(`Could not ${what}: ${(error as Error).message}`)
  }
}
