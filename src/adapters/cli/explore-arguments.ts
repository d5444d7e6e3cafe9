/** Parses the arguments of the command `explore`. */
import {
  type ExploreOptions,
  exploreSettingsFrom,
} from '../../conformance/explore/explore-options.ts'
import { type DeviationKind, deviationKinds } from '../../conformance/explore/deviations.ts'
import type { ProcessOptions } from '../process/process-integration.ts'
import { argumentErrorOf, integerFrom, parseArguments } from './arguments.ts'
import { assertOneIntegration, processFrom, processOptions } from './process-arguments.ts'

const options = {
  app: { type: 'string' },
  ...processOptions,
  runs: { type: 'string' },
  depth: { type: 'string' },
  deviations: { type: 'string' },
  seed: { type: 'string' },
  replay: { type: 'string' },
  shard: { type: 'string' },
  jobs: { type: 'string' },
  html: { type: 'string' },
  json: { type: 'string' },
  junit: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const badArguments = argumentErrorOf('explore')

export const exploreUsage = `Usage: course-admin-emulator explore SCENARIO --app FILE [options]
       course-admin-emulator explore SCENARIO --to URL [options]

Runs a scenario again and again, each time with other deviations: a repeated delivery, a failed call,
a crash. SCENARIO is a name (see run --list) or a file. The exit code is 0 if every history has an
accepted verdict, 1 if a history fails or could not be judged, and 2 if the exploration could not run
or was canceled before a history failed.

  --app FILE         module that exports \`connect\`, by name or as the default
  --to URL           webhook endpoint of an integration in another process
  --reset URL        receives a POST before each history
  --state URL        answers a GET with the state that must end up equal
  --resync URL       receives a POST for a full synchronization
  --problems URL     answers a GET with the list of reported problems
  --start COMMAND    starts the process; crashes need it
  --quiet MS         real time in which the process may still call after it has answered (0)
  --timeout SECONDS  longest real time of an answer of the process (10)

  --runs N           number of histories to run (1000)
  --depth N          largest number of deviations in a history (2)
  --deviations LIST  ${deviationKinds.slice(0, 4).join(', ')},
                     ${deviationKinds.slice(4).join(', ')} (deliveries,requests,steps)
  --seed N           seed of the emulator (that of the scenario) and of the samples (1)
  --replay TEXT      run only this history: "500 at GET /users/2 #1"; join two deviations with "; "
  --shard I/N        run only a part of the histories
  --jobs N           number of processes that share the histories, with --app (1)

  --html FILE, --json FILE, --junit FILE
                     write the report
  --help
`

/** A file for each format of the report. */
export type ReportFiles = Readonly<Partial<Record<'html' | 'json' | 'junit', string>>>

export interface ExploreArguments {
  readonly help: boolean
  /** The name of a shipped scenario, or a file with a scenario. */
  readonly scenario: string | undefined
  readonly app: string | undefined
  readonly process: ProcessOptions | undefined
  readonly options: ExploreOptions
  /** The number of processes. */
  readonly jobs: number
  /** Returns the command line of one of the processes, which writes the report of its shard as JSON. */
  argumentsOf(shard: string, report: string): readonly string[]
  readonly reports: ReportFiles
}

/** @throws EmulatorError for an invalid argument */
export function parseExploreArguments(args: readonly string[]): ExploreArguments {
  const { values, positionals } = parseArguments(args, options, 'explore --help')
  const [scenario, surplus] = positionals
  const { help = false, app, jobs = '1', html, json, junit } = values
  if (surplus !== undefined)
    throw badArguments(`"${surplus}" is a second scenario`, 'Explore one scenario at a time.')
  const parsed: ExploreArguments = {
    help,
    scenario,
    app,
    process: processFrom(values, badArguments),
    options: optionsFrom(values),
    jobs: integerFrom('jobs', jobs, 1, 64),
    argumentsOf(shard, report) {
      const { jobs: _, html: __, junit: ___, ...others } = values
      const flags = Object.entries({ ...others, shard, json: report })
      return ['explore', scenario ?? '', ...flags.map(([name, value]) => `--${name}=${value}`)]
    },
    reports: {
      ...(html !== undefined && { html }),
      ...(json !== undefined && { json }),
      ...(junit !== undefined && { junit }),
    },
  }
  if (!help) assertComplete(parsed)
  return parsed
}

type Values = ReturnType<typeof parseArguments<typeof options>>['values']

function optionsFrom(values: Values): ExploreOptions {
  const { runs, depth, deviations, seed, replay, shard } = values
  const found = {
    ...(runs !== undefined && { runs: integerFrom('runs', runs, 1, 100_000_000) }),
    ...(depth !== undefined && { depth: integerFrom('depth', depth, 0, 100) }),
    ...(seed !== undefined && { seed: integerFrom('seed', seed) }),
    ...(replay !== undefined && { replay }),
    ...(shard !== undefined && { shard }),
    ...(deviations !== undefined && {
      deviations: deviations.split(',').map((name) => name.trim() as DeviationKind),
    }),
  }
  exploreSettingsFrom(found)
  return found
}

function assertComplete({
  scenario,
  app,
  process,
  jobs,
  options: explored,
}: ExploreArguments): void {
  if (scenario === undefined) throw badArguments('the scenario is missing', 'See run --list.')
  assertOneIntegration({ app, process }, badArguments)
  if (jobs === 1) return
  if (process !== undefined)
    throw badArguments('a process handles one history at a time', 'Leave out --jobs.')
  const alone = (['replay', 'shard'] as const).find((name) => explored[name] !== undefined)
  if (alone) throw badArguments(`--${alone} and --jobs were both given`, 'Give one of them.')
}
