/** The emulators that were created last, for hints on calls that reach another one than the test means. */
import { RecentValues } from '../../store/recent-values.ts'
import type { EmulatorContext } from '../context.ts'

/** The number of emulators that hints know at least. */
const emulatorsMin = 8

/**
 * Returns a map of the emulators that were created last, by their base URL.
 *
 * Note: a `WeakRef` keeps its emulator until the next turn of the event loop, which many emulators in one turn do not reach.
 */
export const recentEmulators = (): RecentValues<string, EmulatorContext> =>
  new RecentValues(emulatorsMin, () => new Map())
