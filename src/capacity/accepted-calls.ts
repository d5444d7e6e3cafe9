/** Checks that the service accepted the calls of a synchronization. A refused call reads nothing. */
import type { EmulatorContext } from '../emulator/context.ts'
import { isRequest } from '../emulator/reports/request-entries.ts'
import type { OperationUsage, Usage } from '../kit/usage/usage.ts'
import { EmulatorError } from '../machine/errors.ts'
import { formatThousands } from '../machine/number-text.ts'

/** What fails when a run cannot be measured. */
export const runAction = (size: number): string =>
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
      action: runAction(size),
      reason: 'it sends no call to the emulator',
      advice: 'Send the calls with the `fetch` of the connection.',
    })
  }
  const isAccepted = (status: number): boolean => status < 400
  if (usage.operations.some((operation) => callsWith(operation, isAccepted).length > 0)) return
  throw new EmulatorError('refused_calls', {
    action: runAction(size),
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
