/** Parses the arguments of the command `check`. */
import { checkSettingsFrom } from '../../conformance/check/check-options.ts'
import type { ProcessOptions } from '../process/process-integration.ts'
import { argumentErrorOf, integerFrom, parseArguments } from './arguments.ts'
import { assertOneIntegration, processFrom, processOptions } from './process-arguments.ts'

const options = {
  app: { type: 'string' },
  ...processOptions,
  only: { type: 'string', multiple: true },
  seed: { type: 'string' },
  baseline: { type: 'string' },
  'update-baseline': { type: 'boolean' },
  list: { type: 'boolean' },
  explain: { type: 'string' },
  json: { type: 'string' },
  junit: { type: 'string' },
  markdown: { type: 'string' },
  html: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const badArguments = argumentErrorOf('check the integration')

export const checkUsage = `Usage: course-admin-emulator check --app FILE [options]
       course-admin-emulator check --to URL [options]
       course-admin-emulator check --list
       course-admin-emulator check --explain ID

Runs the checks of the report card against your integration. The exit code is 0 if no check failed or
is inconclusive, 1 if one is or if none passed or failed, and 2 if the checks could not run or were
canceled.

  --app FILE         module that exports \`connect\`, by name or as the default
  --to URL           webhook endpoint of an integration in another process
  --reset URL        receives a POST before each run
  --state URL        answers a GET with the state of the integration
  --resync URL       receives a POST for a full synchronization
  --problems URL     answers a GET with the list of reported problems
  --start COMMAND    starts the process; checks with a restart need it
  --quiet MS         real time in which the process may still call after it has answered (0)
  --timeout SECONDS  longest real time of an answer of the process (10)

  --only LIST        ids of checks and names of groups, with commas; repeatable
  --seed N           number that ids and samples are drawn from (1)
  --baseline FILE    accept the failing checks that the file lists; fail for one that passes
  --update-baseline  write the failing checks to the baseline
  --list             list the checks
  --explain ID       explain a check

  --json FILE, --junit FILE, --markdown FILE, --html FILE
                     write the report card
  --help
`

/** A file for each format of the report card. */
export type CardFiles = Readonly<Partial<Record<'json' | 'junit' | 'markdown' | 'html', string>>>

export interface CheckArguments {
  readonly help: boolean
  readonly list: boolean
  readonly explain: string | undefined
  /** The module or the process of the integration: one of them, unless nothing runs. */
  readonly app: string | undefined
  readonly process: ProcessOptions | undefined
  readonly only: readonly string[] | undefined
  readonly seed: number | undefined
  readonly baseline: string | undefined
  readonly updatesBaseline: boolean
  readonly files: CardFiles
}

/** @throws EmulatorError for an invalid argument */
export function parseCheckArguments(args: readonly string[]): CheckArguments {
  const { values, positionals } = parseArguments(args, options, 'check --help')
  if (positionals[0] !== undefined)
    throw badArguments(`"${positionals[0]}" is not an option`, 'See check --help.')
  const { app, only, seed, baseline, json, junit, markdown, html } = values
  const parsed: CheckArguments = {
    help: values.help ?? false,
    list: values.list ?? false,
    explain: values.explain,
    app,
    process: processFrom(values, badArguments),
    only: only?.flatMap((list) => list.split(',')).map((name) => name.trim()),
    seed: seed === undefined ? undefined : integerFrom('seed', seed),
    baseline,
    updatesBaseline: values['update-baseline'] ?? false,
    files: {
      ...(json !== undefined && { json }),
      ...(junit !== undefined && { junit }),
      ...(markdown !== undefined && { markdown }),
      ...(html !== undefined && { html }),
    },
  }
  if (parsed.list && parsed.only) checkSettingsFrom({ only: parsed.only })
  if (!parsed.help && !parsed.list && parsed.explain === undefined) assertComplete(parsed)
  return parsed
}

function assertComplete({ app, process, baseline, updatesBaseline }: CheckArguments): void {
  assertOneIntegration({ app, process }, badArguments)
  if (updatesBaseline && baseline === undefined)
    throw badArguments('--update-baseline needs the option --baseline', 'Add --baseline FILE.')
}
