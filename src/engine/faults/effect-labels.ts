/** Describes effects of faults and lists the choices of the inspector, from the table of effects. */
import {
  type EffectChoice,
  type EffectTable,
  type FaultEffect,
  faultEffects,
  type TargetKind,
} from './effects.ts'

const effects: EffectTable = faultEffects

/** Returns the effects that the inspector offers for a kind of target. */
export const effectChoices = (at: TargetKind): readonly EffectChoice[] =>
  Object.values(effects).flatMap(({ choices }) => choices[at] ?? [])

/** Returns the label of an effect: of the choice with the same values, or of each of its values. */
export function effectLabel(at: TargetKind, effect: FaultEffect): string {
  const text = JSON.stringify(effect)
  const choice = effectChoices(at).find((each) => JSON.stringify(each.effect) === text)
  return choice ? choice.label : effectText(at, effect)
}

/** Returns the labels of the values of an effect; an empty text for no effect. */
export const effectText = (at: TargetKind, effect: object): string =>
  Object.entries(effect)
    .map(([key, value]) => effects[key]?.label(value, at) ?? key)
    .join(', ')
