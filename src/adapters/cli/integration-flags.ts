/** The flags of the integration, of the commands `explore` and `check`. */
import { urlFrom } from '../../engine/emulator/base-url.ts'
import { isMember } from '../../conformance/scenario/run-arguments.ts'
import type { Connect } from '../../conformance/scenario/integration.ts'
import type { ProcessOptions } from '../process/process-integration.ts'
import { argumentError } from './command.ts'
import {
  integerFlag,
  namedFlags,
  pick,
  textFlag,
  under,
  type FlagValues,
  valueFlag,
  itemsOf,
} from './flag.ts'
import { loadIntegration } from './integration-module.ts'

/** An address of the integration. */
export const urlFlag = (help: string) => valueFlag('URL', help, (text, flag) => urlFrom(flag, text))

const seconds = (help: string, standard: number) =>
  integerFlag('SECONDS', help, { range: [1, 3_600], factor: 1_000, default: standard })

/** Their values are options of a process. */
const processFlags = under('Integration in another process', {
  to: urlFlag('webhook endpoint of the integration'),
  reset: urlFlag('receives a POST before each run'),
  state: urlFlag('answers a GET with the state of the integration'),
  resync: urlFlag('receives a POST for a full synchronization'),
  problems: urlFlag('answers a GET with the list of reported problems'),
  effects: urlFlag('answers a GET with the list of what the integration did, such as mails'),
  ignore: valueFlag('LIST', 'paths of the state that are not compared: "*.synced_at,log"', itemsOf),
  pollEvery: textFlag('DURATION', 'also synchronizes while time passes: 30m', {
    name: 'poll-every',
  }),
  start: textFlag('COMMAND', 'starts the process; crashes and restarts need it'),
  startTimeoutMs: {
    ...seconds('longest real time until the process listens', 15),
    name: 'start-timeout',
  },
  quietMs: integerFlag(
    'MS',
    'real time in which the process may still call after it has answered',
    { range: [0, 60_000], default: 0, name: 'quiet' },
  ),
  timeoutMs: { ...seconds('longest real time of an answer of the process', 10), name: 'timeout' },
})

export const integrationFlags = {
  app: textFlag('FILE', 'module that exports `connect`, by name or as the default'),
  ...processFlags,
}

/** Connects the integration; `canRestart` is false for a process without a command that starts it. */
type Use<T> = (connect: Connect, canRestart: boolean) => Promise<T>

/** An integration that the flags name. */
export interface GivenIntegration {
  readonly isProcess: boolean
  /** Loads the module, or opens the process until `use` has ended. */
  use<T>(use: Use<T>): Promise<T>
}

/**
 * A process has an endpoint for webhooks, or a state to compare if it only polls.
 *
 * @throws EmulatorError if the module and the process are both missing or both given
 */
export function integrationFrom(
  { app, ...values }: FlagValues<typeof integrationFlags>,
  action: string,
): GivenIntegration {
  const process = pick(values, processFlags)
  const [first] = namedFlags(processFlags).flatMap(([name, , key]) =>
    key in process ? [name] : [],
  )
  if (app !== undefined && first !== undefined)
    throw argumentError(`--app and --${first} were both given`, adviceBesideApp(first), action)
  if (app !== undefined)
    return { isProcess: false, use: async (use) => use(await loadIntegration(app), true) }
  if (process.to === undefined && process.state === undefined) {
    const reason = first === undefined ? 'the integration is missing' : `--${first} needs a process`
    const options = first === undefined ? '--app FILE, --to URL or --state URL' : '--to or --state'
    throw argumentError(reason, `Add ${options}.`, action)
  }
  if (process.pollEvery !== undefined && process.resync === undefined)
    throw argumentError(
      '--poll-every is given without --resync',
      'Add --resync, which receives a POST for each synchronization.',
      action,
    )
  if (process.startTimeoutMs !== undefined && process.start === undefined)
    throw argumentError(
      '--start-timeout is given without --start',
      'Add --start, the command that starts the process.',
      action,
    )
  return { isProcess: true, use: (use) => withProcess(process, use) }
}

/** What to do instead of a flag of a process, beside a module: most are members of the integration there. */
function adviceBesideApp(flag: string): string {
  const member = { 'poll-every': 'pollEvery' }[flag] ?? flag
  return isMember(member)
    ? `With --app, return \`${member}\` from \`connect\`.`
    : 'Give one of them.'
}

async function withProcess<T>(options: ProcessOptions, use: Use<T>): Promise<T> {
  const { openProcess } = await import('../process/process-integration.ts')
  const opened = await openProcess(options)
  try {
    return await use(opened.connect, options.start !== undefined)
  } finally {
    await opened.close()
  }
}
