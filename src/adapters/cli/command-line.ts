/** Reads the command line into options for a server, or says in one line what is wrong with it. */
import { closeSync, existsSync, openSync, readFileSync, unlinkSync } from 'node:fs'
import { type WorldName, worlds } from '../../emulator/worlds/worlds.ts'
import { type FlagName, flagNames } from '../../define/feature-flags.ts'
import { type ClockMode, clockModeFrom } from '../../machine/clock-mode.ts'
import { EmulatorError, unknownName } from '../../machine/errors.ts'
import { parseArguments, wholeNumber } from './arguments.ts'
import type { ServerOptions } from '../hosting/server.ts'

/** `serve` starts a server, which is what is done without a word; `openapi` prints the document. */
export const commands = ['serve', 'openapi'] as const
export type CommandName = (typeof commands)[number]

export interface CommandLine {
  readonly command: CommandName
  readonly help: boolean
  readonly version: boolean
  readonly json: boolean
  readonly server: ServerOptions
  /** Where the world is written when the server stops. */
  readonly save: string | undefined
}

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  world: { type: 'string' },
  seed: { type: 'string' },
  load: { type: 'string' },
  save: { type: 'string' },
  'no-flag': { type: 'string', multiple: true },
  clock: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

export const help = `Usage: course-admin-emulator [command] [options]

  serve             starts a seeded emulator of the service on this machine (default)
  openapi           prints the OpenAPI 3.1 document of all that is served
  run SCENARIO      plays a scenario against your integration (run --help says more)

  --port N          the port; 0 takes a free one (4010)
  --host NAME       the address to listen on (127.0.0.1)
  --world NAME      ${Object.keys(worlds).join(', ')} (training-company)
  --seed N          the same seed gives the same data (1)
  --load FILE       goes on from a saved world, in place of --world and --seed
  --save FILE       saves the world there when the server stops
  --no-flag NAME    switches a feature flag off; may be repeated
  --clock MODE      system, virtual, auto, or xN to run N times as fast (system)
  --json            prints one line of JSON: url, baseUrl, token, inspector
  --help, --version

Feature flags: ${flagNames.join(', ')}
`

export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parseArguments(args, options)
  const { port, host, world, seed, clock, load, 'no-flag': off = [] } = values
  return {
    command: commandNamed(positionals),
    help: values.help ?? false,
    version: values.version ?? false,
    json: values.json ?? false,
    save: values.save,
    server: {
      ...(port !== undefined && { port: wholeNumber('port', port, 0, 65_535) }),
      ...(host !== undefined && { host }),
      ...(world !== undefined && { world: worldNamed(world) }),
      ...(seed !== undefined && { seed: wholeNumber('seed', seed) }),
      ...(load !== undefined && { load: textOf(load) }),
      ...(clock !== undefined && { clock: clockFrom(clock) }),
      flags: Object.fromEntries(off.map((name) => [flagNamed(name), false])),
    },
  }
}

function commandNamed([name = 'serve', surplus]: readonly string[]): CommandName {
  if (!commands.includes(name as CommandName))
    throw unknownName('command', name, [...commands, 'run'])
  if (surplus === undefined) return name as CommandName
  throw new EmulatorError('bad_arguments', {
    could: `read "${surplus}"`,
    because: `${name} takes options only`,
    advice: 'See --help.',
  })
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new EmulatorError('unreadable_file', {
      could: `read ${file}`,
      because:
        (error as NodeJS.ErrnoException).code === 'ENOENT'
          ? 'there is no such file'
          : (error as Error).message,
      advice: 'Give a file that --save or `GET /_emulator/world` wrote.',
    })
  }
}

/** Refuses a file that could not be written at the end, and leaves what is there as it is. */
export function insistOnWritable(file: string): void {
  try {
    const isThere = existsSync(file)
    closeSync(openSync(file, isThere ? 'r+' : 'wx'))
    if (!isThere) unlinkSync(file)
  } catch (error) {
    throw new EmulatorError('unwritable_file', {
      could: `save to "${file}"`,
      because: (error as Error).message,
      advice: 'Give a file in a folder that is there and can be written to.',
    })
  }
}

function worldNamed(name: string): WorldName {
  if (name in worlds) return name as WorldName
  throw unknownName('world', name, Object.keys(worlds))
}

/** A flag by its name, in any case, with spaces or hyphens. */
function flagNamed(name: string): FlagName {
  const plain = (text: string): string => text.toLowerCase().replaceAll('-', ' ')
  const flag = flagNames.find((each) => plain(each) === plain(name))
  if (flag) return flag
  throw unknownName('flag', name, flagNames)
}

function clockFrom(text: string): ClockMode {
  const scale = /^x(\d+(\.\d+)?)$/.exec(text)?.[1]
  return clockModeFrom(
    scale === undefined ? text : { scale: Number(scale) },
    `use --clock ${text}`,
    'it',
    'Give system, virtual, auto, or xN such as x60.',
  )
}
