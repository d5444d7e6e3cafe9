/**
 * Options: each has one declaration, a property of a table. Its key is the name of the option, its comment is the
 * documentation, and its value has the check and the default. `OptionsOf` is the type that a user gives, and
 * `readOptions` checks it and fills in the defaults.
 */
import { assertKnownKeys, assertValue, quoteValue, type ValueCheck } from './argument-checks.ts'
import { EmulatorError, unknownNameError } from './errors.ts'

/** Where an invalid value stands, for the error. */
interface OptionPlace {
  readonly code: string
  readonly action: string
  readonly name: string
}

/** Throws for an invalid value. The value is not undefined. */
type OptionCheck = (value: unknown, place: OptionPlace) => void

/** The declaration of an option with values of type `T`, and with a default unless `D` is undefined. */
export interface Option<T, D extends T | undefined = T | undefined> {
  readonly assertValid: OptionCheck
  readonly fallback: D
  // Note: no option has this property. The compiler infers `T` from its type.
  readonly values?: T
}

/** The declarations of the options of one function. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>

/** What a user gives: each option may be absent. `undefined` means the default. */
export type OptionsOf<T> = {
  readonly [K in keyof T]?: T[K] extends Option<infer V> ? V | undefined : never
}

/** The values with the defaults. */
export type ValuesOf<T> = {
  readonly [K in keyof T]: T[K] extends Option<infer V, infer D>
    ? undefined extends D
      ? V | undefined
      : V
    : never
}

/** Declares an option. Without a check, the code that uses the value checks it. */
export function option<T>(check?: ValueCheck | OptionCheck): Option<T, undefined>
export function option<T>(check: ValueCheck | OptionCheck | undefined, fallback: T): Option<T, T>
export function option<T>(check?: ValueCheck | OptionCheck, fallback?: T): Option<T> {
  const assertValid =
    typeof check === 'function'
      ? check
      : (value: unknown, place: OptionPlace) => check && assertValue(value, check, place)
  return { assertValid, fallback }
}

/** An option that takes a list of known names. */
export const namesOption = <N extends string>(
  noun: string,
  known: readonly N[],
  fallback: readonly N[],
): Option<readonly N[], readonly N[]> =>
  option((names, { code, action }) => {
    if (!Array.isArray(names))
      throw new EmulatorError(code, {
        action,
        reason: `the list of ${noun}s is ${quoteValue(names)}`,
        advice: `Give a list such as ["${known[0]}"].`,
      })
    for (const name of names) {
      if (!known.includes(name)) throw unknownNameError(noun, name, known, action)
    }
  }, fallback)

/**
 * Checks options and fills in the defaults. Reads own properties only.
 *
 * @throws EmulatorError for a value that is not an object, an unknown option and an invalid value
 */
export function readOptions<T extends OptionTable>(
  table: T,
  given: unknown,
  action: string,
  { code = 'bad_option', kind = 'key' }: { readonly code?: string; readonly kind?: string } = {},
): ValuesOf<T> {
  const names = Object.keys(table)
  assertKnownKeys(given, names, action, kind)
  const own = new Map(Object.entries(given))
  const entries = names.map((name) => {
    const value: unknown = own.get(name)
    const declared = table[name] as Option<unknown>
    if (value === undefined) return [name, declared.fallback]
    declared.assertValid(value, { code, action, name })
    return [name, value]
  })
  return Object.fromEntries(entries) as ValuesOf<T>
}
