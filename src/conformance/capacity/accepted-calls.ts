/** Checks that the service accepted the calls of a synchronization, or that it repeated them after a 429. */
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { isRequest } from '../../engine/emulator/reports/request-entries.ts'
import { operationIn } from '../../engine/emulator/reports/usage.ts'
import { returnedRecords } from '../../engine/kit/usage/counted-request.ts'
import type { OperationUsage, Usage } from '../../engine/kit/usage/usage.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { formatThousands } from '../../engine/define/number-text.ts'

/** What fails when a run cannot be measured. */
export const syncAction = (size: number): string =>
  `measure the synchronization at size ${formatThousands(size)}`

/** The calls whose status fits, by status. */
export const callsWith = (
  { statuses }: OperationUsage,
  fits: (status: number) => boolean,
): (readonly [status: string, calls: number])[] =>
  Object.entries(statuses).filter(([status]) => fits(Number(status)))

/** @throws EmulatorError for a run without calls, and for a run whose calls were all refused */
export function assertAccepted(context: EmulatorContext, usage: Usage, size: number): void {
  if (usage.calls === 0) {
    throw new EmulatorError('no_calls', {
      action: syncAction(size),
      reason: 'it sends no call to the emulator',
      advice: 'Send the calls with the `fetch` of the connection.',
    })
  }
  const isAccepted = (status: number): boolean => status < 400
  if (usage.operations.some((operation) => callsWith(operation, isAccepted).length > 0)) return
  throw new EmulatorError('refused_calls', {
    action: syncAction(size),
    reason: `no call was accepted: ${lastRefusal(context)}`,
    advice: 'Send the `token` of the connection, and paths below its `baseUrl`.',
  })
}

/** The last call with its status, and why it was refused. */
function lastRefusal({ journal }: EmulatorContext): string {
  const last = journal.entries().findLast(isRequest)
  if (!last) return 'the calls got no answer'
  const { method, path, status, reason } = last
  const answer = status ? `was answered with ${status}` : 'got no answer'
  return `${method} ${path} ${answer}${reason === undefined ? '' : `, because ${reason}`}`
}

/**
 * Counts the calls that were answered with 429 and not repeated, among the calls that the journal keeps.
 *
 * @throws EmulatorError if the last call of an operation is one of them: the synchronization ended without it
 */
export function countUnrepeated(context: EmulatorContext, usage: Usage, size: number): number {
  if (usage.rateLimit.refused === 0) return 0
  const later = { operations: new Set<string>(), calls: new Set<string>() }
  const unrepeated = new Set<string>()
  for (const entry of context.journal.entries().filter(isRequest).reverse()) {
    const { method, path, body = '', status } = entry
    const operation = operationIn(context, entry)?.id ?? `${method} ${path.split('?', 1)[0]}`
    const call = `${method} ${path} ${body}`
    if (status !== 429) {
      later.operations.add(operation)
      later.calls.add(call)
    } else if (later.operations.has(operation)) {
      if (!later.calls.has(call)) unrepeated.add(call)
    } else {
      throw new EmulatorError('failed_sync', {
        action: syncAction(size),
        reason: `it ended after a 429 that it did not repeat: ${method} ${path}`,
        advice: retryAdvice,
      })
    }
  }
  return unrepeated.size
}

/** The operations whose last answered page has a next page, among the calls that the journal keeps. */
export function unfinishedLists(context: EmulatorContext): string[] {
  const lists = new Map<string, boolean>()
  for (const entry of context.journal.entries().filter(isRequest)) {
    const operation = operationIn(context, entry)
    if (operation && entry.status === 200)
      lists.set(operation.id, returnedRecords(entry, operation).hasNext)
  }
  return [...lists.keys()].filter((operation) => lists.get(operation))
}

/** What a synchronization must do about a 429. */
export const retryAdvice = 'After a 429 the synchronization must wait for Retry-After and repeat.'
