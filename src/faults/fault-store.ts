/** Keeps the faults that were set, counts what they match and hit, and says what hits a call. */
import type { Cells } from '../machine/cells.ts'
import { isTurn, matches, type Struck } from './fault-matcher.ts'
import type { Fault, FaultEffect, Strike } from './fault-rule.ts'

/** A fault that is to be set: all but what is counted. */
export type NewFault = Omit<Fault, 'id' | 'matched' | 'hits'>

export interface Faults {
  /** Whether there is any: all that is asked of a request while there is none. */
  any(): boolean
  set(fault: NewFault): Fault
  /** The faults in force or still to come, in the order in which they were set. */
  all(): readonly Fault[]
  /** The faults that were set, ended or not, those that ended longest ago left out. */
  everSet(): readonly Fault[]
  /** A fault with what it has hit, even after its end. */
  get(id: string): Fault | undefined
  /** Ends those faults; gives how many there were. */
  end(wanted: (fault: Fault) => boolean): number
  /** What hits a request or a delivery now. Counts, so it is asked once for each. */
  strike(struck: Struck): Strike | undefined
  /** A new id for an outage. */
  outageId(): string
}

/** Ended faults whose counts are remembered. */
export const endedFaultsMax = 1_000

interface Kept {
  readonly made: number
  readonly outages: number
  readonly active: readonly Fault[]
  readonly ended: readonly Fault[]
}

const nothing: Kept = { made: 0, outages: 0, active: [], ended: [] }

export function createFaults(cells: Cells, now: () => number): Faults {
  const cell = cells.cell<Kept>('faults', nothing)

  /** Counts a match, and a hit where it is the fault's turn. */
  function count(fault: Fault, struck: Struck, hit: (fault: Fault) => void): Fault {
    if (!matches(fault, struck, now())) return fault
    const matched = fault.matched + 1
    if (!isTurn(fault, matched)) return { ...fault, matched }
    hit(fault)
    return { ...fault, matched, hits: fault.hits + 1 }
  }

  const everSet = (): readonly Fault[] => [...cell.value.ended, ...cell.value.active]

  return {
    any: () => cell.value.active.length > 0,
    set(fault) {
      const made = cell.value.made + 1
      const kept: Fault = { ...fault, id: `fault-${made}`, matched: 0, hits: 0 }
      cell.value = { ...cell.value, made, active: [...cell.value.active, kept] }
      return kept
    },
    all: () => cell.value.active,
    everSet,
    get: (id) => everSet().find((fault) => fault.id === id),
    end(wanted) {
      const { active, ended } = cell.value
      const over = active.filter(wanted)
      cell.value = {
        ...cell.value,
        active: active.filter((fault) => !wanted(fault)),
        ended: [...ended, ...over].slice(-endedFaultsMax),
      }
      return over.length
    },
    strike(struck) {
      const hitting: Fault[] = []
      const active = cell.value.active.map((fault) =>
        count(fault, struck, (hit) => void hitting.push(hit)),
      )
      if (active.some((fault, i) => fault !== cell.value.active[i])) {
        cell.value = { ...cell.value, active }
      }
      return hitting.length > 0 ? strikeOf(hitting) : undefined
    },
    outageId() {
      cell.value = { ...cell.value, outages: cell.value.outages + 1 }
      return `outage-${cell.value.outages}`
    },
  }
}

function strikeOf(hitting: readonly Fault[]): Strike {
  const effect: FaultEffect = Object.assign({}, ...hitting.map((fault) => fault.with).reverse())
  return {
    faults: hitting.map(({ id }) => id).join(', '),
    effect,
    changes: hitting.flatMap((fault) => fault.with.change ?? []),
  }
}
