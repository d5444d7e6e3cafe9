/**
 * Deviations: what the service, the network or the machine may do differently in a run.
 *
 * A kind of deviations is one module of this folder, and `kinds.ts` lists the modules. Everything else reads the list.
 */
import type { WalkPosition } from '../../engine/define/verbs/walk-position.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import type { FaultEffect } from '../../engine/faults/effects.ts'
import type { InterceptedDelivery, InterceptedRequest } from '../../engine/faults/fault-matcher.ts'
import type { FaultHit } from '../../engine/faults/fault-rule.ts'
import type { RecordUpdate } from '../run/record-update.ts'
import type { ServiceAct } from '../run/service-act.ts'
import type { Integration } from '../scenario/integration.ts'
import type { JournalEntry } from '../../engine/journal/entry-types.ts'

/** What a run shows at a choice point, by the type of the point. */
export interface Sites {
  /** The whole run, before its first step. */
  readonly run: { readonly point: string }
  /** An alternative of an assumption, before the first step. */
  readonly assumption: { readonly point: string }
  readonly delivery: InterceptedDelivery
  /** The moment before a later page of a list. */
  readonly page: WalkPosition
  readonly request: InterceptedRequest
  /** The moment before a call that updates a record and repeats values of it. */
  readonly update: RecordUpdate
  /** A write to `storage`. `perform` writes the value. */
  readonly write: { readonly key: string; perform(): void }
  /** The moment after a write to `storage`. */
  readonly stored: { readonly key: string }
  /** The answer of the webhook endpoint, before the service receives it. `send` sends it although the instance ends. */
  readonly answer: { readonly body: string; send(): undefined }
  /** A step ends while work is still due. */
  readonly step: { readonly number: number }
}

/** The type of a choice point: where a run can deviate. */
export type ChoicePointType = keyof Sites

/** A place in a run where the service, the network or the machine can do something else. */
export interface ChoicePoint {
  readonly type: ChoicePointType
  /** The identity, which is stable between runs: `GET /users/3 #2`. */
  readonly id: string
  /** What the point touches: a path, a notification, a key, an assumption. */
  readonly subject: string
  /** The record that the point touches. Two points with the same one may depend on each other. Default: the subject. */
  readonly record?: string
}

/** A deviation at one choice point. */
export interface Deviation {
  /** The name in the table of deviations: `unconfirmed`. */
  readonly name: string
  /** The identity of the choice point: `user.updated id=1 #1`. */
  readonly point: string
}

/** The types of choice points as the documentation names them. */
export const choicePointNames: Readonly<Record<ChoicePointType, string>> = {
  run: 'the whole run',
  assumption: 'an assumption of the run',
  delivery: 'a delivery',
  page: 'a later page of a list',
  request: 'a call',
  update: 'an update of a record',
  write: 'a write to `storage`',
  stored: 'a stored value',
  answer: 'the answer to a delivery',
  step: 'the end of a step',
}

/** When a held delivery arrives: after the next one, with it, after the next step, or after all others. */
export type HoldUntil = 'next' | 'overlap' | 'step' | 'end'

/** What a deviation reads and changes in its run. */
export interface DeviatingRun {
  readonly context: EmulatorContext
  /** The token of the integration. */
  readonly token: string
  /** Ends the instance of the integration and starts the next one on the same storage. */
  crash(): void
  /** Applies an effect to every call of the integration until the time is over. */
  startOutage(hit: FaultHit, durationMs: number): void
  /** Holds a delivery back, and returns the hit that does so. */
  hold(delivery: InterceptedDelivery, until: HoldUntil, label: string): FaultHit
  /** Resets every further attempt of a notification. */
  dropAttempts(notification: string): void
  /** Performs the first act that the service accepts. Returns whether it accepts one. */
  perform(acts: readonly ServiceAct[]): boolean
  /** Takes scopes, or everything, from the token: now, or when the integration is idle in a counterfactual run. */
  removeRights(lost: 'all' | readonly string[]): void
  /** Lets steps and deliveries happen in the order that a text names. */
  followOrder(text: string): void
  /** Moves the clock that the integration reads ahead of that of the service. */
  advanceClockOfIntegration(ms: number): void
  /** Lets deliveries go to two instances on the same storage: in turn, or each to both. */
  runTwoInstances(deliveries: 'in turn' | 'to both'): void
}

