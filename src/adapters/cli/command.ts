/** Declares a command, and parses its arguments. An invalid argument gives an error of one line. */
import { parseArgs } from 'node:util'
import { EmulatorError, unknownNameError } from '../../engine/errors/errors.ts'
import { suggestedNames } from '../../engine/errors/near-names.ts'
import { type CommandText, helpOf, usagesOf } from './command-help.ts'
import {
  type CommandFlags,
  type Flag,
  flagFor,
  namedFlags,
  switchFlag,
  type FlagValues,
} from './flag.ts'

/** How far a command is: `done` of `total`, and what they count. */
export interface Progress {
  readonly done: number
  readonly total: number
  /** The text after the numbers, such as `checks: signature`. */
  readonly text: string
}

/** Where a command writes, and what cancels it. */
export interface CommandEnvironment {
  /** Writes the result. */
  stdout(text: string): void
  /** Writes what happens meanwhile. */
  stderr(text: string): void
  /** The width of the help in characters. Default: 100. */
  readonly columns?: number
  /** Shows how far the command is. Default: nowhere. */
  readonly progress?: (progress: Progress) => void
  /** Returns the real time in milliseconds. Default: the monotonic clock of the host. */
  readonly nowMs?: () => number
  /** Returns the signal that Ctrl+C and the end of the terminal abort. Default: none. */
  readonly cancellation?: () => AbortSignal
}

/** The arguments of a command as texts. */
interface GivenArguments {
  /** The values by the name of the flag. */
  readonly given: ReadonlyMap<string, readonly string[]>
  readonly positionals: readonly string[]
}

/** The parsed arguments of a command. */
export interface Parsed<F extends CommandFlags> extends GivenArguments {
  readonly values: FlagValues<F>
}

/** The declaration of a command. */
interface CommandDetails<
  F extends CommandFlags,
  E extends CommandEnvironment,
> extends CommandText<F> {
  /** The known values of each argument without a flag. Default: there is no such argument. */
  readonly positionals?: readonly (readonly string[])[]
  /** What the arguments after `--` are. Default: there are none. */
  readonly rest?: string
  /** Returns the exit code. */
  perform(parsed: Parsed<F>, environment: E): number | Promise<number>
}

export interface Command<
  F extends CommandFlags = CommandFlags,
  E extends CommandEnvironment = CommandEnvironment,
> extends CommandDetails<F, E> {
  /** @throws EmulatorError for an unknown flag, with the nearest name, and for an invalid value */
  parse(args: readonly string[]): Parsed<F>
  /** Prints the help, or performs the command. Returns the exit code. */
  run(args: readonly string[], environment: E): Promise<number>
}

/**
 * Declares a command.
 *
 * @example
 * const greet = defineCommand({
 *   name: 'greet',
 *   usage: ['[options]'],
 *   about: 'Prints a greeting.',
 *   flags: { name: textFlag('TEXT', 'who is greeted') },
 *   examples: [['--name Mia', 'greet Mia']],
 *   perform: ({ values }, { stdout }) => (stdout(`Hello ${values.name}\n`), 0),
 * })
 */
export function defineCommand<
  F extends CommandFlags,
  E extends CommandEnvironment = CommandEnvironment,
>(details: CommandDetails<F, E>): Command<F, E> {
  const flags = { ...details.flags, help: switchFlag('print this help', { short: 'h' }) }
  const command: Command<F, E> = {
    ...details,
    flags,
    parse: (args) => parse(flags, argumentsOf(command, args)),
    async run(args, environment) {
      const found = argumentsOf(command, args)
      if (!found.given.has('help')) return command.perform(parse(flags, found), environment)
      environment.stdout(helpOf(command, environment.columns))
      return 0
    },
  }
  return command
}

const readAction = 'read the command line'

/** Creates the error for arguments that a command cannot use. `action` says what the command does. */
export const argumentError = (reason: string, advice: string, action = readAction) =>
  new EmulatorError('bad_arguments', { action, reason, advice })

/**
 * @throws EmulatorError for an unknown flag, a missing or surplus value, a surplus argument, and a flag beside one that
 *   leaves it without effect
 */
