/** Reads what a person typed, or says in one line what is wrong with it. */
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { EmulatorError, unknownName } from '../../machine/errors.ts'

type OptionsConfig = NonNullable<ParseArgsConfig['options']>

/** @throws EmulatorError for an unknown option, with the nearest that there is */
export function parseArguments<O extends OptionsConfig>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    const named = /'(--?[\w-]+)/.exec((error as Error).message)?.[1]
    const known = Object.keys(options).map((name) => `--${name}`)
    if ((error as { code?: string }).code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && named) {
      throw unknownName('option', named, known, `read the option ${named}`)
    }
    throw new EmulatorError('bad_arguments', {
      could: 'read the command line',
      because: (error as Error).message.split('.')[0] as string,
      advice: 'See --help.',
    })
  }
}

export function wholeNumber(name: string, text: string, min = -Infinity, max = Infinity): number {
  const number = Number(text)
  if (/^-?\d+$/.test(text) && number >= min && number <= max && Number.isSafeInteger(number)) {
    return number
  }
  throw new EmulatorError('bad_number', {
    could: `use --${name} ${text}`,
    because: 'it is no whole number that can be used here',
    ...(Number.isFinite(min) && { advice: `Give one from ${min} to ${max}.` }),
  })
}
