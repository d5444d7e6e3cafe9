/** The deliveries that a test read before they were sent, or that its receiver waits for: assertions pass then. */
import { EmulatorError } from '../../errors/errors.ts'
import { redactUrl } from '../../journal/redaction.ts'
import type { EmulatorContext } from '../context.ts'
import { noteEvidence } from './evidence-reads.ts'
import { nextTaskAt } from './pending-work.ts'
import { noteFakeTimers } from './unshared-timers.ts'
import { allNotifications } from './views.ts'

/** The last read of some deliveries. The journal has another identity after it is cleared. */
interface Read {
  readonly entry: number
  readonly journal: object
}

/** The last reads of each emulator, by the URL of the webhook or by the event. */
const reads = new WeakMap<EmulatorContext, Map<string, Read>>()

/** Notes that code reads the deliveries to a URL, or those of an event. */
export function noteRead(context: EmulatorContext, urlOrEvent: string): void {
  noteFakeTimers(context)
  noteEvidence(context)
  const { journal } = context
  const ofContext = reads.get(context) ?? new Map<string, Read>()
  reads.set(context, ofContext)
  ofContext.set(urlOrEvent, { entry: journal.lastNumber(), journal: journal.identity() })
}

/** The URLs of the receivers that the running test made: `reset` keeps those of an earlier one. */
const ownReceivers = new WeakMap<EmulatorContext, Set<string>>()

/** Notes that the running test makes a receiver. */
export function noteReceiver(context: EmulatorContext, url: string): void {
  const urls = ownReceivers.get(context) ?? new Set()
  ownReceivers.set(context, urls.add(url))
}

/** The URLs of the receivers that the running test made and that no delivery reached. */
export function unreachedReceivers(context: EmulatorContext): string[] {
  const reached = reachedUrls(context)
  return [...(ownReceivers.get(context) ?? [])].filter((url) => !reached.has(url))
}

const reachedUrls = ({ store }: EmulatorContext): Set<string> =>
  new Set([...allNotifications(store)].flatMap(({ attempts }) => attempts.map(({ url }) => url)))

/** The ends of tests, by the emulator that they share. */
const ends = new WeakMap<EmulatorContext, Read>()

/**
 * Throws once for deliveries that are due and that nothing has sent: to a receiver of the test whose function `answer` never
 * ran, and those that were due when they were read.
 */
export function assertNoEarlyReads(context: EmulatorContext): void {
  const { clock, journal, store, receivers } = context
  const ofContext = reads.get(context)
  const end = ends.get(context)
  const own = ownReceivers.get(context)
  const now = { entry: journal.lastNumber(), journal: journal.identity() }
  reads.delete(context)
  ownReceivers.delete(context)
  ends.set(context, now)
  if (clock.mode !== 'virtual' || (!ofContext && !own)) return
  const isBefore = (read: Read | undefined, cause: number): boolean =>
    read?.journal === now.journal && cause <= read.entry
  const reached = reachedUrls(context)
  for (const notification of allNotifications(store)) {
    const { status, event, cause, attempts, webhook_id } = notification
    if (status !== 'pending' || attempts.length > 0 || cause === 0) continue
    const url = String(store.get('webhooks', webhook_id)?.['url'])
    const isRead = [url, event].some((key) => isBefore(ofContext?.get(key), cause))
    const isUnheard =
      own?.has(url) === true &&
      typeof receivers.get(url) === 'function' &&
      !reached.has(url) &&
      !isBefore(end, cause)
    if (!isRead && !isUnheard) continue
    if ((nextTaskAt(context, notification) ?? Infinity) > clock.now()) continue
    const delivery = `one of ${event} to ${redactUrl(url)}`
    throw new EmulatorError('unsent_delivery', {
      action: 'end the test',
      ...(isRead
        ? {
            reason: `it read deliveries while ${delivery} was due, and nothing sent it`,
            advice:
              'Send what is due before you read: `await emulator.settle()`. A retry needs `await emulator.advance("5m")`.',
          }
        : {
            reason: `${delivery} is due, nothing sent it, and the function \`answer\` never ran`,
            advice: 'Send what is due: `await emulator.settle()`.',
          }),
    })
  }
}
