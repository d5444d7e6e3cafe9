/** Judges what happened in an emulator against what a test expects, for every test runner alike. */
import type { Notification } from '../deliver/notification.ts'
import { withIds } from '../kit/saying.ts'
import { type Expectation, judge, type Verdict } from '../kit/verdict.ts'
import type { EventName, OperationId, Records, Rows } from '../resources/rows.ts'
import type { Assembly } from './assemble.ts'
import type { ResourceName } from './face.ts'
import {
  type CallLike,
  callLike,
  callsOf,
  type DeliveryLike,
  deliveryOf,
  notificationsFor,
  type ReceivedCall,
  unhandledIn,
} from './happened.ts'
import { idleFaultLines } from './idle-faults.ts'
import { recordsOf, resourceNamed } from './looking.ts'
import { storyText } from './telling.ts'

/** How often something is expected. */
export interface Times {
  /** How often exactly. Default: once or more. */
  readonly times?: number
}

export function judgeReceived(
  assembly: Assembly,
  operation: OperationId,
  { times, ...like }: CallLike & Times = {},
): Verdict {
  const candidates = callsOf(assembly, operation)
  const deed = `received ${operation}`
  return judge({ ...told(assembly), deed, candidates, like: callLike(like), times, line: callLine })
}

export function judgeDelivered(
  assembly: Assembly,
  event: EventName,
  { times, ...like }: DeliveryLike & Times = {},
): Verdict {
  const candidates = notificationsFor(assembly, event).map((each) => ({
    ...deliveryOf(assembly, each),
    outcome: outcomes[each.status],
  }))
  return judge({
    ...told(assembly),
    deed: `delivered ${event}`,
    said: like,
    candidates,
    // Note: what was not delivered yet is no match, and yet the nearest that there is.
    like: { ...like, outcome: outcomes.succeeded },
    times,
    line: ({ to, attempts, outcome }) => `${event} to ${to}, attempts: ${attempts}, ${outcome}`,
  })
}

const outcomes: Readonly<Record<Notification['status'], string>> = {
  succeeded: 'delivered',
  pending: 'not yet delivered: `await emulator.settle()` sends what is due',
  retry: 'not yet delivered: `await emulator.advance("5m")` brings the next attempt',
  failed: 'given up',
}

/** Fields of a row, stored or as the service shows them; a matcher may stand for a value. */
export type RowLike<N extends ResourceName> = {
  readonly [F in keyof Records[N] | keyof Rows[N]]?: unknown
}

export function judgeRow<N extends ResourceName>(
  assembly: Assembly,
  resource: N,
  given: RowLike<N> & Times = {},
): Verdict {
  const { times, ...said } = given as Readonly<Record<string, unknown>> & Times
  const like = withIds(resourceNamed(assembly.catalog, resource), said, `find ${resource}`)
  const records = recordsOf(assembly, resource, {})
  const candidates = records.map((record) => ({
    ...assembly.store.get(resource, record['id'] as number | string),
    ...record,
  }))
  const line = (row: Record<string, unknown>): string => `${resource} ${String(row['id'])}`
  return judge({ ...told(assembly), deed: `a row of ${resource}`, candidates, like, times, line })
}

/** Holds when every call found its operation. */
export function judgeUnhandled(assembly: Assembly): Verdict {
  const candidates = unhandledIn(assembly)
  const deed = 'received calls that no operation answers'
  const { pass, message } = judge({
    ...told(assembly),
    deed,
    candidates,
    like: {},
    line: callLine,
  })
  return { pass: !pass, message }
}

const callLine = ({ number, method, path, status }: ReceivedCall): string =>
  `${number}: ${method} ${path} -> ${status}`

const told = (assembly: Assembly): Pick<Expectation<never>, 'story'> => ({
  story: (entriesMax) => storyLines(assembly, entriesMax),
})

/** What a person reads whose test failed: what happened last, and what was to go wrong and did not. */
export function storyLines(assembly: Assembly, entriesMax = Infinity): string[] {
  const text = storyText(assembly, entriesMax)
  return [...(text === '' ? [] : text.split('\n')), ...idleFaultLines(assembly)]
}
