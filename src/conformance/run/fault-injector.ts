/** Observes one run: records its choice points and applies the deviations of its history. */
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import type { FaultEffect } from '../../engine/faults/effects.ts'
import type {
  InterceptedDelivery,
  InterceptedRequest,
  InterceptedTarget,
} from '../../engine/faults/fault-matcher.ts'
import type { FaultHit } from '../../engine/faults/fault-rule.ts'
import type { HostObserver, IntegrationHost } from '../scenario/integration-host.ts'
import { ChoicePoints, type ChoicePoint, parsedBody } from './choice-point.ts'
import type { DeliverySchedule } from './delivery-order.ts'
import {
  type DeviationDefinition,
  type DeviationKind,
  persistentMs,
} from '../deviations/deviations.ts'
import { driftActs, performFirst, type PlacedAct } from '../deviations/drift.ts'
import { definitionOf, type Deviation, type History } from './schedule.ts'
import { walkPositionOf } from '../../engine/serve/list-walk.ts'
import { RunEnd } from './run-end.ts'
import { lostRights, removeRights } from '../deviations/lost-rights.ts'

interface RunObserverOptions {
  readonly context: EmulatorContext
  readonly history: History
  /** Whether changes of the world wait for the end of the step: the quiet twin of the history. */
  readonly isQuiet: boolean
  /** The kinds of deviations whose choice points are observed. */
  readonly kinds: ReadonlySet<DeviationKind>
  /** The token of the integration. */
  readonly token: string
  /** The order of steps and deliveries; undefined if deliveries arrive when they are sent. */
  readonly schedule: DeliverySchedule | undefined
  /** The number of calls after which the integration is cut off. */
  readonly callsMax: number
  host(): IntegrationHost
  /** Whether the integration synchronizes. */
  isSynchronizing(): boolean
}

export class RunObserver implements HostObserver {
  /** The choice points in the order in which the run reached them. */
  readonly points: ChoicePoint[] = []
  /** The deviations whose choice point the run reached. */
  readonly applied = new Set<Deviation>()
  /** The acts that changed lists between two pages. */
  readonly acts: PlacedAct[] = []
  /** What the token lost, with the number of the rest before it. */
  readonly lostRights: string[] = []
  /** The number of calls of the integration. */
  callCount = 0
  /** The number of calls before the time of a Retry-After header was over. */
  earlyCallCount = 0
  /** The number of calls and writes that a deviation hit, and of changes of the world. */
  hitCount = 0
  /** Whether the integration stored a value. */
  writesStorage = false
  /** Whether the integration crashed while it did not synchronize. */
  crashesOutside = false
  /** Whether nothing deviates and nothing is recorded: while the integration starts. */
  isPaused = false
  /** The number of the step in which each notification was sent. */
  readonly stepsOfDeliveries: number[] = []
  readonly #options: RunObserverOptions
  readonly #choicePoints = new ChoicePoints()
  readonly #planned: ReadonlyMap<string, Deviation>
  readonly #lost = new Set<string>()
  readonly #heldForNext: string[] = []
  /** Deliveries that the next one releases, or the end of the script if there is none. */
  readonly #heldForEnd: string[] = []
  #heldForStep: { readonly notification: string; readonly step: number }[] = []
  readonly #waiting: (() => void)[] = []
  #persistent: { readonly hit: FaultHit; readonly untilMs: number } | undefined
  #retryAfterMs = 0
  #stepCount = 0
  #restCount = 0
  #pausedCallCount = 0
  #restartCount = 0

  constructor(options: RunObserverOptions) {
    this.#options = options
    this.#planned = new Map(options.history.map((each) => [each.point, each]))
  }

  /** Whether the integration made more calls than a run may make. */
  get isFlooded(): boolean {
    return this.callCount + this.#pausedCallCount > this.#options.callsMax
  }

  /** Decides about a request or a delivery. */
  readonly intercept = (target: InterceptedTarget): FaultHit | undefined =>
    this.isPaused
      ? this.#whilePaused(target)
      : target.at === 'request'
        ? this.#request(target)
        : this.#delivery(target)

  /** The time at which the last outage ends, in milliseconds; 0 without one. */
  get outageEndMs(): number {
    return this.#persistent?.untilMs ?? 0
  }

  /** The number of steps that started. */
  get stepCount(): number {
    return this.#stepCount
  }