/** The facts of a finished run that a kind reads. */
export interface DeviatedRun {
  /** Whether the integration wrote to `storage`. */
  readonly writesStorage: boolean
  /** The process of the integration, if it is another one. */
  readonly process: Integration['process']
  /** The choice points in the order in which the run reached them. */
  readonly points: readonly ChoicePoint[]
  /** The entries of the journal, oldest first. */
  entries(): readonly JournalEntry[]
}

/** A deviation that is tried together with another one. */
interface AddedDeviation {
  readonly before?: Deviation
  readonly after?: Deviation
}

/** What a deviation does: a hit of the request or the delivery, nothing more, or nothing because it is not possible. */
export type DeviationEffect = FaultHit | undefined | 'refused'

/** A deviation at one type of choice point. */
export interface DeviationDefinition<T extends ChoicePointType = ChoicePointType> {
  /** The name in matrices and in replay texts. */
  readonly name: string
  readonly at: T
  /** What happens, as a sentence. */
  readonly summary: string
  /** The rule that makes it legal: a rule of the service, the network or the machine. */
  readonly rule: string
  /** The deviation that shrinking tries in place of this one. */
  readonly milder?: string
  /** Whether the integration must be started again on the same storage. */
  readonly restarts?: true
  /** Whether the work of the integration lasts longer than a short pause. */
  readonly outlastsPause?: true
  /** Whether a correct integration may repeat an effect: no process sends exactly once over a crash. */
  readonly repeatsEffects?: true
  /** Whether the choice point is given in the replay text alone, so that no level contains the deviation. */
  readonly isDerived?: true
  // Note: a method, so that definitions for different types of choice points fit one list.
  apply(run: DeviatingRun, site: Sites[T]): DeviationEffect
}

/** A kind of deviations. */
export interface DeviationKindDefinition<K extends string = string> {
  /** The name in the option `deviations`. */
  readonly kind: K
  /** What the kind varies, as a phrase. */
  readonly about: string
  /** `default`: without the option. `all`: with `all`. `named`: only by its name. */
  readonly selection: 'default' | 'all' | 'named'
  readonly deviations: readonly DeviationDefinition[]
  /** Why the baseline run has no choice point of the kind, and what to do. The last sentence has no full stop. */
  readonly absence: string
  /** Why the kind cannot show a defect of the integration; undefined if it can. The last sentence has no full stop. */
  readonly obstacle?: (baseline: Omit<DeviatedRun, 'entries' | 'points'>) => string | undefined
  /**
   * What a run is compared with if it changes the service. `counterfactual`: a run with the same change while the
   * integration is idle. `itself`: its own state before and after the final synchronization. Default: the baseline run.
   */
  readonly comparedWith?: 'counterfactual' | 'itself'
  /** Whether the kind is tried on generated scenarios of several acts, and not only on those of one. Default: no. */
  readonly onSequences?: true
  /** Whether the service can refuse a step of the scenario because of the deviation. Default: no. */
  readonly changesService?: true
  /** Returns the choice points that the journal of a finished run shows. */
  readonly pointsAfter?: (context: EmulatorContext, startNumber: number) => readonly ChoicePoint[]
  /** Returns the deviation that is also tried together with the only one of a run, before or after it; undefined for none. */
  readonly companion?: (run: DeviatedRun, baseline: DeviatedRun) => AddedDeviation | undefined
}

/** The label of a deviation in the journal. */
const labelOf = (name: string): string => `deviation: ${name}`

/** The hit of a request or a delivery by a deviation. */
export const hitBy = (name: string, effect: FaultEffect): FaultHit => ({
  faultIds: labelOf(name),
  effect,
  changes: [],
})

/** Defines a deviation whose name its effect shows in the journal. */
export const deviation = <T extends ChoicePointType>(
  definition: DeviationDefinition<T>,
): DeviationDefinition => definition as DeviationDefinition
