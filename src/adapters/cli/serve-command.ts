/** The commands `serve`, which starts a server, and `openapi`, which prints the document of its operations. */
import { writeFileSync } from 'node:fs'
import { type ClockMode, parseClockMode } from '../../engine/clock/clock-mode.ts'
import { controlPrefix } from '../../engine/control/control-prefix.ts'
import { createRefusalLines } from '../../engine/describe/refusal-lines.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { tokenDefault } from '../../engine/emulator/tokens.ts'
import { version } from '../../engine/emulator/version.ts'
import { blocksMax } from '../../engine/kit/rows/world.ts'
import { EmulatorError, unknownNameError } from '../../engine/errors/errors.ts'
import { hostNameFrom } from '../../engine/errors/host-names.ts'
import type { WorldProgress } from '../../engine/kit/rows/world-progress.ts'
import { assumptionPresets } from '../../service/assumption-presets.ts'
import { createEmulator } from '../../service/create-emulator.ts'
import { type FlagName, flagNames } from '../../service/flags.ts'
import { type DemoLocale, demoTexts } from '../../service/demo/demo-texts.ts'
import { type WorldName, worlds } from '../../service/demo/worlds.ts'
import {
  assertHost,
  type EmulatorServer,
  hostDefault,
  portDefault,
  startServer,
} from '../hosting/server.ts'
import { storyText } from '../story-file.ts'
import { assumeFlag } from './assumption-arguments.ts'
import { type CommandEnvironment, defineCommand, flagTakenByNpm } from './command.ts'
import { fileErrorReason } from './file-error.ts'
import {
  integerFlag,
  itemsOf,
  listFlag,
  namedFlags,
  pick,
  switchFlag,
  textFlag,
  valueFlag,
} from './flag.ts'
import {
  assertExtension,
  assertResultFiles,
  assertWritable,
  jsonFlag,
  jsonText,
  storyFlag,
  writeResults,
} from './results.ts'
import { watchUnsentDeliveries } from './unsent-deliveries.ts'
import { moduleAdvice, probeReplacement, readWorldFile, writeWorldFile } from './world-file.ts'

/** The commands in the order of the help. */
export const commandSummaries = {
  serve: 'start a seeded emulator on this machine (default)',
  openapi: 'print the OpenAPI 3.1 document of all operations',
  run: 'run a scenario against your integration',
  explore: 'run a scenario with deviations',
  check: 'check your integration',
  capacity: 'measure whether a synchronization fits its window',
  flip: 'find the tests that rely on an assumption',
  init: 'write an example into a project: vitest, jest, …',
  completion: 'print the completion script of a shell',
}

export const portFlag = integerFlag('N', 'port; 0 selects a free port', {
  range: [0, 65_535],
  default: portDefault,
})

const clockNames = ['system', 'virtual', 'auto', 'x60'] as const

const hosts = (texts: readonly string[]): readonly string[] => texts.flatMap(itemsOf)

/** The flags of an address: the document of the operations has it too. */
const addressFlags = {
  port: portFlag,
  host: textFlag('NAME', 'host name or address to listen on', { default: hostDefault }),
}

/** The flags of an emulator: their values are options of a server. */
const emulatorFlags = {
  ...addressFlags,
  world: valueFlag('NAME', 'data to start with', worldNameFrom, {
    default: 'training-company',
    choices: Object.keys(worlds),
  }),
  scale: integerFlag(
    'N',
    'repeat the world N times, with other ids and names; at most 10 million records, and 1 million of a resource',
    { range: [1, blocksMax], default: 1 },
  ),
  seed: integerFlag('N', 'seed of the data; the same seed and --start give the same data', {
    default: 1,
  }),
  start: textFlag('TIME', 'time of the clock at the start, which the dates of the data follow', {
    default: 'now, or 2026-01-05T09:00:00.000Z with --clock virtual',
  }),
  locale: valueFlag('NAME', 'language of texts, people and places', localeFrom, {
    default: 'that of the world',
    choices: Object.keys(demoTexts),
  }),
  load: valueFlag(
    'FILE',
    'load a saved world, instead of --world, --scale, --seed and --locale',
    (file) => readWorldFile(file),
  ),
  flags: listFlag('NAME', 'switch a feature flag off', disabledFlagsFrom, {
    name: 'no-flag',
    choices: flagNames,
  }),
  assumptions: assumeFlag,
  token: textFlag('TEXT', 'token of the administrator', {
    default: 'course-admin-token on a loopback address, otherwise random',
  }),
  allowHosts: listFlag('HOST', 'accept requests to this host name besides this machine', hosts, {
    name: 'allow-host',
  }),
  deliverTo: listFlag('HOST', 'send webhooks to this host besides this machine', hosts),
  clock: valueFlag('MODE', 'system, virtual, auto, or xN to run N times as fast', clockFrom, {
    default: 'system',
    choices: clockNames,
  }),
}

