/** Judges what happened in an emulator against what a test expects, for every test runner alike. */
import type { Notification } from '../../deliver/notification.ts'
import { withIds } from '../../kit/rows/given-checks.ts'
import { momentOf } from '../../kit/journal/sentences.ts'
import { type Expectation, judge, type Verdict } from '../../kit/journal/match-result.ts'
import { formatDuration } from '../../machine/duration.ts'
import type { EventName, OperationId, Records, References, Rows } from '../../generated/rows.ts'
import { insistOnFields } from './query-checks.ts'
import type { Assembly } from '../context.ts'
import type { ResourceName } from '../emulator-api.ts'
import {
  type CallLike,
  callLike,
  callsOf,
  deliveryLike,
  type DeliveryLike,
  deliveryOf,
  notificationsFor,
  type ReceivedCall,
  unhandledIn,
} from './calls-and-deliveries.ts'
import { idleFaultLines } from './unused-faults.ts'
import { recordsOf, resourceNamed } from '../methods/record-queries.ts'
import { storyText } from './journal-reports.ts'

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
  const meant = callLike(assembly, operation, like)
  return judge({ ...told(assembly), deed, candidates, like: meant, times, line: callLine })
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
  deliveryLike(event, like)
  const isHeard = candidates.length > 0 || assembly.isWanted(event)
  return judge({
    ...told(assembly),
    deed: `delivered ${event}`,
    said: like,
    candidates,
    ...(!isHeard && { hint: unheard(event) }),
    // Note: what was not delivered yet is no match, and yet the nearest that there is.
    like: { ...like, outcome: outcomes.succeeded },
    times,
    line: ({ to, attempts, outcome }) => `${event} to ${to}, attempts: ${attempts}, ${outcome}`,
  })
}

const unheard = (event: string): string =>
  `No active webhook hears ${event}; register one with \`emulator.receiver({ url })\`.`

const outcomes: Readonly<Record<Notification['status'], string>> = {
  succeeded: 'delivered',
  pending: 'not yet delivered: `await emulator.settle()` sends what is due',
  retry: 'not yet delivered: `await emulator.advance("5m")` brings the next attempt',
  failed: 'given up',
}

/** Fields of a row, stored or as the service shows them; a matcher or a pattern may stand for a value. */
export type RowLike<N extends ResourceName> = N extends keyof References
  ? Alike<Omit<Rows[N], keyof References[N]>> &
      Alike<Omit<Records[N], keyof References[N]>> & {
        readonly [F in keyof References[N]]?: References[N][F] | Fitting<Rows[N][F & keyof Rows[N]]>
      }
  : Alike<Rows[N]> & Alike<Records[N]>

/** Members as they should be; those that are not named may be anything. */
export type Alike<T> = { readonly [F in keyof T]?: Fitting<T[F]> | undefined }

/** A value as it should be, or a matcher or a pattern that it fits. */
export type Fitting<T> =
  | (T extends readonly (infer Item)[] ? readonly Fitting<Item>[] : T extends object ? Alike<T> : T)
  | RegExp
  | { asymmetricMatch(actual: unknown): boolean }

export function judgeRow<N extends ResourceName>(
  assembly: Assembly,
  resource: N,
  given?: RowLike<N> & Times,
): Verdict {
  const { times, ...said } = (given ?? {}) as Readonly<Record<string, unknown>> & Times
  const found = resourceNamed(assembly.catalog, resource)
  const like = withIds(found, said, `find ${resource}`)
  insistOnFields(found, like)
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
  const line = (call: ReceivedCall): string => {
    const entry = assembly.journal.entries().find(({ number }) => number === call.number)
    const names = (entry?.['nearest'] ?? []) as readonly string[]
    return callLine(call) + (names.length > 0 ? `: did you mean ${names.join(' or ')}?` : '')
  }
  const deed = 'received calls that no operation answers'
  const { pass, message } = judge({ ...told(assembly), deed, candidates, like: {}, line })
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
  const happened = text === '' ? [] : text.split('\n')
  return [...happened, ...idleFaultLines(assembly), ...comingLines(assembly)]
}

/** Tasks that somebody waits for; dates come by themselves. */
const awaited: Readonly<Record<string, string>> = {
  deliver: 'a delivery',
  begin: 'an attempt',
  retry: 'a retry',
  redeliver: 'a redelivery',
  answer: 'the answer of a receiver',
  wake: 'the end of what waits',
}

/** What comes once time passes, where nothing but the test lets it pass. */
function comingLines({ clock, settings }: Assembly): string[] {
  const coming = clock.pending().filter(({ kind }) => kind in awaited)
  const [next] = coming
  if (!next || settings.mode !== 'virtual') return []
  const waitMs = next.at - clock.now()
  const call = waitMs > 0 ? `advance('${formatDuration(waitMs)}')` : 'settle()'
  const told = coming.slice(0, 3).map(({ at, kind }) => `${awaited[kind]} at ${momentOf(at)}`)
  const rest = coming.length > 3 ? ` and ${coming.length - 3} more` : ''
  return [`Still to come: ${told.join(', ')}${rest}. \`await emulator.${call}\` brings the first.`]
}
