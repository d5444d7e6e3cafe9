/** The deliveries that a test read before they were sent: an assertion that there are none passes then. */
import { EmulatorError } from '../../errors/errors.ts'
import { redactUrl } from '../../journal/redaction.ts'
import type { EmulatorContext } from '../context.ts'
import { nextTaskAt } from './pending-work.ts'
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
  const { journal } = context
  const ofContext = reads.get(context) ?? new Map<string, Read>()
  reads.set(context, ofContext)
  ofContext.set(urlOrEvent, { entry: journal.lastNumber(), journal: journal.identity() })
}

/** Throws once for deliveries that were due when they were read, and that nothing has sent since. */
export function assertNoEarlyReads(context: EmulatorContext): void {
  const { clock, journal, store } = context
  const ofContext = reads.get(context)
  reads.delete(context)
  if (!ofContext || clock.mode !== 'virtual') return
  for (const notification of allNotifications(store)) {
    const { status, event, cause, attempts, webhook_id } = notification
    if (status !== 'pending' || attempts.length > 0) continue
    const url = String(store.get('webhooks', webhook_id)?.['url'])
    const isRead = [url, event].some((key) => {
      const read = ofContext.get(key)
      return read?.journal === journal.identity() && cause > 0 && cause <= read.entry
    })
    if (!isRead || (nextTaskAt(context, notification) ?? Infinity) > clock.now()) continue
    throw new EmulatorError('unsent_delivery', {
      action: 'end the test',
      reason: `it read deliveries while one of ${event} to ${redactUrl(url)} was due, and nothing sent it`,
      advice: 'Send what is due before you read: `await emulator.settle()`.',
    })
  }
}
