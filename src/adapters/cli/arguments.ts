/** Parses command-line arguments. An invalid argument gives an error of one line. */
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { EmulatorError, unknownNameError } from '../../machine/errors.ts'

type OptionsConfig = NonNullable<ParseArgsConfig['options']>

/** @throws EmulatorError for an unknown option, with the closest known option */
export function parseArguments<O extends OptionsConfig>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    const optionName = /'(--?[\w-]+)/.exec((error as Error).message)?.[1]
    const known = Object.keys(options).map((name) => `--${name}`)
    if ((error as { code?: string }).code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && optionName) {
      throw unknownNameError('option', optionName, known, `read the option ${optionName}`)
    }
    throw new EmulatorError('bad_arguments', {
      action: 'read the command line',
      reason: (error as Error).message.split('.')[0] as string,
      advice: 'See --help.',
    })
  }
}

/** @throws EmulatorError if `text` is not an integer from `min` to `max` */
export function integerFrom(name: string, text: string, min = -Infinity, max = Infinity): number {
  const number = Number(text)
  if (/^-?\d+$/.test(text) && number >= min && number <= max && Number.isSafeInteger(number)) {
    return number
  }
  throw new EmulatorError('bad_number', {
    action: `use --${name} ${text}`,
    reason: `"${text}" is not a valid integer`,
    ...(Number.isFinite(min) && { advice: `Use a number from ${min} to ${max}.` }),
  })
}
