/** Parses the command line into options of a server. An invalid argument gives an error of one line. */
import { closeSync, existsSync, openSync, unlinkSync } from 'node:fs'
import { blocksMax } from '../../engine/emulator/worlds/world-size.ts'
import { assumptionPresets } from '../../service/assumption-presets.ts'
import { type WorldName, worlds } from '../../service/worlds/worlds.ts'
import type { FlagName } from '../../service/flags.ts'
import { flagNames } from '../../service/flags.ts'
import { type ClockMode, parseClockMode } from '../../engine/clock/clock-mode.ts'
import { EmulatorError, unknownNameError } from '../../engine/errors/errors.ts'
import { assumptionsFrom } from './assumption-arguments.ts'
import { readWorldFile } from './world-file.ts'
import { parseArguments, integerFrom } from './arguments.ts'
import type { ServerOptions } from '../hosting/server.ts'

/** `serve`, the default, starts a server. `openapi` prints the OpenAPI document. */
const commands = ['serve', 'openapi'] as const
/** The commands with a module of their own. */
const moduleCommands = ['run', 'init', 'capacity', 'explore', 'check']
type CommandName = (typeof commands)[number]

interface CommandLine {
  readonly command: CommandName
  readonly help: boolean
  readonly version: boolean
  readonly json: boolean
  readonly server: ServerOptions
  /** The file to save the world to when the server stops. */
  readonly save: string | undefined
}

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  world: { type: 'string' },
  scale: { type: 'string' },
  seed: { type: 'string' },
  load: { type: 'string' },
  save: { type: 'string' },
  'no-flag': { type: 'string', multiple: true },
  assume: { type: 'string', multiple: true },
  token: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  'deliver-to': { type: 'string', multiple: true },
  clock: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

export const usage = `Usage: course-admin-emulator [command] [options]

  serve             start a seeded emulator on this machine (default)
  openapi           print the OpenAPI 3.1 document of all operations
  run SCENARIO      run a scenario against your integration (see run --help)
  init KIND         write an example into a project: vitest, jest, … (see init --help)
  capacity          measure whether a synchronization fits its window (see capacity --help)
  explore           run a scenario with deviations (see explore --help)
  check             check your integration (see check --help)

  --port N          port; 0 selects a free port (4010)
  --host NAME       host name or address to listen on (127.0.0.1)
  --world NAME      ${Object.keys(worlds).join(', ')} (training-company)
  --scale N         repeat the world N times, with other ids and names; at most 10 million records (1)
  --seed N          seed of the generated data; the same seed gives the same data (1)
  --load FILE       load a saved world, instead of --world, --scale and --seed
  --save FILE       save the world when the server stops
  --no-flag NAME    switch a feature flag off; repeatable
  --assume ID=NAME  switch an assumption to an alternative, or --assume lenient; repeatable
  --token TEXT      token of the administrator (course-admin-token on a loopback address, otherwise random)
  --allow-host HOST accept requests to this host name besides this machine; repeatable
  --deliver-to HOST send webhooks to this host besides this machine; repeatable
  --clock MODE      system, virtual, auto, or xN to run N times as fast (system)
  --json            print one line of JSON: url, baseUrl, token, inspector
  --help, --version

Worlds:
${Object.values(worlds)
  .map(({ name, about }) => `  ${name.padEnd(17)} ${about}`)
  .join('\n')}

Feature flags: ${flagNames.join(', ')}
Assumptions: docs/behaviours.md lists their ids and alternatives. Presets: ${Object.keys(assumptionPresets).join(', ')}.
`

/** @throws EmulatorError for an invalid argument */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parseArguments(args, options)
  const { port, host, world, scale, seed, clock, load, assume, token } = values
  const { 'allow-host': allowHosts, 'deliver-to': deliverTo } = values
  const disabledFlags = values['no-flag'] ?? []
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
      ...(scale !== undefined && { scale: integerFrom('scale', scale, 1, blocksMax) }),
      ...(seed !== undefined && { seed: integerFrom('seed', seed) }),
      ...(load !== undefined && { load: readWorldFile(load) }),
      ...(clock !== undefined && { clock: clockFrom(clock) }),
      ...(assume && { assumptions: assumptionsFrom(assume) }),
      ...(token !== undefined && { token }),
      ...(allowHosts && { allowHosts }),
      ...(deliverTo && { deliverTo }),
      flags: Object.fromEntries(disabledFlags.map((name) => [flagNameFrom(name), false])),
    },
  }
}

function commandFrom([name = 'serve', surplus]: readonly string[]): CommandName {
  if (!commands.includes(name as CommandName))
    throw unknownNameError('command', name, [...commands, ...moduleCommands])
  if (surplus === undefined) return name as CommandName
  throw new EmulatorError('bad_arguments', {
    action: `read "${surplus}"`,
    reason: `the command ${name} accepts only options`,
    advice: 'See --help.',
  })
}

function worldNameFrom(name: string): WorldName {
  if (name in worlds) return name as WorldName
  throw unknownNameError('world', name, Object.keys(worlds))
}

/** Finds a flag by its name, in any case, with spaces or hyphens. */
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
    'Use system, virtual, auto, or xN such as x60.',
  )
}

/** Checks that a file can be written, without changing it. `probe` throws for a further reason. */
export function assertWritable(file: string, probe: (file: string) => void = () => {}): void {
  try {
    const exists = existsSync(file)
    closeSync(openSync(file, exists ? 'r+' : 'wx'))
    if (!exists) unlinkSync(file)
    probe(file)
  } catch (error) {
    throw new EmulatorError('unwritable_file', {
      action: `save to "${file}"`,
      reason: (error as Error).message,
      advice: 'Use a file in an existing folder that you can write to.',
    })
  }
}
