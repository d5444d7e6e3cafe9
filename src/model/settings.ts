/** Which feature flags are on, and which readings are in force: what an environment is set to. */
import { allBehaviours, readingsOf } from '../define/behaviours.ts'
import { type FlagName, flagNames } from '../define/feature-flags.ts'
import { EmulatorError, unknownName } from '../machine/errors.ts'
import type { Form } from '../machine/codecs.ts'
import { isObject, quoted } from '../machine/argument-checks.ts'
import type { ReadingNames } from '../generated/rows.ts'

/** Which feature flags are on. */
export type Flags = Readonly<Record<FlagName, boolean>>
/** The flags to switch; those that are not named stay as they are. */
export type FlagsGiven = Partial<Flags>

/** Which other reading is in force, by the id of the assumption; one that is not here is read as usual. */
export type Readings = ReadonlyMap<string, string>
/** Readings by the id of their assumption; those that are not named stay as usual. */
export type ReadingsGiven = Partial<ReadingNames>

export const allFlagsOn = Object.freeze(
  Object.fromEntries(flagNames.map((name) => [name, true])),
) as Flags

export function flagsFrom(given: FlagsGiven, before: Flags = allFlagsOn): Flags {
  if (!isObject(given)) throw badSetting('flags', `${quoted(given)} is no object`, flagAdvice)
  for (const [name, value] of Object.entries(given)) {
    if (!flagNames.includes(name as FlagName)) throw unknownName('flag', name, flagNames)
    if (typeof value === 'boolean') continue
    throw badSetting('flags', `"${name}" is ${quoted(value)}, neither true nor false`, flagAdvice)
  }
  return Object.freeze({ ...before, ...given })
}

const flagAdvice = `Say it like { "${flagNames[0]}": false }.`

const badSetting = (kind: string, because: string, advice: string): EmulatorError =>
  new EmulatorError(`bad_${kind}`, { could: `switch ${kind}`, because, advice })

export function readingsFrom(given: ReadingsGiven): Readings {
  if (!isObject(given)) {
    throw badSetting('readings', `${quoted(given)} is no object`, 'Say it by the id: "instead".')
  }
  const switchable = new Map(
    allBehaviours().flatMap((each) => {
      const names = Object.keys(readingsOf(each))
      return names.length > 0 ? [[each.id, ['default', ...names]] as const] : []
    }),
  )
  for (const [id, name] of Object.entries(given)) {
    const names = switchable.get(id)
    if (!names) throw unknownName('reading', id, switchable.keys())
    if (!names.includes(name)) throw unknownName(`reading of ${id}`, name, names)
  }
  return new Map(Object.entries(given).filter(([, name]) => name !== 'default'))
}

/** In a file: what was not yet a flag when it was written is on. */
export const flagsForm: Form<Flags> = {
  write: (flags) => flags,
  read: (json) => flagsFrom(json as FlagsGiven),
}

/** In a file: the readings in force, by the id of the assumption. */
export const readingsForm: Form<Readings> = {
  write: (readings) => Object.fromEntries(readings),
  read: (json) => readingsFrom(json as ReadingsGiven),
}
