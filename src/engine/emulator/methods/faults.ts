/** `emulator.fault` and `emulator.outage`: sets fault rules, lists them and ends them. */
import { outageKind } from '../../journal/kinds/outage.ts'
import { Problem } from '../../define/problems.ts'
import type { FaultEffect } from '../../faults/effects.ts'
import {
  type Fault,
  faultErrors,
  faultFrom,
  type FaultRule,
  type FaultRuleNames,
  type FaultStatus,
  parseTimeRange,
  type TimeSpec,
} from '../../faults/fault-rule.ts'
import { isObject } from '../../errors/argument-checks.ts'
import { defined } from '../../errors/defined.ts'
import { type EmulatorError, unknownNameError } from '../../errors/errors.ts'
import { withUnknownMembers } from '../../errors/unknown-members.ts'
import { unknownInCatalog } from '../../model/unknown-name.ts'
import { nearestName } from '../../errors/near-names.ts'
import {
  knownNameCheck,
  type Named,
  option,
  type OptionErrors,
  type OptionsOf,
  readOptions,
} from '../../errors/options.ts'
import { groupOf } from '../../model/catalog.ts'
import type { EmulatorContext } from '../context.ts'
import { MethodGroup } from '../method-group.ts'
import { noteFaultRead, noteNewFault } from '../reports/unused-faults.ts'
import { faultChangeFrom } from './fault-changes.ts'

/** An active fault: its rule with absolute times, and its counts. */
export interface FaultView extends Omit<FaultRule, 'at' | 'from' | 'until'>, FaultStatus {
  /** When the fault starts, in ISO 8601. */
  readonly from: string
  /** When the fault ends, in ISO 8601; undefined if it does not end by itself. */
  readonly until?: string
}

/** The handle of a fault: reads its counts and ends it. */
export interface FaultHandle {
  /** The id in the header `x-emulator-fault` and in the journal: `fault-1`. */
  readonly id: string
  /** The parsed rule with its current counts. */
  readonly rule: FaultView
  /** The number of requests or deliveries that the fault has hit. */
  readonly hits: number
  /** Ends the fault. Its counts stay readable. */
  end(): void
}

/** The declaration of an outage. */
const outageOptions = {
  /** A time, or a duration from now. Default: now. */
  from: option<TimeSpec>(),
  /** A time, or a duration from now. Default: until `end` is called. */
  until: option<TimeSpec>(),
  /** The API, the endpoints of webhooks, or both. Default: `all`. */
  of: option<'api' | 'webhooks' | 'all'>(knownNameCheck('part', ['api', 'webhooks', 'all']), 'all'),
  /** Default: requests get status 503; deliveries time out before they arrive. */
  with: option<FaultEffect>(),
}

/**
 * Which part of the service is unavailable, and when. An outage applies to the deliveries that are sent while it is
 * active, also to those that a fault held back before.
 */
export interface OutageOptions extends OptionsOf<typeof outageOptions>, Named {}

/** The handle of an outage: reads its counts and ends it. */
export interface OutageHandle {
  /** The id in the journal: `outage-1`. */
  readonly id: string
  /** The faults of the outage. */
  readonly faults: readonly FaultView[]
  /** The number of requests and deliveries that the outage has hit. */
  readonly hits: number
  /** Ends the outage early. Its counts stay readable. */
  end(): void
}

export class FaultMethodGroup extends MethodGroup {
  /** Returns the active faults with their counts. */
  faults(): FaultView[] {
    const active = this.context.faults.listActive()
    for (const { id } of active) noteFaultRead(this.context, id)
    return active.map(viewFault)
  }

  /**
   * Makes the requests or deliveries that match a rule fail. Hits are deterministic and counted. The
   * journal records them, and responses carry the header `x-emulator-fault`.
   *
   * @throws EmulatorError when the rule has an unknown name or an invalid value
   * @example
   * emulator.fault({ operation: 'get_users', nth: 2, with: { status: 503 } })
   * emulator.fault({ event: 'user.merged', times: 1, with: { timeout: 'after' } })
   */
  fault(rule: FaultRule): FaultHandle {
    const { context } = this
    const { with: given, ...conditions } = faultFrom(
      withRelativePath(context, rule),
      knownNames(context),
      context.now(),
    )
    const { change } = given
    const effect = change ? { ...given, change: faultChangeFrom(context, change) } : given
    return createFaultHandle(context, context.faults.add({ ...conditions, with: effect }).id)
  }

