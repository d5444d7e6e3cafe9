/**
 * Options: each has one declaration, a property of a table. Its key is the name of the option, its comment is the
 * documentation, and its value has the check and the default. `OptionsOf` is the type that a user gives, and
 * `readOptions` checks it and fills in the defaults. The bodies of the control plane are options too.
 */
import {
  assertValue,
  isObject,
  quoteValue,
  type ValueCheck,
  type ValuePlace,
} from './argument-checks.ts'
import { EmulatorError, unknownNameError } from './errors.ts'

/** Throws for an invalid value. The value is undefined only if a required option is missing. */
export type OptionCheck = (value: unknown, place: ValuePlace) => void

/** The declaration of an option with values of type `T`, and with a default unless `D` is undefined. */
export interface Option<T, D extends T | undefined = T | undefined, R extends boolean = boolean> {
  readonly assertValid: OptionCheck
  readonly fallback: D
  readonly isRequired: R
  // Note: no option has this property. The compiler infers `T` from its type.
  readonly values?: T
}

/** The declarations of the options of one function. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>

/** The names of the required options. */
type RequiredIn<T> = {
  [K in keyof T]: T[K] extends Option<infer _, infer __, true> ? K : never
}[keyof T]

/** The options that may be absent. `undefined` means the default. */
type OptionalOf<T> = {
  readonly [K in keyof T]?: T[K] extends Option<infer V> ? V | undefined : never
}

/** The options that must be present. */
type RequiredOf<T> = {
  readonly [K in keyof T]: T[K] extends Option<infer V> ? V : never
}

// Note: an intersection with an empty type would accept any value in place of an object.
/** What a user gives: an option may be absent unless it is required. */
export type OptionsOf<T> = [RequiredIn<T>] extends [never]
  ? OptionalOf<T>
  : OptionalOf<Omit<T, RequiredIn<T>>> & RequiredOf<Pick<T, RequiredIn<T>>>

// Note: an interface without members of its own that extends one type only has the name of that type in messages.
/** The second base of an interface of options: messages of the compiler then have the name of the interface. */
export interface Named {}

/** The values with the defaults. */
export type ValuesOf<T> = {
  readonly [K in keyof T]: T[K] extends Option<infer V, infer D, infer R>
    ? true extends R
      ? V
      : undefined extends D
        ? V | undefined
        : V
    : never
}

const checkFrom = (check: ValueCheck | OptionCheck | undefined): OptionCheck =>
  typeof check === 'function' ? check : (value, place) => check && assertValue(value, check, place)

/** Declares an option. Without a check, the code that uses the value checks it. */
export function option<T>(check?: ValueCheck | OptionCheck): Option<T, undefined, false>
export function option<T>(
  check: ValueCheck | OptionCheck | undefined,
  fallback: T,
): Option<T, T, false>
export function option<T>(
  check?: ValueCheck | OptionCheck,
  fallback?: T,
): Option<T, T | undefined, false> {
  return { assertValid: checkFrom(check), fallback, isRequired: false }
}

/** Declares an option that has no default. Without a check, the code that uses the value checks it. */
export const required = <T>(check?: ValueCheck | OptionCheck): Option<T, undefined, true> => ({
  assertValid(value, place) {
    if (value === undefined && typeof check === 'object') throw missingError(place, check)
    checkFrom(check)(value, place)
  },
  fallback: undefined,
  isRequired: true,
})

const missingError = (
  { code, action, name }: ValuePlace,
  { expected }: ValueCheck,
): EmulatorError =>
  new EmulatorError(code, { action, reason: `"${name}" is missing`, advice: `Give ${expected}.` })

/** An option that takes a list of known names. */
export const namesOption = <N extends string>(
  noun: string,
  known: readonly N[],
  fallback: readonly N[],
): Option<readonly N[], readonly N[], false> =>
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

/** A check of an option that takes one of a few names. The error has the nearest one. */
export const knownNameCheck =
  (noun: string, known: readonly string[]): OptionCheck =>
  (name, { action }) => {
    if (!known.includes(name as string)) throw unknownNameError(noun, name, known, action)
  }

