/** The command `course-admin-emulator run`: runs scenarios against an integration in another process. */
import { writeFileSync } from 'node:fs'
import { scenarios } from '../../service/scenarios/scenarios.ts'
import { urlFrom } from '../../engine/emulator/base-url.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { canSign } from '../../engine/emulator/methods/receivers.ts'
import { type AssumptionOverrides, toOverrides } from '../../engine/model/settings.ts'
import { assumptionsFrom } from './assumption-arguments.ts'
import { assertWritable } from './command-line.ts'
import { argumentErrorOf, integerFrom, parseArguments } from './arguments.ts'
import { junitOf, reportOf, type ScenarioReport, summaryOf } from './scenario-report.ts'
import { type EmulatorServer, portDefault, startServer } from '../hosting/server.ts'
import { findScenario } from '../../service/scenarios/shipped-scenarios.ts'
import { remoteIntegration, waitUntilIdle } from '../remote-integration.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'
import { runScenario } from '../../conformance/scenario/scenario-run.ts'

const options = {
  to: { type: 'string' },
  resync: { type: 'string' },
  secret: { type: 'string' },
  port: { type: 'string' },
  assume: { type: 'string', multiple: true },
  all: { type: 'boolean' },
  json: { type: 'boolean' },
  junit: { type: 'string' },
  strict: { type: 'boolean' },
  list: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const badArguments = argumentErrorOf('run a scenario')

const usage = `Usage: course-admin-emulator run SCENARIO --to URL [options]
       course-admin-emulator run --all --to URL [options]
       course-admin-emulator run --list

Runs a scenario: a script of events in the service. Your integration receives its webhooks and
calls the API. Standard error shows the progress, standard output the transcript. The exit code
is 1 if the integration accepted no delivery, or if the run did not reach it.

  --to URL          webhook endpoint of your integration
  --resync URL      receives a POST when the integration must synchronize everything
  --secret TEXT     secret of the webhook: whsec_ and base64 (derived from the seed)
  --port N          port of the API; 0 selects a free port (${portDefault})
  --assume ID=NAME  switch an assumption to an alternative, or --assume lenient; repeatable
  --all             run every scenario, each with a new service; the ids begin again
  --strict          exit code 1 also for a notification that the integration never accepted,
                    unless a fault hit it, and for a call that matches no operation
  --json            print a list of reports instead of the transcripts
  --junit FILE      write a JUnit file
  --list            list the scenarios
  --help
`

/** The environment of the command. */
export interface CommandEnvironment {
  /** Writes the transcripts or the reports. */
  stdout(text: string): void
  /** Writes the progress. */
  stderr(text: string): void
  /** Waits until the integration is idle. Default: `waitUntilIdle`. */
  drain?(emulator: Emulator): Promise<void>
}

/** The parsed arguments of a run. */
interface RunArguments {
  readonly url: string
  readonly resync: string | undefined
  readonly assumptions: AssumptionOverrides
  readonly strict: boolean
  secret: string | undefined
  port: number
}

/**
 * Returns the exit code: 1 if a scenario has a problem, otherwise 0.
 *
 * @throws EmulatorError for an invalid argument, or if the port cannot be opened
 */
export async function runCommand(
  args: readonly string[],
  environment: CommandEnvironment,
): Promise<0 | 1> {
  const { stdout, stderr } = environment
  const { values, positionals } = parseArguments(args, options, 'run --help')
  if (values.help) return (stdout(usage), 0)
  if (values.list) return (stdout(scenarioLines()), 0)
  const selected = selectScenarios(positionals, values.all ?? false)
  const run: RunArguments = {
    url: urlFrom('--to', values.to ?? missingReceiver()),
    resync: values.resync && urlFrom('--resync', values.resync),
    assumptions: assumptionsFrom(values.assume ?? []),
    strict: values.strict ?? false,
    secret: values.secret,
    port: integerFrom('port', values.port ?? String(portDefault), 0, 65_535),
  }
  if (values.junit !== undefined) assertWritable(values.junit)
  const reports: ScenarioReport[] = []
  for (const scenario of selected) {
    const report = await runOne(scenario, run, environment)
    reports.push(report)
    if (!values.json) stdout(report.transcript)
    stderr(`\n${[summaryOf(report), ...report.problems].join('\n')}\n`)
  }
  if (values.json) stdout(`${JSON.stringify(reports, null, 2)}\n`)
  if (values.junit !== undefined) writeFileSync(values.junit, junitOf(reports))
  if (reports.length > 1) stderr(totalLines(reports))
  return reports.every(({ passed }) => passed) ? 0 : 1
}

/** Runs a scenario on a new server. All servers of a run have the same port and secret. */
async function runOne(
  scenario: Scenario,
  run: RunArguments,
  { stderr, drain = waitUntilIdle }: CommandEnvironment,
): Promise<ScenarioReport> {
  const { url, strict } = run
  await using server = await startServer({
    ...scenario.options,
    assumptions: { ...toOverrides(scenario.options.assumptions ?? {}), ...run.assumptions },
    port: run.port,
    clock: 'virtual',
    deliverTo: [new URL(url).hostname],
  })
  const { emulator } = server
  assertSecret(emulator, run.secret)
  run.port = Number(new URL(server.url).port)
  const canResync = run.resync !== undefined
  let stepCount = 0
  const end = (transcript: string, error?: unknown): ScenarioReport =>
    reportOf({ name: scenario.name, emulator, url, transcript, error, canResync, strict })
  try {
    const { transcript } = await runScenario(
      scenario,
      ({ secret }) => {
        run.secret ??= secret
        stderr(greeting(scenario.summary, server, url, secret))
        return remoteIntegration(run.resync)
      },
      {
        emulator,
        url,
        ...(run.secret !== undefined && { secret: run.secret }),
        onStep: (text) => stderr(`${String((stepCount += 1)).padStart(3)}  ${text}\n`),
        drain: () => drain(emulator),
      },
    )
    return end(transcript)
  } catch (error) {
    return end(`${scenario.name}: ${scenario.summary}\n\n${emulator.transcript()}\n`, error)
  }
}

/** The alternative of an assumption allows secrets of another form, so the emulator of the run decides. */
function assertSecret(emulator: Emulator, secret: string | undefined): void {
  if (secret === undefined || canSign(contextOf(emulator), secret)) return
  throw badArguments(
    `--secret "${secret}" cannot sign a delivery`,
    'Give "whsec_" and base64, such as --secret whsec_c2VjcmV0.',
  )
}

function selectScenarios(positionals: readonly string[], all: boolean): readonly Scenario[] {
  const [name, surplus] = positionals
  if (all) {
    if (name === undefined) return scenarios
    throw badArguments(`--all and the name "${name}" were both given`, 'Give one of them.')
  }
  if (surplus !== undefined) throw badArguments(`"${surplus}" is a second name`, 'See run --list.')
  if (name === undefined) throw badArguments('the name is missing', 'See run --list.')
  return [findScenario(name)]
}

function totalLines(reports: readonly ScenarioReport[]): string {
  const failed = reports.filter(({ passed }) => !passed)
  const lines = [
    `${reports.length} scenarios, ${reports.length - failed.length} passed, ${failed.length} failed.`,
    ...failed.map(({ name, problems }) => `  ${name}: ${problems[0]}`),
  ]
  return `\n${lines.join('\n')}\n`
}

function missingReceiver(): never {
  throw badArguments(
    'the webhook endpoint of the integration is missing',
    'Add --to, such as --to http://127.0.0.1:3000/hooks.',
  )
}

function scenarioLines(): string {
  const width = Math.max(...scenarios.map(({ name }) => name.length))
  return scenarios.map(({ name, summary }) => `${name.padEnd(width)}  ${summary}\n`).join('')
}

const greeting = (
  summary: string,
  { baseUrl, token }: EmulatorServer,
  to: string,
  secret: string,
) =>
  `${summary}

API:       ${baseUrl}
Token:     ${token}
Webhooks:  ${to}
Secret:    ${secret}

`