  /**
   * Makes the API, the endpoints of webhooks or both unavailable for a period of emulated time.
   *
   * @throws EmulatorError when the period or the effect is invalid
   * @example
   * emulator.outage({ until: '72h', of: 'webhooks' })
   */
  outage(options: OutageOptions): OutageHandle {
    const { context } = this
    const action = 'set the outage'
    const {
      of,
      from,
      until,
      with: effect,
    } = readOptions(outageOptions, options, outageErrors(action))
    const { faults, now, journal } = context
    const span = parseTimeRange(from, until, now(), action)
    const parseRule = (at: 'request' | 'delivery', effectDefault: FaultEffect) => ({
      ...faultFrom({ at, with: effect ?? effectDefault }, knownNames(context), now()),
      ...span,
    })
    const rules = [
      ...(of === 'webhooks' ? [] : [parseRule('request', { status: 503 })]),
      ...(of === 'api' ? [] : [parseRule('delivery', { timeout: 'before' })]),
    ]
    const id = faults.nextOutageId()
    const added = rules.map((part) => faults.add({ ...part, outage: id }))
    const handles = added.map((each) => createFaultHandle(context, each.id))
    const { from: begins, until: ends } = viewFault(added[0] as Fault)
    journal.add(outageKind, defined({ outage: id, of, from: begins, until: ends }))
    const outage = {
      id,
      get faults() {
        return handles.map(({ rule }) => rule)
      },
      get hits() {
        return handles.reduce((sum, { hits }) => sum + hits, 0)
      },
      end: () => handles.forEach(({ end }) => end()),
    }
    return withUnknownMembers(outage, unknownFaultMember)
  }
}

/** Removes the base URL, or its path, from the beginning of the path of a rule. */
function withRelativePath({ settings }: EmulatorContext, rule: FaultRule): FaultRule {
  const path: unknown = isObject(rule) ? rule.path : undefined
  if (typeof path !== 'string') return rule
  const base = [settings.baseUrl, settings.basePath].find((each) => path.startsWith(`${each}/`))
  return base ? { ...rule, path: path.slice(base.length) } : rule
}

function unknownFaultMember(name: string, fault: object): EmulatorError {
  const suggestion = endWords.includes(name) ? 'end' : undefined
  return unknownNameError('member of a fault', name, Object.keys(fault), undefined, suggestion)
}

/** Other words for the end of a fault. */
const endWords = ['remove', 'delete', 'stop', 'cancel', 'clear', 'off', 'reset', 'restore']

function createFaultHandle(context: EmulatorContext, id: string): FaultHandle {
  const { faults } = context
  noteNewFault(context, id)
  let last = viewFault(faults.get(id) as Fault)
  const view = (): FaultView => {
    noteFaultRead(context, id)
    const fault = faults.get(id)
    // Note: after a reset or a restore to an earlier state the fault does not exist and has no hits.
    return (last = fault ? viewFault(fault) : { ...last, matched: 0, hits: 0 })
  }
  const handle = {
    id,
    get rule() {
      return view()
    },
    get hits() {
      return view().hits
    },
    end: () => void faults.end((fault) => fault.id === id),
  }
  return withUnknownMembers(handle, unknownFaultMember)
}

function viewFault({ fromMs, untilMs, ...fault }: Fault): FaultView {
  return {
    ...fault,
    from: new Date(fromMs).toISOString(),
    ...defined({ until: untilMs === undefined ? undefined : new Date(untilMs).toISOString() }),
  }
}

function outageErrors(action: string): OptionErrors {
  const errors = faultErrors(action, '{ until: "2h", of: "api" }')
  const misplacedFor = {
    reason: 'there is no key "for"',
    advice: 'Use "until" for the end of the outage.',
  }
  return {
    ...errors,
    subject: 'the options are',
    misplaced: (name) => (name === 'for' ? misplacedFor : errors.misplaced?.(name)),
  }
}

function knownNames({ catalog, store }: EmulatorContext): FaultRuleNames {
  const { operations, events, examples } = catalog
  const groups = [...operations.values()].map(groupOf)
  return {
    operations,
    groups: new Set(groups),
    events,
    unknown: (kind, name, action) =>
      unknownInCatalog(kind, name, kind === 'event' ? events : operations.keys(), catalog, action),
    example: examples.operation,
    webhooks: () => [...store.scan('webhooks')].map(({ id }) => String(id)),
  }
}

/** The active fault with an id. @throws Problem with the nearest id */
export function findFault({ faults }: EmulatorContext, id: string): Fault {
  const found = faults.listActive().find((fault) => fault.id === id)
  if (found) return found
  const known = faults.listActive().map((fault) => fault.id)
  throw new Problem(404, {
    message: `There is no fault ${id}.${known.length > 0 ? ` There are: ${nearestName(id, known) ?? known.join(', ')}.` : ''}`,
  })
}