/** How the options of a function are called in errors. */
export interface OptionErrors {
  /** What fails, as a verb and an object: `create an emulator`. */
  readonly action: string
  /** The code for a value that is invalid or not an object. Default: `bad_option`. */
  readonly code?: string
  /** What an unknown name is called. Default: `key`. */
  readonly kind?: string
  /** The subject of the sentence about a value that is not an object. Default: `the options are`. */
  readonly subject?: string
  /** An object in code, for the advice. Default: none. */
  readonly example?: string
  /** The beginning of the names of invalid values, such as `rateLimit.`. Default: none. */
  readonly prefix?: string
  /** What fails for an unknown name. Default: `action`. */
  readonly keyAction?: string
  /** Returns the reason and the advice for an unknown name that belongs to another place. Default: none. */
  readonly misplaced?: (name: string) => { reason: string; advice: string } | undefined
}

/**
 * Checks options and fills in the defaults. Reads own properties only.
 *
 * @throws EmulatorError for a value that is not an object, an unknown option, a missing one and an invalid value
 */
export function readOptions<const T extends OptionTable>(
  table: T,
  given: unknown,
  errors: OptionErrors,
): ValuesOf<T> {
  return readOptionsWith(table, {}, given, errors).values
}

/**
 * Checks the options of a table as `readOptions` does, and the names of those that belong to another function.
 * `rest` are the latter, for that function.
 */
export function readOptionsWith<const T extends OptionTable, const U extends OptionTable>(
  table: T,
  others: U,
  given: unknown,
  errors: OptionErrors,
): { readonly values: ValuesOf<T>; readonly rest: OptionsOf<U> } {
  const { action, code = 'bad_option', prefix = '' } = errors
  const own = ownOptions(given, { ...others, ...table }, errors)
  const entries = Object.entries(table).map(([name, { assertValid, fallback, isRequired }]) => {
    const value = own.get(name)
    own.delete(name)
    if (value === undefined && !isRequired) return [name, fallback]
    assertValid(value, { code, action, name: prefix + name })
    return [name, value]
  })
  return {
    values: Object.fromEntries(entries) as ValuesOf<T>,
    rest: Object.fromEntries(own) as OptionsOf<U>,
  }
}

/** Returns the own properties of options that are not undefined. */
function ownOptions(
  given: unknown,
  table: OptionTable,
  {
    action,
    code = 'bad_option',
    kind = 'key',
    subject = 'the options are',
    ...errors
  }: OptionErrors,
): Map<string, unknown> {
  if (!isObject(given)) {
    const { example } = errors
    throw new EmulatorError(code, {
      action,
      reason: `${subject} ${quoteValue(given)}`,
      advice: `Give an object${example === undefined ? '' : ` such as ${example}`}.`,
    })
  }
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(table, name)) continue
    const misplaced = errors.misplaced?.(name)
    if (misplaced) throw new EmulatorError(`unknown_${kind}`, { action, ...misplaced })
    throw unknownNameError(kind, name, Object.keys(table), errors.keyAction ?? action)
  }
  return new Map(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** Refuses a value that is not an object and unknown names. The function that uses the options checks their values. */
export const assertOptionNames = (table: OptionTable, given: unknown, errors: OptionErrors): void =>
  void ownOptions(given, table, errors)

/**
 * Checks an option whose value is options too. Without a value, each has its default.
 *
 * @throws EmulatorError as `readOptions`; the message names the option
 */
export function readNestedOptions<const T extends OptionTable>(
  table: T,
  given: unknown,
  { name, action }: { readonly name: string; readonly action: string },
): ValuesOf<T> {
  if (given !== undefined && !isObject(given)) {
    const [first] = Object.keys(table)
    throw new EmulatorError('bad_option', {
      action,
      reason: `"${name}" is ${quoteValue(given)}`,
      advice: `Give an object, such as { ${first}: … }.`,
    })
  }
  return readOptions(table, given ?? {}, {
    action,
    prefix: `${name}.`,
    keyAction: `read the option "${name}"`,
  })
}

/** Returns the defaults of options. */
export const defaultsOf = <const T extends OptionTable>(table: T): ValuesOf<T> =>
  Object.fromEntries(
    Object.entries(table).map(([name, { fallback }]) => [name, fallback]),
  ) as ValuesOf<T>

/** Returns a table without some of its options. */
export const omitOptions = <T extends OptionTable, const K extends keyof T & string>(
  table: T,
  ...names: readonly K[]
): Omit<T, K> =>
  Object.fromEntries(Object.entries(table).filter(([name]) => !names.includes(name as K))) as never

/** Returns a table with some of its options. */
export const pickOptions = <T extends OptionTable, const K extends keyof T & string>(
  table: T,
  ...names: readonly K[]
): Pick<T, K> => Object.fromEntries(names.map((name) => [name, table[name]])) as never