const saveFlags = {
  save: textFlag('FILE', 'save the world when the server stops'),
  story: storyFlag('what happened, when the server stops,'),
  json: jsonFlag(
    'write url, baseUrl, token and inspector in one line of JSON; - is standard output',
  ),
}

export const serveCommand = defineCommand({
  name: 'serve',
  usage: ['[options]', 'COMMAND [options]'],
  about: `Starts a seeded emulator of the course administration API. It runs until Ctrl+C or a signal ends it.

COMMAND --help describes a command.`,
  flags: {
    ...emulatorFlags,
    ...saveFlags,
    version: switchFlag('print the version', { short: 'v', beside: [] }),
  },
  sections: [
    ['Commands', Object.entries(commandSummaries)],
    ['Worlds', Object.values(worlds).map(({ name, about }) => [name, about])],
    [
      'Values',
      [
        ['Feature flags', flagNames.join(', ')],
        ['Assumptions', 'docs/behaviours.md lists their ids and alternatives'],
        ['Presets', Object.keys(assumptionPresets).join(', ')],
      ],
    ],
  ],
  examples: [
    ['--world small-school', 'serve a small world on port 4010'],
    ['--port 0 --json - --clock virtual', 'serve on a free port, for a test in any language'],
    ['--save world.json', 'keep the world for the next start with --load world.json'],
  ],
  async perform({ values }, environment) {
    if (values.version) return (environment.stdout(`${version}\n`), 0)
    const { save, story } = values
    const files = pick(values, { json: saveFlags.json })
    assertResultFiles(files)
    if (save !== undefined) assertWritable(save, probeReplacement)
    if (story !== undefined) {
      assertExtension('story', story)
      assertWritable(story)
    }
    const { port } = values
    if (port === undefined) noteEnvironment(environment)
    const taken = flagTakenByNpm(namedFlags(emulatorFlags).map(([name]) => name))
    if (taken !== undefined) environment.stderr(`${taken}\n`)
    const refusalLines = createRefusalLines()
    const server = await startServer({
      ...pick(values, emulatorFlags),
      onProgress: worldProgress(environment),
      onRefusal: (refused, instance) =>
        environment.stderr(`${refusalLines(refused, instance).join('\n')}\n`),
      onNotice: onceEach((line) => environment.stderr(`${line}\n`)),
    })
    watchUnsentDeliveries(server.emulator, (line) => environment.stderr(`${line}\n`))
    // Note: a signal may follow the output at once.
    const stopped = aborted(environment.cancellation?.())
    writeResults(files, { json: () => addressLine(server) }, greeting(server, values), environment)
    await stopped
    const isSaved = save === undefined || trySave(save, server.emulator, environment)
    if (story !== undefined) writeFileSync(story, storyText(story, server.emulator.story()))
    await server.close()
    return isSaved ? 0 : 1
  },
})

/** Passes each line once: a client repeats its mistakes. */
function onceEach(print: (line: string) => void): (line: string) => void {
  const known = new Set<string>()
  return (line) => {
    if (known.has(line) || known.size >= noticesMax) return
    known.add(line)
    print(line)
  }
}

/** The maximum number of different notices. */
const noticesMax = 1_000

