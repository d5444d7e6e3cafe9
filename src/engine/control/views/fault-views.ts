/** View models of the faults page: the faults with labels, and the effects that its form offers. */
import type { FaultView } from '../../emulator/methods/faults.ts'
import { effectChoices, effectLabel } from '../../faults/effect-labels.ts'
import type { EffectChoice, TargetKind } from '../../faults/effects.ts'

/** A fault with the label of its effect. */
export interface LabeledFault extends FaultView {
  readonly label: string
  /** Whether it hits nothing more: it has hit as often as its rule permits, or its time is over. */
  readonly isOver: boolean
}

/** The effects that the form offers, by kind of target. */
export type FaultFormChoices = Readonly<Record<TargetKind, readonly EffectChoice[]>>

export const labelFaults = (faults: readonly FaultView[], now: Date): LabeledFault[] =>
  faults.map((fault) => ({
    ...fault,
    label: effectLabel(fault.at, fault.with),
    isOver: fault.hits === fault.times || Date.parse(fault.until ?? '') <= now.getTime(),
  }))

export const faultFormChoices = (): FaultFormChoices => ({
  request: effectChoices('request'),
  delivery: effectChoices('delivery'),
})
