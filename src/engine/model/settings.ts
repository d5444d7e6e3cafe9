/** The settings of an environment: feature flags and alternatives of assumptions. */
import {
  allBehaviours,
  alternativesOf,
  type Behaviour,
  isSwitchable,
  type NumberRange,
  rangeOf,
} from '../define/behaviour.ts'
import { EmulatorError, unknownNameError } from '../errors/errors.ts'
import { nearestName } from '../errors/near-names.ts'
import { defined } from '../errors/defined.ts'
import type { Codec } from '../store/codecs.ts'
import { isObject, quoteValue } from '../errors/argument-checks.ts'
import type { AssumptionAlternatives, AssumptionPreset, FlagName } from '../service-types.ts'

/**
 * All feature flags by name, with their state: `true` is on.
 *
 * @example
 * emulator.flags().Programs // true
 */
export type Flags = Readonly<Record<FlagName, boolean>>
/**
 * The feature flags to switch. Flags that it omits keep their state; all flags are on by default. An
 * unknown flag throws an `EmulatorError` with the code `unknown_flag`, a value other than a boolean one
 * with the code `bad_flags`.
 *
 * @example
 * createEmulator({ flags: { Programs: false } })
 */
export interface FlagOverrides extends Partial<Flags> {}

/** The active alternatives by the id of the assumption. Other assumptions have their default. */
export type ActiveAlternatives = ReadonlyMap<string, string>
/**
 * Alternatives by the id of the assumption: `alternative`, a name such as `404`, a number, or `default`. An
 * assumption that it omits has its default. An unknown id or alternative throws an `EmulatorError`.
 *
 * @example
 * createEmulator({ assumptions: { 'delete.response': 'alternative' } })
 */
export type AlternativeOverrides = Partial<AssumptionAlternatives>

/**
 * Alternatives by the id of the assumption, and a preset: the assumptions that the object omits are those of the
 * preset.
 *
 * @example
 * createEmulator({ assumptions: { preset: 'lenient', 'query.unknown': 'default' } })
 */
export interface AssumptionOverrides extends AlternativeOverrides {
  /** A named set of alternatives. `lenient`: for old clients. Default: none. */
  readonly preset?: AssumptionPreset
}

/** Sets of alternatives by name. */
export type AssumptionPresets = Readonly<Record<string, AlternativeOverrides>>

/** Returns the overrides that the name of a preset stands for; an object unchanged. */
export const toOverrides = (
  assumptions: AssumptionPreset | AssumptionOverrides,
): AssumptionOverrides => (typeof assumptions === 'string' ? { preset: assumptions } : assumptions)

/** Returns the overrides, with those of the preset for the ids that they omit. */
export function resolvePreset(
  assumptions: AssumptionPreset | AssumptionOverrides,
  presets: AssumptionPresets,
): AlternativeOverrides {
  const overrides = toOverrides(assumptions)
  if (!isObject(overrides)) return overrides
  const { preset, ...others } = overrides as AssumptionOverrides
  if (preset === undefined) return others
  if (!Object.hasOwn(presets, preset))
    throw unknownNameError('preset', preset, Object.keys(presets), 'switch assumptions')
  return { ...presets[preset], ...defined(others) }
}

/** Flags with these names, all on. */
export const allFlagsOn = (names: readonly string[]): Flags =>
  Object.freeze(Object.fromEntries(names.map((name) => [name, true]))) as Flags

/** Switches flags. `before` has every flag of the service. */
export function applyFlags(overrides: FlagOverrides, before: Flags): Flags {
  const names = Object.keys(before)
  const advice = `Give an object such as { "${names[0]}": false }.`
  if (!isObject(overrides))
    throw badSettingError('flags', `${quoteValue(overrides)} is not an object`, advice)
  for (const [name, value] of Object.entries(overrides)) {
    if (!names.includes(name)) throw unknownNameError('flag', name, names)
    if (value === undefined || typeof value === 'boolean') continue
    throw badSettingError('flags', `"${name}" is ${quoteValue(value)}, not true or false`, advice)
  }
  return Object.freeze({ ...before, ...defined(overrides) })
}

const badSettingError = (kind: string, reason: string, advice: string): EmulatorError =>
  new EmulatorError(`bad_${kind}`, { action: `switch ${kind}`, reason, advice })

export function parseAlternatives(overrides: AlternativeOverrides): ActiveAlternatives {
  if (!isObject(overrides)) {
    throw badSettingError(
      'assumptions',
      `${quoteValue(overrides)} is not an object`,
      'Give the alternatives by the id of the assumption.',
    )
  }
  const behaviours = new Map(allBehaviours().map((each) => [each.id, each]))
  const given = Object.entries(defined(overrides))
  for (const [id, name] of given) {
    const action = `switch the assumption "${id}"`
    const behaviour = behaviours.get(id)
    if (!behaviour || !isSwitchable(behaviour)) throw notSwitchableError(id, action, behaviour)
    const range = rangeOf(behaviour)
    if (range) assertNumber(name, range, action)
    const known = ['default', ...Object.keys(alternativesOf(behaviour))]
    if (!range && typeof name === 'number' && known.includes(String(name)))
      throw new EmulatorError('bad_assumptions', {
        action,
        reason: `${quoteValue(name)} is a number`,
        advice: `Give the text "${String(name)}".`,
      })
    if (!range && !known.includes(name as string))
      throw unknownNameError('alternative', name, known, action)
  }
  const names = given.map(([id, name]) => [id, String(name)] as const)
  return new Map(names.filter(([, name]) => name !== 'default'))
}

/** Throws for a value that is not a whole number in the range. The command line passes numbers as texts. */
function assertNumber(value: unknown, { default: first, min, max }: NumberRange, action: string) {
  const number =
    typeof value === 'number' ? value : /^\d+$/.test(String(value)) ? Number(value) : -1
  if (value === 'default' || (Number.isInteger(number) && number >= min && number <= max)) return
  throw new EmulatorError('bad_assumptions', {
    action,
    reason: `${quoteValue(value)} is not a whole number from ${min} to ${max}`,
    advice: `Give a number, or "default" for ${first}.`,
  })
}

function notSwitchableError(
  id: string,
  action: string,
  behaviour: Behaviour | undefined,
): EmulatorError {
  const list = 'docs/behaviours.md lists the assumptions that have alternatives.'
  if (!behaviour) {
    const ids = allBehaviours().filter(isSwitchable)
    const near = nearestName(
      id,
      ids.map((each) => each.id),
    )
    const advice = near ? `Did you mean "${near}"?` : list
    return new EmulatorError('unknown_assumption', { action, reason: 'the id is unknown', advice })
  }
  const reason = behaviour.assumption
    ? 'the assumption has no alternative'
    : 'the behaviour is documented and has no alternative'
  return new EmulatorError('no_alternative', { action, reason, advice: list })
}

/** Returns the codec for flags. A flag that a saved world lacks is on. */
export const flagsCodec = (flagsOn: Flags): Codec<Flags> => ({
  encode: (flags) => flags,
  decode: (json) => applyFlags(json as FlagOverrides, flagsOn),
})

/** The codec for active alternatives: an object with the ids of the assumptions as keys. */
export const alternativesCodec: Codec<ActiveAlternatives> = {
  encode: (alternatives) => Object.fromEntries(alternatives),
  decode: (json) => parseAlternatives(json as AlternativeOverrides),
}
