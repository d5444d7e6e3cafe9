/** Which feature flags are on, and which readings are in force: what an environment is set to. */
import { allBehaviours, alternativesOf } from '../define/behaviours.ts'
import { type FlagName, flagNames } from '../define/feature-flags.ts'
import { EmulatorError, unknownNameError } from '../machine/errors.ts'
import type { Codec } from '../machine/codecs.ts'
import { isObject, quoteValue } from '../machine/argument-checks.ts'
import type { AlternativeNames } from '../generated/rows.ts'

/** Which feature flags are on. */
export type Flags = Readonly<Record<FlagName, boolean>>
/** The flags to switch; those that are not named stay as they are. */
export type FlagOverrides = Partial<Flags>

/** Which other reading is in force, by the id of the assumption; one that is not here is read as usual. */
export type ActiveAlternatives = ReadonlyMap<string, string>
/** Readings by the id of their assumption; those that are not named stay as usual. */
export type AssumptionOverrides = Partial<AlternativeNames>

export const allFlagsOn = Object.freeze(
  Object.fromEntries(flagNames.map((name) => [name, true])),
) as Flags

export function applyFlags(overrides: FlagOverrides, before: Flags = allFlagsOn): Flags {
  if (!isObject(overrides))
    throw badSettingError('flags', `${quoteValue(overrides)} is no object`, flagAdvice)
  for (const [name, value] of Object.entries(overrides)) {
    if (!flagNames.includes(name as FlagName)) throw unknownNameError('flag', name, flagNames)
    if (typeof value === 'boolean') continue
    throw badSettingError(
      'flags',
      `"${name}" is ${quoteValue(value)}, neither true nor false`,
      flagAdvice,
    )
  }
  return Object.freeze({ ...before, ...overrides })
}

const flagAdvice = `Say it like { "${flagNames[0]}": false }.`

const badSettingError = (kind: string, reason: string, advice: string): EmulatorError =>
  new EmulatorError(`bad_${kind}`, { action: `switch ${kind}`, reason, advice })

export function parseAlternatives(overrides: AssumptionOverrides): ActiveAlternatives {
  if (!isObject(overrides)) {
    throw badSettingError(
      'assumptions',
      `${quoteValue(overrides)} is no object`,
      'Say it by the id: "alternative".',
    )
  }
  const switchable = new Map(
    allBehaviours().flatMap((each) => {
      const names = Object.keys(alternativesOf(each))
      return names.length > 0 ? [[each.id, ['default', ...names]] as const] : []
    }),
  )
  for (const [id, name] of Object.entries(overrides)) {
    const names = switchable.get(id)
    if (!names) throw unknownNameError('assumption', id, switchable.keys())
    if (!names.includes(name)) throw unknownNameError(`alternative of ${id}`, name, names)
  }
  return new Map(Object.entries(overrides).filter(([, name]) => name !== 'default'))
}

/** In a file: what was not yet a flag when it was written is on. */
export const flagsCodec: Codec<Flags> = {
  encode: (flags) => flags,
  decode: (json) => applyFlags(json as FlagOverrides),
}

/** In a file: the readings in force, by the id of the assumption. */
export const alternativesCodec: Codec<ActiveAlternatives> = {
  encode: (alternatives) => Object.fromEntries(alternatives),
  decode: (json) => parseAlternatives(json as AssumptionOverrides),
}
