/** Which feature flags are on, and which readings are in force: what an environment is set to. */
import { allBehaviours } from '../define/behaviours.ts'
import { type FlagName, flagNames } from '../define/flags.ts'
import { unknownName } from '../machine/errors.ts'
import type { Form } from '../machine/forms.ts'

export type Flags = Readonly<Record<FlagName, boolean>>
export type FlagsGiven = Partial<Flags>

/** The ids of assumptions whose other reading is in force. */
export type Readings = ReadonlySet<string>
export type ReadingsGiven = Readonly<Record<string, 'default' | 'instead'>>

export const allFlagsOn = Object.freeze(
  Object.fromEntries(flagNames.map((name) => [name, true])),
) as Flags

export function flagsFrom(given: FlagsGiven, before: Flags = allFlagsOn): Flags {
  for (const name of Object.keys(given)) {
    if (!flagNames.includes(name as FlagName)) throw unknownName('flag', name, flagNames)
  }
  return Object.freeze({ ...before, ...given })
}

export function readingsFrom(given: ReadingsGiven): Readings {
  const switchable = allBehaviours().filter(({ assumed }) => assumed?.instead !== undefined)
  const ids = switchable.map(({ id }) => id)
  for (const id of Object.keys(given)) {
    if (!ids.includes(id)) throw unknownName('reading', id, ids)
  }
  return new Set(Object.keys(given).filter((id) => given[id] === 'instead'))
}

/** In a file: what was not yet a flag when it was written is on. */
export const flagsForm: Form<Flags> = {
  write: (flags) => flags,
  read: (json) => flagsFrom(json as FlagsGiven),
}

/** In a file: the ids of the readings in force. */
export const readingsForm: Form<Readings> = {
  write: (readings) => [...readings],
  read: (json) =>
    readingsFrom(Object.fromEntries((json as string[]).map((id) => [id, 'instead' as const]))),
}
