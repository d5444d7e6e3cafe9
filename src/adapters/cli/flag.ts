/** Declares the flags of commands: the name, value, help and default of each. Parse, help and completion read them. */
import { EmulatorError } from '../../engine/errors/errors.ts'

export interface Flag<T = unknown> {
  /** Its name on the command line. Default: its key in kebab case. */
  readonly name?: string
  /** The letter of its short form. Default: none. */
  readonly short?: string
  /** The name of its value, such as `FILE`. A switch has none. */
  readonly value?: string
  readonly help: string
  /** The default as the help shows it. */
  readonly default?: string | number
  /** The known values, for completion. */
  readonly choices?: readonly string[]
  /** The names of the flags that have an effect beside this one. Default: all. */
  readonly beside?: readonly string[]
  /** The heading above the flag in the help. Default: `Options`. */
  readonly heading?: string
  /** Converts the given texts, in their order. `flag` names the flag in an error, such as `--port`. */
  read(texts: readonly string[], flag: string): T
}

export type CommandFlags = Readonly<Record<string, Flag>>

/** The values of the given flags. A flag that is not given has no key. */
export type FlagValues<F extends CommandFlags> = {
  readonly [K in keyof F]?: F[K] extends Flag<infer T> ? T : never
}

type Details = Omit<Flag, 'value' | 'help' | 'read'>

/** Declares a flag with a value. The last one counts. */
export const valueFlag = <T>(
  value: string,
  help: string,
  read: (text: string, flag: string) => T,
  details: Details = {},
): Flag<T> => ({ ...details, value, help, read: (all, flag) => read(all.at(-1) as string, flag) })

export const textFlag = (value: string, help: string, details?: Details): Flag<string> =>
  valueFlag(value, help, (text) => text, details)

/** Declares a flag that can be given more than once. */
export const listFlag = <T>(
  value: string,
  help: string,
  read: (texts: readonly string[]) => T,
  details: Details = {},
): Flag<T> => ({ ...details, value, help: `${help}; repeatable`, read })

/** The items of a list with commas. */
export const itemsOf = (text: string): readonly string[] =>
  text.split(',').map((item) => item.trim())

/** Declares a flag without a value. `given` is the value of the option if the flag is given. */
export const switchFlag = (help: string, details: Details = {}, given = true): Flag<boolean> => ({
  ...details,
  help,
  read: () => given,
})

interface IntegerDetails extends Details {
  /** The range of the text. Default: all whole numbers. */
  readonly range?: readonly [min: number, max: number]
  /** The number of units of the option in one of the flag. Default: 1. */
  readonly factor?: number
}

export const integerFlag = (
  value: string,
  help: string,
  { range, factor = 1, ...details }: IntegerDetails = {},
): Flag<number> =>
  valueFlag(value, help, (text, flag) => integerFrom(flag, text, range) * factor, details)

/** The flags with their names on the command line. */
export const namedFlags = (flags: CommandFlags): [name: string, flag: Flag, key: string][] =>
  Object.entries(flags).map(([key, flag]) => [
    flag.name ?? key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    flag,
    key,
  ])

/** The values of some of the flags of a command. */
export const pick = <F extends CommandFlags>(values: object, flags: F): FlagValues<F> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key in flags)) as FlagValues<F>

/** The flag whose value arguments without a flag probably are, with the value: `--only paging,limits`. */
export function flagFor(args: readonly string[], flags: CommandFlags): string | undefined {
  const text = args.join(',')
  const named = namedFlags(flags)
  const names = args.length === 1 ? namesFor(text) : []
  const found =
    named.find(([name]) => names.includes(name)) ??
    named.find(([, flag]) => hasChoices(flag, itemsOf(text)) && canRead(flag, text))
  return found && `--${found[0]} ${text}`
}

/** The names of the flags that take an address, a port or a file. */
function namesFor(text: string): readonly string[] {
  if (/^https?:/.test(text)) return ['to']
  if (/^\d+$/.test(text)) return ['port']
  if (text.endsWith('.json')) return ['load', 'json']
  if (/\.ya?ml$/.test(text)) return ['json']
  return /[./\\]/.test(text) ? ['app'] : []
}

const hasChoices = ({ choices }: Flag, items: readonly string[]): boolean =>
  choices !== undefined && items.every((item) => choices.includes(item))

function canRead(flag: Flag, text: string): boolean {
  try {
    flag.read([text], '')
    return true
  } catch {
    return false
  }
}

/** Shows flags below a heading of the help. */
export const under = <F extends CommandFlags>(heading: string, flags: F): F =>
  Object.fromEntries(Object.entries(flags).map(([key, flag]) => [key, { ...flag, heading }])) as F

/** @throws EmulatorError if the text is not an integer in the range */
function integerFrom(
  flag: string,
  text: string,
  [min, max]: readonly [number, number] = [-Infinity, Infinity],
): number {
  const number = Number(text)
  const isInteger = /^-?\d+$/.test(text)
  if (isInteger && number >= min && number <= max && Number.isSafeInteger(number)) return number
  throw new EmulatorError('bad_number', {
    action: `use ${flag} ${text}`,
    reason: isInteger ? `${text} is not in the range` : `"${text}" is not a valid integer`,
    advice: Number.isFinite(min)
      ? `Use a number from ${min} to ${max}.`
      : `Use a whole number, such as ${flag} 7.`,
  })
}
