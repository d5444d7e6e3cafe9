/** The words of the stage for what goes wrong: faults, and outages that are made of them. */
import { outageKind } from '../../define/journal/kinds/outage.ts'
import { Problem } from '../../define/problems.ts'
import {
  parseFaultRule,
  type FaultRuleNames,
  assertKnownFaultKeys,
  parseTimeRange,
} from '../../faults/rule-parser.ts'
import type { FaultEffect } from '../../faults/effects.ts'
import type { Fault, FaultRule, FaultStatus, TimeSpec } from '../../faults/fault-rule.ts'
import { nearestName, unknownNameError } from '../../machine/errors.ts'
import { groupOf } from '../../model/catalog.ts'
import type { EmulatorContext } from '../context.ts'
import { faultChangeFrom } from './fault-changes.ts'

/** A fault as it is listed: its rule, with moments in full, and what came of it. */
export interface FaultView extends Omit<FaultRule, 'at' | 'from' | 'until'>, FaultStatus {
  /** The moment from which on it hits. */
  readonly from: string
  /** The moment at which it ends by itself; not said where it does not. */
  readonly until?: string
}

/** A fault that was set. */
export interface FaultHandle {
  /** As it stands in the header `x-emulator-fault` and in the journal: `fault-1`. */
  readonly id: string
  /** The rule as it was read, with what it has hit so far. */
  readonly rule: FaultView
  /** How many requests or deliveries it has hit so far. */
  readonly hits: number
  /** Ends it; what it has hit can still be asked. */
  end(): void
}

/** When what is out of service. */
export interface OutageOptions {
  /** A moment, or how far it is from now. Default: now. */
  readonly from?: TimeSpec
  /** A moment, or how far it is from now. Default: until it is ended. */
  readonly until?: TimeSpec
  /** The API, the endpoints that webhooks are sent to, or both. Default: `all`. */
  readonly of?: 'api' | 'webhooks' | 'all'
  /** Default: requests are answered 503; deliveries are not answered and do not arrive. */
  readonly with?: FaultEffect
}

/** An outage that was set. */
export interface OutageHandle {
  /** As it stands in the journal: `outage-1`. */
  readonly id: string
  /** The faults that it is made of. */
  readonly faults: readonly FaultView[]
  /** How many requests and deliveries it has hit so far. */
  readonly hits: number
  /** Ends it before its time; what it has hit can still be asked. */
  end(): void
}

export interface FaultMethods {
  /**
   * Makes requests or deliveries go wrong that match a rule: deterministic, counted, marked in the
   * journal and, at requests, in the header `x-emulator-fault`.
   *
   * @throws EmulatorError when the rule names what is not known or says what cannot be
   * @example
   * emulator.fault({ operation: 'get_users', nth: 2, with: { status: 503 } })
   * emulator.fault({ event: 'user.merged', times: 1, with: { timeout: 'after' } })
   */
  fault(rule: FaultRule): FaultHandle
  /** The faults that were set and not ended, with what they have hit. */
  readonly faults: readonly FaultView[]
  /** Ends all faults and outages. */
  endFaults(): void
  /**
   * Takes the API, the endpoints of webhooks or both out of service for a span of the clock.
   *
   * @throws EmulatorError when the span or the effect cannot be
   * @example
   * emulator.outage({ until: '72h', of: 'webhooks' })
   */
  outage(options: OutageOptions): OutageHandle
}

/** The faults that were set and not ended. */
export const listFaults = ({ faults }: EmulatorContext): FaultView[] =>
  faults.listActive().map(viewFault)

export const faultMethods = (context: EmulatorContext): Omit<FaultMethods, 'faults'> => ({
  fault: (rule) => setFault(context, rule),
  endFaults: () => void context.faults.end(() => true),
  outage: (options) => setOutage(context, options),
})

function setFault(context: EmulatorContext, rule: FaultRule): FaultHandle {
  const parsedRule = parseFaultRule(rule, knownNames(context), context.now())
  const { change } = parsedRule.with
  const effect = change
    ? { ...parsedRule.with, change: faultChangeFrom(context.catalog, change) }
    : parsedRule.with
  const { id } = context.faults.add({ ...parsedRule, with: effect })
  return createFaultHandle(context, id)
}

function createFaultHandle({ faults }: EmulatorContext, id: string): FaultHandle {
  let last = viewFault(faults.get(id) as Fault)
  const view = (): FaultView => {
    const fault = faults.get(id)
    // Note: a reset or a restore goes back to before it was set, and so to no hits.
    return (last = fault ? viewFault(fault) : { ...last, matched: 0, hits: 0 })
  }
  return {
    id,
    get rule() {
      return view()
    },
    get hits() {
      return view().hits
    },
    end: () => void faults.end((fault) => fault.id === id),
  }
}

function viewFault({ fromMs, untilMs, ...fault }: Fault): FaultView {
  return {
    ...fault,
    from: new Date(fromMs).toISOString(),
    ...(untilMs !== undefined && { until: new Date(untilMs).toISOString() }),
  }
}

const outageTargets = ['api', 'webhooks', 'all'] as const

function setOutage(context: EmulatorContext, options: OutageOptions): OutageHandle {
  const action = 'set the outage'
  assertKnownFaultKeys(options, ['from', 'until', 'of', 'with'], action)
  const { of = 'all', from, until, with: effect } = options
  if (!outageTargets.includes(of)) throw unknownNameError('part', of, outageTargets, action)
  const { faults, now, journal } = context
  const span = parseTimeRange(from, until, now(), action)
  const parseRule = (at: 'request' | 'delivery', effectDefault: FaultEffect) => ({
    ...parseFaultRule({ at, with: effect ?? effectDefault }, knownNames(context), now()),
    ...span,
  })
  const rules = [
    ...(of === 'webhooks' ? [] : [parseRule('request', { status: 503 })]),
    ...(of === 'api' ? [] : [parseRule('delivery', { timeout: 'before' })]),
  ]
  const id = faults.nextOutageId()
  const handles = rules.map((part) =>
    createFaultHandle(context, faults.add({ ...part, outage: id }).id),
  )
  const { from: begins, until: ends } = (handles[0] as FaultHandle).rule
  journal.add(outageKind, { outage: id, of, from: begins, ...(ends && { until: ends }) })
  return {
    id,
    get faults() {
      return handles.map(({ rule }) => rule)
    },
    get hits() {
      return handles.reduce((sum, { hits }) => sum + hits, 0)
    },
    end: () => handles.forEach(({ end }) => end()),
  }
}

function knownNames({ catalog, store }: EmulatorContext): FaultRuleNames {
  const { operations, events } = catalog
  const groups = [...operations.values()].map(groupOf)
  return {
    operations,
    groups: new Set(groups),
    events,
    webhooks: () => [...store.scan('webhooks')].map(({ id }) => String(id)),
  }
}

/** The id of a fault that somebody means, or an error that names the nearest. */
export function findFault({ faults }: EmulatorContext, id: string): Fault {
  const found = faults.listActive().find((fault) => fault.id === id)
  if (found) return found
  const known = faults.listActive().map((fault) => fault.id)
  throw new Problem(404, {
    message: `There is no fault ${id}.${known.length > 0 ? ` There are: ${nearestName(id, known) ?? known.join(', ')}.` : ''}`,
  })
}
