/** Injects the deviations of a schedule into one run, and records the choice points that the run reaches. */
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import type {
  InterceptedDelivery,
  InterceptedRequest,
  InterceptedTarget,
} from '../../engine/faults/fault-matcher.ts'
import type { FaultHit } from '../../engine/faults/fault-rule.ts'
import { walkPositionOf } from '../../engine/serve/list-walk.ts'
import {
  type ChoicePoint,
  type DeviatingRun,
  type Deviation,
  type DeviationEffect,
  type HoldUntil,
  hitBy,
  type Sites,
} from '../deviations/deviation.ts'
import { type DeviationKind, deviationsAt } from '../deviations/kinds.ts'
import type { HostObserver, IntegrationHost } from '../scenario/integration-host.ts'
import { isIntegrationCall } from '../scenario/integration-host.ts'
import type { StorageWrite } from '../scenario/storage.ts'
import { ChoicePoints, parsedBody } from './choice-point.ts'
import { DeliveryOrder, followOrder } from './delivery-order.ts'
import { RunEnd } from './run-end.ts'
import { removeRights } from './lost-rights.ts'
import { recordUpdateOf } from './record-update.ts'
import { definitionOf, type Schedule } from './schedule.ts'
import { ownResources, type PlacedAct, performFirst, type ServiceAct } from './service-act.ts'

interface FaultInjectorOptions {
  readonly context: EmulatorContext
  readonly schedule: Schedule
  /** Whether changes of the service wait for the end of the step, as in a counterfactual run. */
  readonly isCounterfactual: boolean
  /** The kinds of deviations whose choice points are recorded. */
  readonly kinds: ReadonlySet<DeviationKind>
  /** The token of the integration. */
  readonly token: string
  /** The order of steps and deliveries; undefined if deliveries arrive when they are sent. */
  readonly order: DeliveryOrder | undefined
  /** The number of calls after which the integration is cut off. */
  readonly callsMax: number
  host(): IntegrationHost
  /** Whether the integration synchronizes. */
  isSynchronizing(): boolean
}

/** The number of times that an integration starts again in one run: for an hour. */
const restartsMax = 60

export class FaultInjector implements HostObserver, DeviatingRun {
  readonly context: EmulatorContext
  readonly token: string
  /** The choice points in the order in which the run reached them. */
  readonly points: ChoicePoint[] = []
  /** The deviations whose choice point the run reached. */
  readonly applied = new Set<Deviation>()
  /** The acts that changed lists between two pages. */
  readonly acts: PlacedAct[] = []
  /** The rights that the token lost, each with the number of the idle moment before it. */
  readonly lostRights: string[] = []
  /** The number of the step in which each notification was sent. */
  readonly stepsOfDeliveries: number[] = []
  /** The number of calls of the integration. */
  callCount = 0
  /** The number of calls before the time of a Retry-After header was over. */
  earlyCallCount = 0
  /** The number of calls and writes that a deviation hit, and of changes of the service. */
  hitCount = 0
  /** Whether the integration stored a value. */
  writesStorage = false
  /** Whether the integration crashed, or a write failed, while it did not synchronize. */
  failsOutside = false
  /** Whether nothing deviates and nothing is recorded: while the integration starts. */
  isPaused = false
  /** How far the clock of the integration is ahead, in milliseconds. */
  clockAheadMs = 0
  /** The order of steps and deliveries; undefined if deliveries arrive when they are sent. */
  order: DeliveryOrder | undefined
  readonly #options: FaultInjectorOptions
  readonly #choicePoints = new ChoicePoints()
  readonly #planned: ReadonlyMap<string, Deviation>
  readonly #observesPages: boolean
  readonly #observesUpdates: boolean
  readonly #dropped = new Set<string>()
  readonly #heldForNext: string[] = []
  /** Deliveries that the end of the script releases, after all others. */
  readonly #heldForEnd: string[] = []
  #heldForStep: { readonly notification: string; readonly step: number }[] = []
  readonly #waiting: (() => void)[] = []
  #outage: { readonly hit: FaultHit; readonly untilMs: number } | undefined
  #retryAfterMs = 0
  #stepCount = 0
  #idleCount = 0
  #pausedCallCount = 0
  #restartCount = 0

