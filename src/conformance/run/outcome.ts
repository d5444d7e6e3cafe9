/** What a run ends with: the state of the integration and the rows that it wrote in the service. */
import type { Story } from '../../engine/journal/story.ts'
import type { JournalEntry } from '../../engine/journal/entry-types.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { isUnhandled } from '../../engine/emulator/reports/request-entries.ts'
import type { Integration } from '../scenario/integration.ts'
import type { ChoicePoint } from '../deviations/deviation.ts'
import type { PlacedAct } from './service-act.ts'
import type { ToldValue } from './told-values.ts'
import type { WrittenRows } from './written-rows.ts'

/** The parts of an ending that are compared, as a JSON value. */
export interface Ending {
  /** The result of `state()`, with lists as objects by the names of their items; absent if the integration has none. */
  readonly state?: unknown
  /** The result of `effects()`; absent if the integration has none. */
  readonly effects?: readonly unknown[]
  /** The calls of the integration that match no operation. */
  readonly unhandledCalls: readonly string[]
}

/** The first synchronization that a deviation hit, or that rejected, without a crash. */
export interface DisturbedSynchronization {
  readonly before: Ending
  readonly after: Ending
  readonly rejects: boolean
}

/** What one run did and how it ended. */
export interface RunOutcome {
  /** The time of the emulator's clock at the start of the run. */
  readonly startMs: number
  /** The choice points in the order in which the run reached them. */
  readonly points: readonly ChoicePoint[]
  /** The acts that changed lists between two pages. */
  readonly acts: readonly PlacedAct[]
  /** The rights that the token lost during the run. Two runs with the same single loss share a counterfactual run. */
  readonly lostRights: readonly string[]
  /** Whether every deviation of the schedule found its choice point. */
  readonly isApplicable: boolean
  /** The steps and the deliveries in their order, if the run had an order of its own. */
  readonly order: readonly string[]
  /** Whether the run ended because its rest is known. */
  readonly isKnown: boolean
  /** The number of the step in which each notification was sent. */
  readonly stepsOfDeliveries: readonly number[]
  readonly stepCount: number
  /** Whether two deliveries commute, if the integration declares it. */
  readonly commute: Integration['commute']
  /** Whether the service refused an act of the scenario. */
  readonly isRefused: boolean
  /** Whether the service refused an act of the scenario, in a schedule that changes the world. */
  readonly isUnplayable: boolean
  /** The choice points of deviations that were not applied. */
  readonly unreached: readonly string[]
  /** The ending before the final synchronization; absent if the run did not get there. */
  readonly before?: Ending
  /** The ending after the final synchronization. */
  readonly after?: Ending
  /** The ending before the last of three synchronizations, which still changed it; absent at a fixed point. */
  readonly unstable?: Ending
  readonly disturbed?: DisturbedSynchronization
  /** The rows that the integration wrote in the service, as they are at the end. */
  readonly rows: WrittenRows
  /** Why the integration was not idle in time, or did not end its work. */
  readonly hung?: string
  /** Why the run failed: an error of `connect` or `ending`, or an unhandled rejection. */
  readonly failed?: string
  /** Why the run says nothing about the integration. */
  readonly inconclusive?: string
  /** The use of the network or the time of the host, in a run that refuses it. */
  readonly hostUse?: string
  /**
   * The problems at the end, as text: those that the integration lists, and the rejections of `resync` since the last
   * one that resolved.
   */
  readonly problems: readonly string[]
  /** The rejections of `resync` since the last one that resolved, as text. */
  readonly rejections: readonly string[]
  /** The problems before the final synchronization. */
  readonly problemsBefore: readonly string[]
  readonly callCount: number
  /** How the integration set a timer of the host; absent if it set none. */
  readonly hostTimer?: string
  /** Why the first call did not reach the service; absent if each of them did. */
  readonly refusedCall?: string
  /** Returns the place in the code of the integration that the first error of its endpoint is from, as `file:line`. */
  throwSite(): string | undefined
  /** The number of calls before the time of a Retry-After header was over. */
  readonly earlyCallCount: number
  /** Whether an effect can happen twice without a defect: after a crash, a failed write or a lost answer. */
  readonly repeatsEffects: boolean
  /** Whether a notification was lost for good, so that nothing can follow from it but a synchronization. */
  readonly losesNotification: boolean
  /** Whether the scenario itself loses a notification for good. */
  readonly isLossy: boolean
  /** Whether the integration crashed. */
  readonly hasCrash: boolean
  /** Whether the integration crashed outside of a synchronization, and every notification ended with a 2xx. */
  readonly losesAcknowledged: boolean
  /** Whether the integration wrote to `storage`. */
  readonly writesStorage: boolean
  /** Whether the integration has a synchronization. */
  readonly synchronizes: boolean
  /** Whether it has no webhook endpoint and synchronizes after each step. */
  readonly isPolled: boolean
  /** The process of the integration, if it is another one. */
  readonly process: Integration['process']
  /** The patterns of `ignore` that no state had. */
  readonly unusedIgnores: readonly string[]
  /** Whether `state()` returned different values during the run. */
  readonly stateChanged: boolean
  /** Whether `state()` returned different values before the final synchronization. */
  readonly changesEarly: boolean
  /** Whether `state()` changed with a step before the integration could know of it. */
  readonly changesAtOnce: boolean
  /** Whether `state()` changed after the integration could know of a step. */
  readonly changesLater: boolean
  /** Whether the first synchronization changed the value of `state()`. */
  readonly startChangesState: boolean
  /** The value of `state()` before the first synchronization, as text, if the integration made no call before. */
  readonly firstState: string | undefined
  /** Whether a step of the scenario moved the clock itself. */
  readonly movesTime: boolean
  /** Names of records that `state()` lost during the run, as patterns. */
  readonly removedPatterns: ReadonlySet<string>
  /** The patterns of the paths that changed before the final synchronization. */
  readonly changedPatterns: ReadonlySet<string>
  /** The number of calls before the final synchronization. */
  readonly callsBeforeEnd: number
  /** The names of the events that were delivered before the final synchronization. */
  readonly eventNames: ReadonlySet<string>
  /** The changes of records of which the integration confirmed an event. */
  toldValues(): readonly ToldValue[]
  /** Returns a fork of the service as it is at the end. */
  world(): Emulator
  /** The calls, events and deliveries of the run. */
  transcript(): string
  /** The rows that the integration wrote before the final synchronization, as text; undefined if it did not get there. */
  readonly writesBefore: string | undefined
  /** The rows that the integration wrote in the run, as text. */
  readonly writesAfter: string | undefined
  /** What happened in the run. */
  story(): Story
  /** The entries of the journal, oldest first. */
  entries(): readonly JournalEntry[]
  /** The entries since the integration connected, also those of its first synchronization. */
  allEntries(): readonly JournalEntry[]
}

