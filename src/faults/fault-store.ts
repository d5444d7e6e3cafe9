/** Keeps the faults that were set, counts what they match and hit, and says what hits a call. */
import type { Cells } from '../machine/cells.ts'
import { isSelected, matchesFault, type FaultTarget } from './fault-matcher.ts'
import type { Fault, FaultEffect, FaultHit } from './fault-rule.ts'

/** A fault that is to be set: all but what is counted. */
export type FaultInput = Omit<Fault, 'id' | 'matched' | 'hits'>

export interface FaultStore {
  /** Whether there is any: all that is asked of a request while there is none. */
  hasActive(): boolean
  add(fault: FaultInput): Fault
  /** The faults in force or still to come, in the order in which they were set. */
  listActive(): readonly Fault[]
  /** The faults that were set, ended or not, those that ended longest ago left out. */
  list(): readonly Fault[]
  /** A fault with what it has hit, even after its end. */
  get(id: string): Fault | undefined
  /** Ends those faults; gives how many there were. */
  end(predicate: (fault: Fault) => boolean): number
  /** What hits a request or a delivery now. Counts, so it is asked once for each. */
  hit(target: FaultTarget): FaultHit | undefined
  /** A new id for an outage. */
  nextOutageId(): string
}

/** Ended faults whose counts are remembered. */
export const endedFaultsMax = 1_000

interface FaultState {
  readonly faultCount: number
  readonly outageCount: number
  readonly active: readonly Fault[]
  readonly ended: readonly Fault[]
}

const emptyState: FaultState = { faultCount: 0, outageCount: 0, active: [], ended: [] }

export function createFaultStore(cells: Cells, now: () => number): FaultStore {
  const cell = cells.cell<FaultState>('faults', emptyState)

  /** Counts a match, and a hit where it is the fault's turn. */
  function countMatch(fault: Fault, target: FaultTarget, onHit: (fault: Fault) => void): Fault {
    if (!matchesFault(fault, target, now())) return fault
    const matched = fault.matched + 1
    if (!isSelected(fault, matched)) return { ...fault, matched }
    onHit(fault)
    return { ...fault, matched, hits: fault.hits + 1 }
  }

  const list = (): readonly Fault[] => [...cell.value.ended, ...cell.value.active]

  return {
    hasActive: () => cell.value.active.length > 0,
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
    hit(target) {
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
  const effect: FaultEffect = Object.assign({}, ...faults.map((fault) => fault.with).reverse())
  return {
    faultIds: faults.map(({ id }) => id).join(', '),
    effect,
    changes: faults.flatMap((fault) => fault.with.change ?? []),
  }
}
