/** Moves virtual time until the integration is idle. */
import { attemptTask } from '../../engine/deliver/due-tasks.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { dayMs } from '../../engine/clock/duration.ts'

/** An integration that is not idle after this time on the emulator's clock is hung. */
const idleWithinMs = 7 * dayMs

/** Tasks that are due later belong to deliveries that a deviation holds. */
const heldAfterMs = 300 * dayMs

/** The kind of the tasks that poll the service. A run does not wait for them. */
export const pollTask = 'poll'

/** Returns the time of the next task that belongs to the integration: a delivery, a retry or a sleep. */
export function nextDueMs({ clock, transitionSource }: EmulatorContext): number | undefined {
  const next = clock
    .pending()
    .find(
      ({ kind, at }) =>
        kind !== transitionSource.kind &&
        kind !== pollTask &&
        !(kind === attemptTask && at > clock.now() + heldAfterMs),
    )
  return next?.at
}

/**
 * Moves time until no delivery, retry or sleep is due. Returns false if the integration is not idle within
 * seven days on the emulator's clock, or if `isOver` becomes true.
 */
export async function advanceUntilIdle(
  context: EmulatorContext,
  isOver: () => boolean,
): Promise<boolean> {
  const { clock } = context
  const endMs = clock.now() + idleWithinMs
  for (;;) {
    await clock.settle()
    const nextMs = nextDueMs(context)
    if (nextMs === undefined) return true
    if (nextMs > endMs || isOver()) return false
    await clock.advanceTo(nextMs)
  }
}

/** Work that the wait includes, with its result when it has one. */
interface ObservedWork<T> {
  /** The outcome; undefined while the work has not ended. */
  outcome(): { readonly value: T } | { readonly error: unknown } | undefined
}

/** Starts work that may wait for the clock. The caller waits until the integration is idle, then reads the outcome. */
export function observe<T>(
  { idleTracker }: EmulatorContext,
  work: () => T | Promise<T>,
): ObservedWork<T> {
  let outcome: ReturnType<ObservedWork<T>['outcome']>
  void idleTracker
    .track(async () => work())
    .then(
      (value) => void (outcome = { value }),
      (error: unknown) => void (outcome = { error }),
    )
  return { outcome: () => outcome }
}