/** The calls that match no operation, as text. */
export const unhandledCallsOf = ({ journal }: EmulatorContext): string[] => [
  ...new Set(
    journal
      .entries()
      .filter(isUnhandled)
      .map(({ method, path }) => `${method} ${path}`),
  ),
]

/** Whether a notification was delivered in the run, and every one ended with a 2xx. */
export function acknowledgesAll(context: EmulatorContext): boolean {
  const attempted = attemptedNotifications(context)
  return attempted.length > 0 && attempted.every(isAcknowledged)
}

interface Notification {
  readonly id: string
  readonly status: unknown
  readonly attempts: readonly { readonly status: number | null; readonly at: string }[]
}

/** The notifications of which an attempt was made in the run. */
function attemptedNotifications({ store, journal }: EmulatorContext): readonly Notification[] {
  const ids = new Set(
    journal.entries().flatMap((entry) => (entry.kind === 'attempt' ? [entry.notification] : [])),
  )
  return [...store.scan('webhook_notifications')]
    .filter(({ id }) => ids.has(String(id)))
    .map((row) => ({
      id: String(row.id),
      status: row['status'],
      attempts: row['attempts'] as Notification['attempts'],
    }))
}

const isAcknowledged = ({ attempts }: Notification): boolean => {
  const { status = null } = attempts.at(-1) ?? {}
  return status !== null && status >= 200 && status < 300
}

/** Whether a notification of the run was lost for good, so that only a synchronization makes up for it. */
export const hasLostNotification = (context: EmulatorContext, outageEndMs: number): boolean => {
  const isInOutage = during([{ fromMs: 0, untilMs: outageEndMs }, ...outagesIn(context)])
  return attemptedNotifications(context).some((each) => isLost(each, isInOutage))
}

/** Whether the scenario itself loses a notification: by faults, or by an outage. */
export function scenarioLosesNotification(context: EmulatorContext): boolean {
  const isInOutage = during(outagesIn(context))
  const survivors = new Set(
    context.journal
      .entries()
      .flatMap((entry) =>
        entry.kind === 'attempt' && entry.fault === undefined && !isInOutage(entry.at)
          ? [entry.notification]
          : [],
      ),
  )
  return attemptedNotifications(context).some(
    (each) => !survivors.has(each.id) && isLost(each, isInOutage),
  )
}

interface Period {
  readonly fromMs: number
  readonly untilMs: number
}

const during =
  (periods: readonly Period[]) =>
  (ms: number): boolean =>
    periods.some(({ fromMs, untilMs }) => ms >= fromMs && ms < untilMs)

const outagesIn = ({ journal }: EmulatorContext): readonly Period[] =>
  journal.entries().flatMap((entry) =>
    entry.kind === 'outage'
      ? [
          {
            fromMs: Date.parse(entry.from),
            untilMs: entry.until === undefined ? Infinity : Date.parse(entry.until),
          },
        ]
      : [],
  )

/**
 * The service delivers it no more: its last attempt got no answer, all attempts were made in an outage, or the service takes
 * a refusal for a delivery.
 */
function isLost(notification: Notification, isInOutage: (ms: number) => boolean): boolean {
  const { status, attempts } = notification
  if (status === 'succeeded') return !isAcknowledged(notification)
  return (
    status === 'failed' &&
    (attempts.at(-1)?.status === null ||
      attempts.every((each) => each.status === null || isInOutage(Date.parse(each.at))))
  )
}