function argumentsOf(command: Command, args: readonly string[]): GivenArguments {
  const { name, flags, positionals: places = [], rest } = command
  const known = new Map(namedFlags(flags).map(([each, flag]) => [each, flag]))
  const options = Object.fromEntries(
    [...known].map(([each, { value, short }]) => [
      each,
      { type: value === undefined ? 'boolean' : 'string', ...(short && { short }) } as const,
    ]),
  )
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options,
    strict: false,
    tokens: true,
  })
  const given = new Map<string, string[]>()
  const ownCount = args.includes('--') ? args.indexOf('--') : args.length
  const hasRest = rest !== undefined && ownCount < args.length
  const own = positionals.slice(0, positionals.length - (args.length - ownCount - 1))
  const [surplus, ...more] = (hasRest ? own : positionals).slice(places.length)
  const surplusError = (advice: string) =>
    argumentError(`"${surplus}" is one argument too many`, advice)
  // Note: the options after it belong to another program.
  if (rest !== undefined && !hasRest && surplus !== undefined)
    throw surplusError(
      `Put -- before it: ${name} -- ${args.slice(args.indexOf(surplus)).join(' ')}`,
    )
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { rawName, value, inlineValue = false } = token
    const flag = known.get(token.name)
    if (!flag) {
      throw unknownOption(rawName, known.keys())
    }
    if (flag.value === undefined && inlineValue)
      throw argumentError(`${rawName} has no value`, `Give only ${rawName}.`)
    // Note: a flag takes the next flag as its value here. A negative number is a value.
    if (flag.value !== undefined && !inlineValue && /^-\D/.test(value ?? '--'))
      throw argumentError(
        `${rawName} needs a value`,
        `Give ${rawName} ${flag.value}: ${flag.help}.`,
      )
    given.set(token.name, [...(given.get(token.name) ?? []), value ?? ''])
  }
  if (surplus !== undefined) {
    const unquoted = unquotedFlag(tokens, surplus, known)
    if (unquoted !== undefined)
      throw surplusError(`Put the value of ${unquoted} in quotes: ${unquoted} "…".`)
    const taken = flagTakenByNpm(known.keys(), surplus)
    if (taken !== undefined) throw surplusError(taken)
    const meant = flagFor([surplus, ...more], flags)
    throw surplusError(meant ? `Did you mean ${meant}?` : `Give ${usagesOf(command).join(' or ')}.`)
  }
  assertUsed(given, known)
  return { given, positionals }
}

/**
 * Says which flag npm took for an option of its own, as in `npm run emulator --world demo`. `surplus` is its value that is left;
 * without one, npm took it too. Undefined if npm took none.
 */
export function flagTakenByNpm(names: Iterable<string>, surplus?: string): string | undefined {
  const { env } = process
  for (const name of names) {
    const value = env[`npm_config_${name.replaceAll('-', '_')}`]
    if (value === undefined) continue
    const [taken, whole] =
      surplus === undefined
        ? [`${name}=${value}`, `${name}=${value}`]
        : [name, `${name} ${surplus}`]
    return `npm took --${taken}. Put -- before it: npm run ${env['npm_lifecycle_event'] ?? 'NAME'} -- --${whole}`
  }
  return undefined
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]

/** The flag with a text of several words right before a surplus argument: the shell took its words apart. */
function unquotedFlag(
  tokens: readonly Token[],
  surplus: string,
  known: ReadonlyMap<string, Flag>,
): string | undefined {
  const at = tokens.findIndex((each) => each.kind === 'positional' && each.value === surplus)
  const before = tokens[at - 1]
  if (before?.kind !== 'option') return undefined
  const { value = '' } = known.get(before.name) ?? {}
  return ['TEXT', 'COMMAND'].includes(value) ? before.rawName : undefined
}

/** Suggests a name, or lists all: a name without the first word is another option, such as `--host` of `--allow-host`. */
function unknownOption(given: string, known: Iterable<string>): EmulatorError {
  const names = [...known].map((each) => `--${each}`)
  const opposite = given.replace(/^--/, '--no-')
  if (names.includes(opposite))
    return argumentError(
      `there is no option "${given}"`,
      `It is the default; ${opposite} switches it off.`,
    )
  const [near] = suggestedNames(given, names)
  const [first = ''] = given.split(/\b-/)
  const isSame = near !== undefined && suggestedNames(first, near.split(/\b-/)).length > 0
  if (isSame || (near !== undefined && given === first))
    return unknownNameError('option', given, names, readAction)
  return new EmulatorError('unknown_option', {
    action: readAction,
    reason: `there is no option "${given}"`,
    advice: `Known are: ${names.join(', ')}.`,
  })
}

/** @throws EmulatorError for a flag that has no effect beside another one */
function assertUsed(given: ReadonlyMap<string, unknown>, known: ReadonlyMap<string, Flag>): void {
  for (const name of given.keys()) {
    const used = known.get(name)?.beside
    const other = [...given.keys()].find((each) => each !== name && !used?.includes(each))
    if (used && other !== undefined)
      throw argumentError(`--${name} and --${other} were both given`, 'Give one of them.')
  }
}

function parse<F extends CommandFlags>(flags: F, found: GivenArguments): Parsed<F> {
  const values = namedFlags(flags).flatMap(([name, flag, key]) => {
    const texts = found.given.get(name)
    return texts ? [[key, flag.read(texts, `--${name}`)]] : []
  })
  return { ...found, values: Object.fromEntries(values) as FlagValues<F> }
}
