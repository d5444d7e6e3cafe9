/** Stores the faults, counts their matches and hits, and finds the faults that hit a call. */
import type { Cells } from '../machine/cells.ts'
import { checkedCodec } from '../machine/json-checks.ts'
import { isFaultState } from './fault-checks.ts'
import {
  isSelected,
  matchesFault,
  type FaultInterceptor,
  type FaultTarget,
  type InterceptedTarget,
} from './fault-matcher.ts'
import { type EffectDefinition, type FaultEffect, faultEffects } from './effects.ts'
import type { Fault, FaultHit } from './fault-rule.ts'

/** A new fault: without id and counts. */
export type FaultInput = Omit<Fault, 'id' | 'matched' | 'hits'>

export interface FaultStore {
  /** Whether there are faults. Without faults, a request needs only this check. */
  hasActive(): boolean
  add(fault: FaultInput): Fault
  /** Returns the faults that are not ended, in the order in which they were set. */
  listActive(): readonly Fault[]
  /** Returns all faults, without the oldest ended ones. */
  list(): readonly Fault[]
  /** Returns a fault with its counts, also after its end. */
  get(id: string): Fault | undefined
  /** Ends the faults that match the predicate; returns their number. */
  end(predicate: (fault: Fault) => boolean): number
  /** Returns the faults that hit a request or a delivery. Counts; call it once per request or delivery. */
  hit(target: InterceptedTarget): FaultHit | undefined
  /** Sets the function that decides before the rules. It is wiring: a snapshot and a fork do not include it. */
  intercept(interceptor: FaultInterceptor | undefined): void
  /** Returns the id of a new outage. */
  nextOutageId(): string
}

/** The maximum number of stored ended faults. */
export const endedFaultsMax = 1_000

interface FaultState {
  readonly faultCount: number
  readonly outageCount: number
  readonly active: readonly Fault[]
  readonly ended: readonly Fault[]
}

const emptyState: FaultState = { faultCount: 0, outageCount: 0, active: [], ended: [] }

export function createFaultStore(cells: Cells, now: () => number): FaultStore {
  const cell = cells.cell<FaultState>('faults', emptyState, checkedCodec('faults', isFaultState))
  let interceptor: FaultInterceptor | undefined

  /** Counts a match, and a hit if the rule selects this match. */
  function countMatch(fault: Fault, target: FaultTarget, onHit: (fault: Fault) => void): Fault {
    if (!matchesFault(fault, target, now())) return fault
    const matched = fault.matched + 1
    if (!isSelected(fault, matched)) return { ...fault, matched }
    onHit(fault)
    return { ...fault, matched, hits: fault.hits + 1 }
  }

  const list = (): readonly Fault[] => [...cell.value.ended, ...cell.value.active]

  return {
    hasActive: () => interceptor !== undefined || cell.value.active.length > 0,
    add(fault) {
      const faultCount = cell.value.faultCount + 1
      const added: Fault = { ...fault, id: `fault-${faultCount}`, matched: 0, hits: 0 }
      cell.value = { ...cell.value, faultCount, active: [...cell.value.active, added] }
      return added
    },
    listActive: () => cell.value.active,
    list,
    get: (id) => list().find((fault) => fault.id === id),
    end(predicate) {
      const { active, ended } = cell.value
      const ending = active.filter(predicate)
      cell.value = {
        ...cell.value,
        active: active.filter((fault) => !predicate(fault)),
        ended: [...ended, ...ending].slice(-endedFaultsMax),
      }
      return ending.length
    },
    intercept: (next) => void (interceptor = next),
    hit(target) {
      const intercepted = interceptor?.(target)
      if (intercepted) return intercepted
      const hits: Fault[] = []
      const active = cell.value.active.map((fault) =>
        countMatch(fault, target, (fault) => void hits.push(fault)),
      )
      if (active.some((fault, i) => fault !== cell.value.active[i])) {
        cell.value = { ...cell.value, active }
      }
      return hits.length > 0 ? combineFaults(hits) : undefined
    },
    nextOutageId() {
      cell.value = { ...cell.value, outageCount: cell.value.outageCount + 1 }
      return `outage-${cell.value.outageCount}`
    },
  }
}

function combineFaults(faults: readonly Fault[]): FaultHit {
  const effect = faults.reduce<FaultEffect>(
    (earlier, fault) => ({ ...withoutConflicts(fault.with, earlier), ...earlier }),
    {},
  )
  return {
    faultIds: faults.map(({ id }) => id).join(', '),
    effect,
    changes: faults.flatMap((fault) => fault.with.change ?? []),
  }
}

/** Returns the keys of an effect that no key of the earlier faults excludes. */
function withoutConflicts(effect: FaultEffect, earlier: FaultEffect): FaultEffect {
  const earlierKeys = Object.keys(earlier)
  if (earlierKeys.length === 0) return effect
  return Object.fromEntries(
    Object.entries(effect).filter(
      ([key]) => !earlierKeys.some((each) => excludes(each, key) || excludes(key, each)),
    ),
  )
}

// Note: a dropped delivery excludes all other effects, but contradicts none: it applies after any of them.
function excludes(key: string, other: string): boolean {
  const { conflicts } = (faultEffects as Readonly<Record<string, EffectDefinition>>)[key] ?? {}
  return conflicts !== 'all' && conflicts?.includes(other) === true
}
