/** The words of the stage for what goes wrong: faults, and outages that are made of them. */
import { Problem } from '../../define/problems.ts'
import { faultFrom, type KnownNames, refuseUnknownKeys, spanFrom } from '../../faults/rule-parser.ts'
import type { Fault, FaultEffect, FaultRule, SetFault, When } from '../../faults/fault-rule.ts'
import { nearest, unknownName } from '../../machine/errors.ts'
import { groupOf } from '../../model/catalog.ts'
import type { Assembly } from '../context.ts'
import { changeFrom } from './fault-changes.ts'

/** A fault as it is listed: its rule, with moments in full, and what came of it. */
export interface FaultView extends Omit<FaultRule, 'at' | 'from' | 'until'>, SetFault {
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
  readonly from?: When
  /** A moment, or how far it is from now. Default: until it is ended. */
  readonly until?: When
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

export interface FaultWords {
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
export const faultsOf = ({ faults }: Assembly): FaultView[] => faults.all().map(viewFault)

export const faultWords = (assembly: Assembly): Omit<FaultWords, 'faults'> => ({
  fault: (rule) => setFault(assembly, rule),
  endFaults: () => void assembly.faults.end(() => true),
  outage: (options) => setOutage(assembly, options),
})

function setFault(assembly: Assembly, rule: FaultRule): FaultHandle {
  const read = faultFrom(rule, knownNames(assembly), assembly.now())
  const { change } = read.with
  const effect = change ? { ...read.with, change: changeFrom(assembly.catalog, change) } : read.with
  const { id } = assembly.faults.set({ ...read, with: effect })
  return handleOf(assembly, id)
}

function handleOf({ faults }: Assembly, id: string): FaultHandle {
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

const ofWords = ['api', 'webhooks', 'all'] as const

function setOutage(assembly: Assembly, options: OutageOptions): OutageHandle {
  const could = 'set the outage'
  refuseUnknownKeys(options, ['from', 'until', 'of', 'with'], could)
  const { of = 'all', from, until, with: effect } = options
  if (!ofWords.includes(of)) throw unknownName('part', of, ofWords, could)
  const { faults, now, journal } = assembly
  const span = spanFrom(from, until, now(), could)
  const read = (at: 'request' | 'delivery', usual: FaultEffect) => ({
    ...faultFrom({ at, with: effect ?? usual }, knownNames(assembly), now()),
    ...span,
  })
  const parts = [
    ...(of === 'webhooks' ? [] : [read('request', { status: 503 })]),
    ...(of === 'api' ? [] : [read('delivery', { timeout: 'before' })]),
  ]
  const id = faults.outageId()
  const handles = parts.map((part) => handleOf(assembly, faults.set({ ...part, outage: id }).id))
  const { from: begins, until: ends } = (handles[0] as FaultHandle).rule
  journal.add('outage', { outage: id, of, from: begins, ...(ends && { until: ends }) })
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

function knownNames({ catalog, store }: Assembly): KnownNames {
  const { operations, events } = catalog
  const groups = [...operations.values()].map(groupOf)
  return {
    operations,
    groups: new Set(groups),
    events,
    webhooks: () => [...store.walk('webhooks')].map(({ id }) => String(id)),
  }
}

/** The id of a fault that somebody means, or an error that names the nearest. */
export function faultNamed({ faults }: Assembly, id: string): Fault {
  const found = faults.all().find((fault) => fault.id === id)
  if (found) return found
  const known = faults.all().map((fault) => fault.id)
  throw new Problem(404, {
    message: `There is no fault ${id}.${known.length > 0 ? ` There are: ${nearest(id, known) ?? known.join(', ')}.` : ''}`,
  })
}
