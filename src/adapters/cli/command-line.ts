/** Reads the command line into options for a server, or says in one line what is wrong with it. */
import { closeSync, existsSync, openSync, readFileSync, unlinkSync } from 'node:fs'
import { type WorldName, worlds } from '../../emulator/worlds/worlds.ts'
import { type FlagName, flagNames } from '../../define/feature-flags.ts'
import { type ClockMode, parseClockMode } from '../../machine/clock-mode.ts'
import { EmulatorError, unknownNameError } from '../../machine/errors.ts'
import { parseArguments, integerFrom } from './arguments.ts'
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

export const usage = `Usage: course-admin-emulator [command] [options]

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

export function parseCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parseArguments(args, options)
  const { port, host, world, seed, clock, load, 'no-flag': disabledFlags = [] } = values
  return {
    command: commandFrom(positionals),
    help: values.help ?? false,
    version: values.version ?? false,
    json: values.json ?? false,
    save: values.save,
    server: {
      ...(port !== undefined && { port: integerFrom('port', port, 0, 65_535) }),
      ...(host !== undefined && { host }),
      ...(world !== undefined && { world: worldNameFrom(world) }),
      ...(seed !== undefined && { seed: integerFrom('seed', seed) }),
      ...(load !== undefined && { load: readTextFile(load) }),
      ...(clock !== undefined && { clock: clockFrom(clock) }),
      flags: Object.fromEntries(disabledFlags.map((name) => [flagNameFrom(name), false])),
    },
  }
}

function commandFrom([name = 'serve', surplus]: readonly string[]): CommandName {
  if (!commands.includes(name as CommandName))
    throw unknownNameError('command', name, [...commands, 'run'])
  if (surplus === undefined) return name as CommandName
  throw new EmulatorError('bad_arguments', {
    action: `read "${surplus}"`,
    reason: `${name} takes options only`,
    advice: 'See --help.',
  })
}

function readTextFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new EmulatorError('unreadable_file', {
      action: `read ${file}`,
      reason:
        (error as NodeJS.ErrnoException).code === 'ENOENT'
          ? 'there is no such file'
          : (error as Error).message,
      advice: 'Give a file that --save or `GET /_emulator/world` wrote.',
    })
  }
}

/** Refuses a file that could not be written at the end, and leaves what is there as it is. */
export function assertWritable(file: string): void {
  try {
    const exists = existsSync(file)
    closeSync(openSync(file, exists ? 'r+' : 'wx'))
    if (!exists) unlinkSync(file)
  } catch (error) {
    throw new EmulatorError('unwritable_file', {
      action: `save to "${file}"`,
      reason: (error as Error).message,
      advice: 'Give a file in a folder that is there and can be written to.',
    })
  }
}

function worldNameFrom(name: string): WorldName {
  if (name in worlds) return name as WorldName
  throw unknownNameError('world', name, Object.keys(worlds))
}

/** A flag by its name, in any case, with spaces or hyphens. */
function flagNameFrom(name: string): FlagName {
  const normalize = (text: string): string => text.toLowerCase().replaceAll('-', ' ')
  const flag = flagNames.find((each) => normalize(each) === normalize(name))
  if (flag) return flag
  throw unknownNameError('flag', name, flagNames)
}

function clockFrom(text: string): ClockMode {
  const scale = /^x(\d+(\.\d+)?)$/.exec(text)?.[1]
  return parseClockMode(
    scale === undefined ? text : { scale: Number(scale) },
    `use --clock ${text}`,
    'it',
    'Give system, virtual, auto, or xN such as x60.',
  )
}
