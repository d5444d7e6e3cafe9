/**
 * Synchronizes an integration at the end of a run until a synchronization changes nothing.
 *
 * A synchronization that rejects, or that a deviation hits, is repeated, because another one would follow it.
 */
import { stableJson } from './choice-point.ts'
import type { DisturbedSynchronization, Ending } from './outcome.ts'

/** The number of undisturbed synchronizations in which an integration reaches its fixed point. */
const synchronizationsMax = 3
/** The number of disturbed synchronizations that are repeated. */
const disturbedMax = 3

/** What one synchronization did. */
export interface Synchronization {
  /** Whether `resync` rejected. */
  readonly rejects: boolean
  /** Whether a deviation hit one of its calls, or the world changed. */
  readonly isHit: boolean
  /** Whether the integration crashed. */
  readonly crashes: boolean
}

/** What a synchronization can change. */
export interface SynchronizedValues {
  readonly ending: Ending
  /** The rows that the integration wrote in the service, as text. */
  readonly writes: string
}

interface FinalSynchronizationWork {
  /** Synchronizes once, and waits until the integration is idle. */
  synchronize(): Promise<Synchronization>
  values(): Promise<SynchronizedValues>
  /** Moves time past an outage. */
  passOutage(): Promise<void>
}

export interface FinalSynchronizationResult {
  readonly after: Ending
  /** The rows that the integration wrote in the service, as text. */
  readonly writes: string
  /** The ending before the last of three synchronizations, which still changed it; absent at a fixed point. */
  readonly unstable?: Ending
  readonly disturbed?: DisturbedSynchronization
}

export async function synchronizeToFixedPoint(
  before: SynchronizedValues,
  work: FinalSynchronizationWork,
  synchronizationsMin: number,
): Promise<FinalSynchronizationResult> {
  let last = before
  let disturbed: DisturbedSynchronization | undefined
  let disturbedCount = 0
  for (let count = 0; ;) {
    const { rejects, isHit, crashes } = await work.synchronize()
    const values = await work.values()
    const after = values.ending
    if ((rejects || isHit) && disturbedCount < disturbedMax) {
      disturbedCount += 1
      if (!crashes) disturbed ??= { before: last.ending, after, rejects }
      await work.passOutage()
      last = values
      continue
    }
    const kept = { after, writes: values.writes, ...(disturbed && { disturbed }) }
    const isChanged = textOf(last) !== textOf(values)
    count += 1
    if (rejects || (!isChanged && count >= synchronizationsMin)) return kept
    if (count >= synchronizationsMax) return isChanged ? { ...kept, unstable: last.ending } : kept
    last = values
  }
}

/** What must not change any more. A synchronization may send the same mail each time. */
const textOf = ({ ending: { effects: _, ...ending }, writes }: SynchronizedValues): string =>
  stableJson({ ending, writes })
