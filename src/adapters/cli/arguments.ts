/** Parses command-line arguments. An invalid argument gives an error of one line. */
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { EmulatorError, nearestName } from '../../engine/errors/errors.ts'

type OptionsConfig = NonNullable<ParseArgsConfig['options']>

/** @throws EmulatorError for an unknown option, with the closest known option or else `help` */
export function parseArguments<O extends OptionsConfig>(
  args: readonly string[],
  options: O,
  help = '--help',
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    const optionName = /'(--?[\w-]+)/.exec((error as Error).message)?.[1]
    if ((error as { code?: string }).code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && optionName) {
      const near = nearestName(optionName.replace(/^-+/, ''), Object.keys(options))
      throw new EmulatorError('unknown_option', {
        action: 'read the command line',
        reason: `there is no option "${optionName}"`,
        advice: near ? `Did you mean "--${near}"?` : `See ${help}.`,
      })
    }
    throw new EmulatorError('bad_arguments', {
      action: 'read the command line',
      reason: (error as Error).message.split('.')[0] as string,
      advice: `See ${help}.`,
    })
  }
}

/** Creates the error for arguments that a command cannot use. */
export type ArgumentError = (reason: string, advice: string) => EmulatorError

/** The errors of a command, which all name its action. */
export const argumentErrorOf =
  (action: string): ArgumentError =>
  (reason, advice) =>
    new EmulatorError('bad_arguments', { action, reason, advice })

/** @throws EmulatorError if `text` is not an integer from `min` to `max` */
export function integerFrom(name: string, text: string, min = -Infinity, max = Infinity): number {
  const number = Number(text)
  const isInteger = /^-?\d+$/.test(text)
  if (isInteger && number >= min && number <= max && Number.isSafeInteger(number)) return number
  throw new EmulatorError('bad_number', {
    action: `use --${name} ${text}`,
    reason: isInteger ? `${text} is not in the range` : `"${text}" is not a valid integer`,
    advice: Number.isFinite(min)
      ? `Use a number from ${min} to ${max}.`
      : `Use a whole number, such as --${name} 7.`,
  })
}