  afterWrite(key: string): void {
    this.writesStorage = true
    if (this.isPaused) return
    if (this.#reach(this.#choicePoints.write(key))) this.#crash()
  }

  beforeAnswer(body: string): void {
    if (this.isPaused) return
    if (this.#reach(this.#choicePoints.answer(body))) this.#crash()
  }

  #crash(): void {
    this.crashesOutside ||= !this.#options.isSynchronizing()
    this.#options.host().crash()
  }

  /** A `connect` that fails without a deviation fails again. */
  restartsAfter(error: unknown): boolean {
    if (this.applied.size === 0 || error instanceof RunEnd) return false
    this.#restartCount += 1
    return this.#restartCount <= restartsMax
  }

  afterCall(response: Response): void {
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    if (seconds > 0) {
      this.#retryAfterMs = Math.max(this.#retryAfterMs, this.#nowMs() + seconds * 1_000)
    }
  }

  /** The start of a step, or of the final synchronization. Returns the number of the step. */
  startStep(): number {
    this.#stepCount += 1
    return this.#stepCount
  }

  /** Marks a deviation that does not depend on what the run reaches as applied. */
  apply(deviation: Deviation): void {
    this.applied.add(deviation)
  }

  /** The end of a step with work that is still due. Returns whether the next step happens at once. */
  endStep(hasDueWork: boolean): boolean {
    if (!hasDueWork) return false
    return this.#reach(this.#choicePoints.step(this.#stepCount)) !== undefined
  }

  /** Releases the deliveries that were held for the step that ended. */
  releaseAfterStep(): void {
    this.#releaseHeld((step) => step < this.#stepCount)
  }

  /** Releases every delivery that is still held. Returns whether there was one. */
  releaseAll(): boolean {
    const count = this.#heldForNext.length + this.#heldForStep.length + this.#heldForEnd.length
    this.#releaseForNext()
    for (const notification of this.#heldForEnd.splice(0)) this.#release(notification)
    this.#releaseHeld(() => true)
    return count > 0
  }

  /** Makes the changes of the world that wait for the end of the step. Returns whether there was one. */
  applyWaiting(): boolean {
    this.#restCount += 1
    const waiting = this.#waiting.splice(0)
    for (const change of waiting) change()
    return waiting.length > 0
  }

  #nowMs(): number {
    return this.#options.context.now()
  }

  /** Records a choice point. Returns its planned deviation, unless that one is for another type of choice point. */
  #reach(point: ChoicePoint): Deviation | undefined {
    this.points.push(point)
    const planned = this.#planned.get(point.id)
    if (!planned || definitionOf(planned).at !== point.type) return undefined
    this.applied.add(planned)
    this.hitCount += 1
    return planned
  }

  #whilePaused({ at }: InterceptedTarget): FaultHit | undefined {
    if (at !== 'request') return undefined
    this.#pausedCallCount += 1
    return this.isFlooded ? this.#cutOff() : undefined
  }

  #cutOff(): FaultHit {
    this.#options.host().cutOff()
    return hitOf({ reset: true }, 'too many calls')
  }

  #request(target: InterceptedRequest): FaultHit | undefined {
    this.callCount += 1
    if (this.isFlooded) return this.#cutOff()
    if (this.#nowMs() < this.#retryAfterMs) this.earlyCallCount += 1
    this.#changeList(target)
    const planned = this.#reach(this.#choicePoints.request(target))
    if (planned) return this.#deviateRequest(planned, target)
    const { untilMs = 0, hit } = this.#persistent ?? {}
    if (this.#nowMs() >= untilMs) return undefined
    this.hitCount += 1
    return hit
  }

  /** Changes a list before one of its later pages. A deviation that the service refuses is not applied. */
  #changeList(target: InterceptedRequest): void {
    const { context, kinds } = this.#options
    const walk = kinds.has('drift') ? walkPositionOf(context, target) : undefined
    if (!walk) return
    const planned = this.#reach(this.#choicePoints.page(target, walk.read.length))
    if (!planned) return
    const act = performFirst(context, driftActs(context, planned.name, walk))
    if (act) this.acts.push({ ...act, step: this.#stepCount })
    else this.applied.delete(planned)
  }

  #deviateRequest(planned: Deviation, target: InterceptedRequest): FaultHit | undefined {
    const { context, token } = this.#options
    const definition = definitionOf(planned)
    const { name, kind, effect, isPersistent } = definition
    if (kind === 'crashes') {
      this.#crash()
      return hitOf(
        name === 'crash-before' ? { reset: true } : { timeout: 'after' },
        label(definition),
      )
    }
    if (kind === 'rights') {
      const lost = lostRights(context, name, target)
      this.lostRights.push(`after rest ${this.#restCount}: ${String(lost)}`)
      return this.#changeWorld(() => removeRights(context, token, lost))
    }
    const hit = hitOf(effect ?? {}, label(definition))
    if (isPersistent) this.#persistent = { hit, untilMs: this.#nowMs() + persistentMs }
    return hit
  }

  /** Changes the world before the request, or at the end of the step in a quiet run. */
  #changeWorld(change: () => void): undefined {
    if (this.#options.isQuiet) this.#waiting.push(change)
    else change()
  }

  #delivery(target: InterceptedDelivery): FaultHit | undefined {
    const { notification, event, body, attempt } = target
    this.#releaseForNext()
    const point = this.#choicePoints.delivery(target)
    const planned = this.#reach(point)
    if (attempt === 1) {
      this.stepsOfDeliveries.push(this.#stepCount)
      const { schedule } = this.#options
      schedule?.add({ id: point.id, delivery: { event, body: parsedBody(body), notification } })
      if (schedule) return { ...hitOf({}, 'deviation: order'), hold: 'release' }
    }
    if (planned === undefined) {
      return this.#lost.has(notification) ? hitOf({ reset: true }, 'deviation: lost') : undefined
    }
    const definition = definitionOf(planned)
    if (planned.name === 'lost') this.#lost.add(notification)
    if (definition.effect) return hitOf(definition.effect, label(definition))
    if (planned.name === 'late') {
      this.#heldForEnd.push(notification)
      return { ...hitOf({}, label(definition)), hold: 'next' }
    }
    if (planned.name === 'overlap') this.#heldForNext.push(notification)
    else this.#heldForStep.push({ notification, step: this.#stepCount })
    return { ...hitOf({}, label(definition)), hold: 'release' }
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
    this.#options.context.dispatcher.release(notification)
  }
}

/** The number of times that an integration starts again in one run: for an hour. */
const restartsMax = 60

const label = ({ name }: DeviationDefinition): string => `deviation: ${name}`

const hitOf = (effect: FaultEffect, faultIds: string): FaultHit => ({
  faultIds,
  effect,
  changes: [],
})
