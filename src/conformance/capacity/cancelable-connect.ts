/** Ends the synchronizations of a measurement that is canceled. */
import { EmulatorError } from '../../engine/errors/errors.ts'
import type { Connect, Connection, Integration } from '../scenario/integration.ts'
import { measureAction } from './capacity-options.ts'

/** @throws EmulatorError if the measurement is canceled */
export function assertNotCanceled(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return
  throw new EmulatorError('canceled', {
    action: measureAction,
    reason: 'its signal aborted',
    advice: 'Give the test more time, or choose a smaller target.',
    cause: signal.reason,
  })
}

/** Rejects at once when the signal aborts, also while a synchronization waits without an end. */
export async function untilCanceled<T>(
  signal: AbortSignal | undefined,
  work: Promise<T>,
): Promise<T> {
  if (!signal) return work
  let cancel = (): void => {}
  const canceled = new Promise<void>((resolve) => (cancel = resolve))
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return (await Promise.race([work, canceled.then(() => assertNotCanceled(signal))])) as T
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Gives integrations a connection whose calls reject after the signal has aborted, so that their work ends. */
export function cancelableConnect(
  connect: Connect | Integration,
  signal: AbortSignal | undefined,
): Connect | Integration {
  if (!signal || typeof connect !== 'function') return connect
  return (connection: Connection) =>
    connect({
      ...connection,
      async fetch(...args) {
        assertNotCanceled(signal)
        return connection.fetch(...args)
      },
      async sleep(duration) {
        assertNotCanceled(signal)
        await connection.sleep(duration)
        assertNotCanceled(signal)
      },
    })
}
