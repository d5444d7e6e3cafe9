/** The options for an integration in another process, of the commands `explore` and `check`. */
import { urlFrom } from '../../engine/emulator/base-url.ts'
import type { ProcessOptions } from '../process/process-integration.ts'
import { type ArgumentError, integerFrom } from './arguments.ts'

export const processOptions = {
  to: { type: 'string' },
  reset: { type: 'string' },
  state: { type: 'string' },
  resync: { type: 'string' },
  problems: { type: 'string' },
  start: { type: 'string' },
  quiet: { type: 'string' },
  timeout: { type: 'string' },
} as const

type ProcessOptionName = keyof typeof processOptions

/** The options that mean nothing without `--to`. */
const optionsOfProcess: readonly ProcessOptionName[] = [
  'reset',
  'state',
  'resync',
  'problems',
  'start',
  'quiet',
  'timeout',
]

type ProcessValues = Readonly<Partial<Record<ProcessOptionName, string | undefined>>>

const hourSeconds = 3_600

/** The value of `--timeout` in milliseconds. */
const timeoutMsFrom = (timeout: string | undefined): number | undefined =>
  timeout === undefined ? undefined : integerFrom('timeout', timeout, 1, hourSeconds) * 1_000

/**
 * Returns undefined without `--to`.
 *
 * @throws EmulatorError for an invalid value, and for an option of a process without `--to`
 */
export function processFrom(
  values: ProcessValues,
  badArguments: ArgumentError,
): ProcessOptions | undefined {
  const { to, start, quiet } = values
  const url = (name: 'reset' | 'state' | 'resync' | 'problems'): object =>
    values[name] === undefined ? {} : { [name]: urlFrom(`--${name}`, values[name]) }
  if (to === undefined) {
    const alone = optionsOfProcess.find((name) => values[name] !== undefined)
    if (alone) throw badArguments(`--${alone} needs the option --to`, 'Add --to.')
    return undefined
  }
  const timeoutMs = timeoutMsFrom(values.timeout)
  return {
    to: urlFrom('--to', to),
    ...url('reset'),
    ...url('state'),
    ...url('resync'),
    ...url('problems'),
    ...(start !== undefined && { start }),
    ...(quiet !== undefined && { quietMs: integerFrom('quiet', quiet, 0, 60_000) }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  }
}

/** The module or the process of an integration. */
interface GivenIntegration {
  readonly app: string | undefined
  readonly process: ProcessOptions | undefined
}

/** @throws EmulatorError if the module and the process are both missing or both given */
export function assertOneIntegration(
  { app, process }: GivenIntegration,
  badArguments: ArgumentError,
): void {
  if (app === undefined && process === undefined)
    throw badArguments('the integration is missing', 'Add --app FILE or --to URL.')
  if (app !== undefined && process !== undefined)
    throw badArguments('--app and --to were both given', 'Give one of them.')
}
