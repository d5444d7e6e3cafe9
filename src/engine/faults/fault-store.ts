/** Stores the faults, counts their matches and hits, and finds the faults that hit a call. */
import type { Cells } from '../store/cells.ts'
import { checkedCodec } from '../errors/json-checks.ts'
import {
  combineFaults,
  combineOutages,
  decidingFaults,
  hasFault,
  isOutage,
} from './effect-combination.ts'
import { isFaultState } from './fault-checks.ts'
import {
  type DeliveryTarget,
  isSelected,
  matchesFault,
  type FaultInterceptor,
  type FaultTarget,
  type InterceptedTarget,
} from './fault-matcher.ts'
import type { Fault, FaultHit, FaultInput } from './fault-rule.ts'

export type FaultStore = ReturnType<typeof createFaultStore>

/** The maximum number of stored ended faults. */
const endedFaultsMax = 1_000

interface FaultState {
  readonly faultCount: number
  readonly outageCount: number
  readonly active: readonly Fault[]
  readonly ended: readonly Fault[]
}

const emptyState: FaultState = { faultCount: 0, outageCount: 0, active: [], ended: [] }

const faultsCodec = checkedCodec<FaultState>('faults', isFaultState)

export function createFaultStore(cells: Cells, now: () => number) {
  const cell = cells.cell('faults', emptyState, faultsCodec)
  let interceptor: FaultInterceptor | undefined
  const listeners = new Set<() => void>()

  function setState(state: FaultState): void {
    cell.value = state
    for (const listener of listeners) listener()
  }

  const findMatching = (target: FaultTarget): readonly Fault[] =>
    cell.value.active.filter((fault) => matchesFault(fault, target, now()))

  /** Counts the matches of faults, and the hits among them. */
  function count(matching: readonly Fault[], hits: readonly Fault[]): void {
    if (matching.length === 0) return
    const countFor = (fault: Fault): Fault => ({
      ...fault,
      matched: fault.matched + 1,
      hits: fault.hits + (hits.includes(fault) ? 1 : 0),
    })
    const active = cell.value.active.map((fault) =>
      matching.includes(fault) ? countFor(fault) : fault,
    )
    cell.value = { ...cell.value, active }
  }

  /** Returns all faults, without the oldest ended ones. */
  const list = (): readonly Fault[] => [...cell.value.ended, ...cell.value.active]

  return {
    /** Whether there are faults. Without faults, a request needs only this check. */
    hasActive: () => interceptor !== undefined || cell.value.active.length > 0,
    add(fault: FaultInput): Fault {
      const faultCount = cell.value.faultCount + 1
      const added: Fault = { ...fault, id: `fault-${faultCount}`, matched: 0, hits: 0 }
      setState({ ...cell.value, faultCount, active: [...cell.value.active, added] })
      return added
    },
    /** Returns the faults that are not ended, in the order in which they were set. */
    listActive: () => cell.value.active,
    list,
    /** Returns a fault with its counts, also after its end. */
    get: (id: string) => list().find((fault) => fault.id === id),
    /** Ends the faults that match the predicate; returns their number. */
    end(predicate: (fault: Fault) => boolean): number {
      const { active, ended } = cell.value
      const ending = active.filter(predicate)
      setState({
        ...cell.value,
        active: active.filter((fault) => !predicate(fault)),
        ended: [...ended, ...ending].slice(-endedFaultsMax),
      })
      return ending.length
    },
    /** Sets the function that decides before the rules. It is wiring: a snapshot and a fork do not include it. */
    intercept: (next: FaultInterceptor | undefined) => void (interceptor = next),
    /** Returns the faults that hit a request or a delivery. Counts; call it once per request or delivery. */
    hit(target: InterceptedTarget): FaultHit | undefined {
      const intercepted = interceptor?.(target)
      if (intercepted) return intercepted
      const matching = findMatching(target)
      const selected = matching.filter((fault) => isSelected(fault, fault.matched + 1))
      const hits = decidingFaults(selected)
      const isLeftOut = (fault: Fault): boolean => selected.includes(fault) && !hits.includes(fault)
      count(
        matching.filter((fault) => !isLeftOut(fault)),
        hits,
      )
      return hits.length > 0 ? combineFaults(hits) : undefined
    },
    /**
     * Returns the outages that are active when a delivery is sent that `earlier` faults held back, with the effects
     * that they add. Counts the outages that are not among the earlier faults.
     */
    hitOutages(target: DeliveryTarget, earlier: FaultHit): FaultHit | undefined {
      const outages = findMatching(target).filter(isOutage)
      const counted = outages.filter((outage) => !hasFault(earlier.faultIds, outage))
      count(counted, counted)
      return combineOutages(outages, earlier)
    },
    /** Returns the id of a new outage. */
    nextOutageId(): string {
      cell.value = { ...cell.value, outageCount: cell.value.outageCount + 1 }
      return `outage-${cell.value.outageCount}`
    },
    /** Calls `listener` after a fault is added or ended. Returns a function that unsubscribes. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