export const openapiCommand = defineCommand({
  name: 'openapi',
  usage: ['[options]'],
  about: `Prints the OpenAPI 3.1 document of all operations. It contains the address of the server. The data, the
feature flags and the assumptions of a server do not change it.`,
  flags: { ...addressFlags, json: jsonFlag('write the document to a file; - is standard output') },
  examples: [
    ['--json openapi.json', 'write the document'],
    ['--port 8080', 'print the document of a server on another port'],
  ],
  async perform({ values }, environment) {
    const { port = portDefault, host = hostDefault, json = '-' } = values
    assertHost(host)
    assertResultFiles({ json })
    const emulator = createEmulator({
      world: 'empty',
      baseUrl: `http://${hostNameFrom(host) ?? host}:${port}/api/v1`,
    })
    const document = await emulator.openapi()
    writeResults({ json }, { json: () => jsonText(document) }, '', environment)
    return 0
  },
})

const worldProgress =
  ({ progress }: CommandEnvironment) =>
  ({ made, total }: WorldProgress): void =>
    progress?.({ done: made, total, text: 'records' })

/** Resolves when the signal is aborted. */
const aborted = (signal?: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }))

/** Writes the world to its file. If it fails, prints the reason in one line and returns false. */
function trySave(file: string, emulator: Emulator, { stderr }: CommandEnvironment): boolean {
  try {
    writeWorldFile(file, emulator.save())
    stderr(`Wrote ${file}\n`)
    return true
  } catch (error) {
    const reason = fileErrorReason(error, 'its folder does not exist')
    stderr(`Could not save the world to ${file}: ${reason}.\n`)
    return false
  }
}

function localeFrom(name: string): DemoLocale {
  if (Object.hasOwn(demoTexts, name)) return name as DemoLocale
  throw unknownNameError('locale', name, Object.keys(demoTexts))
}

function worldNameFrom(name: string): WorldName {
  if (Object.hasOwn(worlds, name)) return name as WorldName
  const advice = moduleAdvice(name)
  if (advice !== undefined)
    throw new EmulatorError('unknown_world', {
      action: `find the world "${name}"`,
      reason: 'it is a module',
      advice: `Give a name, or a saved world with --load. ${advice}`,
    })
  const file = /\.\w+$/.test(name) ? `--load ${name}` : undefined
  throw unknownNameError('world', name, Object.keys(worlds), undefined, file)
}

/** Finds flags by their names, in any case, with spaces or hyphens. */
function disabledFlagsFrom(names: readonly string[]): Partial<Record<FlagName, false>> {
  const normalize = (text: string): string => text.toLowerCase().replaceAll('-', ' ')
  const found = names.flatMap(itemsOf).map((name) => {
    const flag = flagNames.find((each) => normalize(each) === normalize(name))
    if (flag) return [flag, false]
    throw unknownNameError('flag', name, flagNames)
  })
  return Object.fromEntries(found) as Partial<Record<FlagName, false>>
}

function clockFrom(text: string, flag: string) {
  const scale = /^x(\d+(\.\d+)?)$/.exec(text)?.[1]
  return parseClockMode(
    scale === undefined ? text : { scale: Number(scale) },
    `use ${flag} ${text}`,
    'it',
    'Use system, virtual, auto, or xN such as x60.',
  )
}

const addressLine = ({ url, baseUrl, token, inspector }: EmulatorServer): string =>
  `${JSON.stringify({ url, baseUrl, token, inspector })}\n`

/** Names a port of the environment that other servers would listen on. */
function noteEnvironment({ stderr }: CommandEnvironment): void {
  const { PORT = '' } = process.env
  if (PORT !== '' && PORT !== String(portDefault))
    stderr(`PORT is ${PORT} in the environment, and is not read. Give --port ${PORT}.\n`)
}

/** Other machines reach the server, so that a token that anyone knows would be none. */
const randomNote =
  ' (random at each start, because other machines reach this host; --token TEXT sets one)'

const clockLine = `
Clock:     stands still, so that no webhook leaves. Advance it with POST ${controlPrefix}/clock {"advance":"5m"}, or use --clock auto.`

interface GreetedOptions {
  readonly clock?: ClockMode
  readonly token?: string
}

const greeting = (
  { baseUrl, token, inspector }: EmulatorServer,
  { clock, token: given = tokenDefault }: GreetedOptions,
): string =>
  `API:       ${baseUrl}
Token:     ${token}${token === given ? '' : randomNote}
Inspector: ${inspector}${clock === 'virtual' ? clockLine : ''}

Try it:
  curl -H 'Authorization: Bearer ${token}' '${baseUrl}/courses?per_page=2'

Ctrl+C stops it.
`
