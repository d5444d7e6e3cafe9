/** Combines the effects of the faults that hit a request or a delivery. */
import { type EffectTable, type FaultEffect, faultEffects } from './effects.ts'
import type { Fault, FaultHit } from './fault-rule.ts'

const effects: EffectTable = faultEffects

/** The effects that drop a delivery or hold it back before its attempt starts. */
const diversionKeys: readonly string[] = [
  'drop',
  'delay_ms',
  'reorder',
] satisfies (keyof FaultEffect)[]

/** Whether an effect drops a delivery or holds it back. */
export const isDiversion = (effect: FaultEffect): boolean =>
  Object.keys(effect).some((key) => diversionKeys.includes(key))

/**
 * Returns the faults to apply now. If one of them delays, reorders or drops the delivery, outages without such an
 * effect are left for the time of sending.
 */
export function decidingFaults(faults: readonly Fault[]): readonly Fault[] {
  const diverting = faults.filter((fault) => isDiversion(fault.with))
  if (diverting.length === 0) return faults
  const isDivertedByRule = diverting.some((fault) => !isOutage(fault))
  return faults.filter(
    (fault) => !isOutage(fault) || (!isDivertedByRule && diverting.includes(fault)),
  )
}

export const isOutage = ({ outage }: Fault): boolean => outage !== undefined

/** Combines the faults that decide. An outage that diverts a delivery has its other effects when it is sent. */
export function combineFaults(faults: readonly Fault[]): FaultHit {
  const isDiverted = faults.some((fault) => isDiversion(fault.with))
  const effectOf = (fault: Fault): FaultEffect =>
    isDiverted && isOutage(fault) ? diversionOf(fault.with) : fault.with
  return {
    faultIds: joinIds(faults.map(({ id }) => id)),
    effect: faults.reduce<FaultEffect>(
      (earlier, fault) => ({ ...withoutConflicts(effectOf(fault), earlier), ...earlier }),
      {},
    ),
    changes: faults.flatMap((fault) => fault.with.change ?? []),
  }
}

/**
 * Returns the outages that are active when a held delivery is sent, with the effects that they add. An outage that
 * held it back is among them only if it adds an effect. Undefined without an outage.
 */
export function combineOutages(
  outages: readonly Fault[],
  { faultIds, effect: earlier }: FaultHit,
): FaultHit | undefined {
  let effect: FaultEffect = {}
  const hits = outages.filter((outage) => {
    const added = withoutConflicts(outage.with, { ...earlier, ...effect })
    effect = { ...effect, ...added }
    return Object.keys(added).length > 0 || !hasFault(faultIds, outage)
  })
  if (hits.length === 0) return undefined
  return { faultIds: joinIds(hits.map(({ id }) => id)), effect, changes: [] }
}

/** Combines the faults that held a delivery back with the outages that hit it when it is sent. */
export function combineHits(earlier: FaultHit, { faultIds, effect }: FaultHit): FaultHit {
  const ids = [...splitIds(earlier.faultIds), ...splitIds(faultIds)]
  return {
    faultIds: joinIds([...new Set(ids)]),
    effect: { ...earlier.effect, ...effect },
    changes: earlier.changes,
  }
}

const joinIds = (ids: readonly string[]): string => ids.join(', ')
const splitIds = (faultIds: string): string[] => faultIds.split(', ')

/** Whether the ids of a hit contain a fault. */
export const hasFault = (faultIds: string, { id }: Fault): boolean =>
  splitIds(faultIds).includes(id)

const diversionOf = (effect: FaultEffect): FaultEffect =>
  Object.fromEntries(Object.entries(effect).filter(([key]) => diversionKeys.includes(key)))

/** Returns the keys of an effect that the earlier faults do not have, and that none of their keys excludes. */
function withoutConflicts(effect: FaultEffect, earlier: FaultEffect): FaultEffect {
  const earlierKeys = Object.keys(earlier)
  if (earlierKeys.length === 0) return effect
  return Object.fromEntries(
    Object.entries(effect).filter(
      ([key]) =>
        !earlierKeys.some((each) => each === key || excludes(each, key) || excludes(key, each)),
    ),
  )
}

// Note: a dropped delivery excludes all other effects, but contradicts none: it applies after any of them.
function excludes(key: string, other: string): boolean {
  const { conflicts } = effects[key] ?? {}
  return conflicts !== 'all' && conflicts?.includes(other) === true
}
