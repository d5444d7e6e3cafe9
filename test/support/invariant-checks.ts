/**
 * Checks what always holds for deliveries and for the journal. Every emulator of the test suite runs the checks after
 * each advance of the clock and each replacement of the state.
 */
import type { EmulatorContext } from '../../src/engine/emulator/context.ts'
import {
  findStateViolations,
  invariantChecks,
  isFinished,
} from '../../src/engine/emulator/invariants.ts'
import { allNotifications } from '../../src/engine/emulator/reports/views.ts'
import { EmulatorError } from '../../src/engine/errors/errors.ts'

/** Above this number of notifications the state is not checked, because a check reads all of them. */
const checkedNotificationsMax = 5_000

/** Throws for a broken invariant. */
function assertInvariants(context: EmulatorContext): void {
  if (context.store.size('webhook_notifications') > checkedNotificationsMax) return
  const violations = findViolations(context)
  if (violations.length === 0) return
  throw new EmulatorError('broken_invariant', {
    action: 'continue',
    reason: `the state is inconsistent: ${violations.slice(0, 5).join('; ')}`,
    advice: 'This is a defect of the emulator.',
  })
}

/** Returns one sentence for each broken invariant. */
export function findViolations(context: EmulatorContext): string[] {
  return [
    ...findStateViolations(context),
    ...findExceededLimits(context),
    ...findWrongCauses(context),
    ...findMissingEndings(context),
  ]
}

/** A webhook has at most `maxInFlight` attempts in flight. A file may have more: they start again after it is loaded. */
function findExceededLimits({ dispatcher, settings }: EmulatorContext): string[] {
  const { maxInFlight } = settings.delivery
  return dispatcher.inFlight
    .counts()
    .filter(([, count]) => count > maxInFlight)
    .map(([webhook, count]) => `webhook ${webhook} has ${count} attempts in flight`)
}

/** A cause has a lower number than its entry, and is in the journal unless the journal dropped it. */
function findWrongCauses({ journal }: EmulatorContext): string[] {
  const entries = journal.entries()
  const first = entries[0]?.number ?? 0
  const numbers = new Set(entries.map(({ number }) => number))
  return entries
    .filter(({ number, cause }) => cause !== undefined && !isBefore(cause, number))
    .map(({ number, cause }) => `entry ${number} has the wrong cause ${cause}`)

  function isBefore(cause: number, number: number): boolean {
    return cause < number && (cause < first || numbers.has(cause))
  }
}

const endingKinds = ['answer', 'no answer', 'drop']

/** Each notification of an event in the journal ends with an entry, and none disappears without a drop. */
function findMissingEndings({ journal, settings, store }: EmulatorContext): string[] {
  const notifications = allNotifications(store)
  const entries = journal.entries()
  const first = entries[0]?.number ?? Infinity
  const ended = notificationsOf(entries, endingKinds)
  const own = notifications.filter(
    ({ cause }) => cause >= first && journal.isOwnNumber(cause as number),
  )
  const unended = own
    .filter(({ id, status }) => isFinished(status) && !ended.has(id))
    .map(({ id, status }) => `notification ${id} is ${status} and has no last entry`)
  const mayLack =
    journal.droppedCount() > 0 ||
    entries.some(({ kind }) => kind === 'restore') ||
    notifications.length >= settings.delivery.maxFinished
  if (mayLack || own.length === 0) return unended
  const known = new Set(notifications.map(({ number }) => number))
  for (const id of ended) known.add(Number.parseInt(String(id), 16))
  // Note: a redelivery by hand gives a notification a new cause, also one from before the first entry.
  const redelivered = notificationsOf(entries, ['redeliver'])
  const numbers = own.filter(({ id }) => !redelivered.has(id)).map(({ number }) => number)
  const missing: string[] = []
  for (let number = Math.min(...numbers); number < Math.max(...numbers); number += 1) {
    if (!known.has(number)) missing.push(`notification number ${number} is gone without a drop`)
  }
  return [...unended, ...missing]
}

interface NotificationEntry {
  readonly kind: string
  /** Absent in entries of other kinds. */
  readonly notification?: string
}

/** The ids of the notifications that entries of these kinds name. */
const notificationsOf = (
  entries: readonly NotificationEntry[],
  kinds: readonly string[],
): ReadonlySet<string | undefined> =>
  new Set(
    entries.filter(({ kind }) => kinds.includes(kind)).map(({ notification }) => notification),
  )

invariantChecks.run = assertInvariants