  constructor(options: FaultInjectorOptions) {
    this.#options = options
    this.context = options.context
    this.token = options.token
    this.order = options.order
    this.#observesPages = deviationsAt('page', options.kinds).length > 0
    this.#observesUpdates = deviationsAt('update', options.kinds).length > 0
    this.#planned = new Map(
      options.schedule.map((each) => [`${definitionOf(each).at} ${each.point}`, each]),
    )
  }

  /** Whether the integration made more calls than a run may make. */
  get isFlooded(): boolean {
    return this.callCount + this.#pausedCallCount > this.#options.callsMax
  }

  /** Whether the integration made no call, also none while it started. */
  get madeNoCall(): boolean {
    return this.callCount + this.#pausedCallCount === 0
  }

  /** The time at which the last outage ends, in milliseconds; 0 without one. */
  get outageEndMs(): number {
    return this.#outage?.untilMs ?? 0
  }

  /** The number of steps that started. */
  get stepCount(): number {
    return this.#stepCount
  }

  /** Applies the deviations of the whole run. */
  start(): void {
    this.points.push(this.#choicePoints.run())
    for (const each of this.#options.schedule) {
      const { at } = definitionOf(each)
      if (at === 'run' || at === 'assumption') this.#apply(each, { point: each.point })
    }
  }

  /** Decides about a request or a delivery. */
  readonly intercept = (target: InterceptedTarget): FaultHit | undefined => {
    if (target.at === 'delivery') return this.isPaused ? undefined : this.#delivery(target)
    if (!isIntegrationCall()) return undefined
    return this.isPaused ? this.#whilePaused() : this.#request(target)
  }

  write(verb: StorageWrite, key: string, perform: () => void): void {
    this.writesStorage = true
    if (this.isPaused) return perform()
    const [write, stored] = this.#choicePoints.write(verb, key)
    const planned = this.#reach(write)
    if (planned) {
      this.failsOutside ||= !this.#options.isSynchronizing()
      this.#apply(planned, { key, perform })
    } else perform()
    const after = this.#reach(stored)
    if (after) this.#apply(after, { key })
  }

  beforeAnswer(body: string): boolean {
    if (this.isPaused) return false
    const planned = this.#reach(this.#choicePoints.answer(body))
    let isSent = false
    const send = (): undefined => void (isSent = true)
    if (planned) this.#apply(planned, { body, send })
    return isSent
  }

  afterCall(response: Response): void {
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    if (seconds > 0) {
      this.#retryAfterMs = Math.max(this.#retryAfterMs, this.#nowMs() + seconds * 1_000)
    }
  }

  /** A `connect` that fails without a deviation fails again. */
  restartsAfter(error: unknown): boolean {
    if (this.applied.size === 0 || error instanceof RunEnd) return false
    this.#restartCount += 1
    return this.#restartCount <= restartsMax
  }

  /** Begins a step, or the final synchronization. Returns its number. */
  startStep(): number {
    this.#stepCount += 1
    return this.#stepCount
  }

  /** Ends a step. Returns whether the next step happens at once, although work is due. */
  endStep(hasDueWork: boolean): boolean {
    if (!hasDueWork) return false
    const planned = this.#reach(this.#choicePoints.step(this.#stepCount))
    if (planned) this.#apply(planned, { number: this.#stepCount })
    return planned !== undefined
  }

  /** Releases the deliveries that were held for the step that ended. */
  releaseAfterStep(): void {
    this.#releaseHeld((step) => step < this.#stepCount)
  }

  /** Releases the deliveries that are still held, those for the end last. Returns whether there was one. */
  releaseRest(): boolean {
    const isEarly = this.#heldForNext.length + this.#heldForStep.length > 0
    this.#releaseForNext()
    this.#releaseHeld(() => true)
    if (isEarly) return true
    const last = this.#heldForEnd.splice(0)
    for (const notification of last) this.#release(notification)
    return last.length > 0
  }

  /** Makes the changes of the service that wait for an idle integration. Returns whether there was one. */
  applyWaiting(): boolean {
    this.#idleCount += 1
    const waiting = this.#waiting.splice(0)
    for (const change of waiting) change()
    return waiting.length > 0
  }

  crash(): void {
    this.failsOutside ||= !this.#options.isSynchronizing()
    this.#options.host().crash()
  }

  startOutage(hit: FaultHit, durationMs: number): void {
    this.#outage = { hit, untilMs: this.#nowMs() + durationMs }
  }

  hold({ notification }: InterceptedDelivery, until: HoldUntil, name: string): FaultHit {
    if (until === 'next') {
      // Note: without a next delivery, the end of the script releases it.
      this.#heldForEnd.push(notification)
      return { ...hitBy(name, {}), hold: 'next' }
    }
    if (until === 'overlap') this.#heldForNext.push(notification)
    else if (until === 'step') this.#heldForStep.push({ notification, step: this.#stepCount })
    else this.#heldForEnd.push(notification)
    return { ...hitBy(name, {}), hold: 'release' }
  }

  dropAttempts(notification: string): void {
    this.#dropped.add(notification)
  }

  perform(acts: readonly ServiceAct[]): boolean {
    const act = performFirst(this.context, acts)
    if (act) this.acts.push({ ...act, step: this.#stepCount })
    return act !== undefined
  }

  removeRights(lost: 'all' | readonly string[]): void {
    this.lostRights.push(`after idle moment ${this.#idleCount}: ${String(lost)}`)
    const change = (): void => removeRights(this.context, this.token, lost)
    if (this.#options.isCounterfactual) this.#waiting.push(change)
    else change()
  }

  followOrder(text: string): void {
    this.order = new DeliveryOrder(followOrder(text))
  }

  advanceClockOfIntegration(ms: number): void {
    this.clockAheadMs = ms
  }

  runTwoInstances(deliveries: 'in turn' | 'to both'): void {
    this.#options.host().runTwoInstances(deliveries)
  }

  #nowMs(): number {
    return this.context.now()
  }

  /** Records a choice point. Returns its planned deviation. */
  #reach(point: ChoicePoint): Deviation | undefined {
    this.points.push(point)
    return this.#planned.get(`${point.type} ${point.id}`)
  }

  /** Applies a deviation. One that the service refuses counts as not reached. */
  #apply(planned: Deviation, site: Sites[keyof Sites]): FaultHit | undefined {
    this.applied.add(planned)
    this.hitCount += 1
    const effect: DeviationEffect = definitionOf(planned).apply(this, site as never)
    if (effect !== 'refused') return effect
    this.applied.delete(planned)
    this.hitCount -= 1
    return undefined
  }

  #whilePaused(): FaultHit | undefined {
    this.#pausedCallCount += 1
    return this.isFlooded ? this.#cutOff() : undefined
  }

  #cutOff(): FaultHit {
    this.#options.host().cutOff()
    return hitBy('too many calls', { reset: true })
  }

  #request(target: InterceptedRequest): FaultHit | undefined {
    this.callCount += 1
    if (this.isFlooded) return this.#cutOff()
    if (this.#nowMs() < this.#retryAfterMs) this.earlyCallCount += 1
    const walk = this.#observesPages ? walkPositionOf(this.context, target) : undefined
    const isChanging = walk && !ownResources.has(walk.resource)
    const ofPage = isChanging && this.#reach(this.#choicePoints.page(target, walk.read.length))
    if (ofPage) this.#apply(ofPage, walk)
    const point = this.#choicePoints.request(target)
    const update = this.#observesUpdates ? recordUpdateOf(this.context, target) : undefined
    const edit = update && this.#reach(this.#choicePoints.update(point))
    if (edit) this.#apply(edit, update)
    const planned = this.#reach(point)
    if (planned) return this.#apply(planned, target)
    if (!this.#outage || this.#nowMs() >= this.#outage.untilMs) return undefined
    this.hitCount += 1
    return this.#outage.hit
  }

  #delivery(target: InterceptedDelivery): FaultHit | undefined {
    const { notification, event, body, attempt } = target
    this.#releaseForNext()
    const point = this.#choicePoints.delivery(target)
    const planned = this.#reach(point)
    if (attempt === 1) {
      this.stepsOfDeliveries.push(this.#stepCount)
      this.order?.add({ id: point.id, delivery: { event, body: parsedBody(body), notification } })
      if (this.order) return { ...hitBy('order', {}), hold: 'release' }
    }
    if (planned) return this.#apply(planned, target)
    return this.#dropped.has(notification) ? hitBy('undelivered', { reset: true }) : undefined
  }

  #releaseForNext(): void {
    for (const notification of this.#heldForNext.splice(0)) this.#release(notification)
  }

  #releaseHeld(isDue: (step: number) => boolean): void {
    const held = this.#heldForStep
    this.#heldForStep = held.filter(({ step }) => !isDue(step))
    for (const { notification, step } of held) if (isDue(step)) this.#release(notification)
  }

  #release(notification: string): void {
    this.context.dispatcher.release(notification)
  }
}
