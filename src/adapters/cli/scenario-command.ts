/** The command `course-admin-emulator run`: runs a scenario against an integration in another process. */
import { scenarios } from '../../scenarios/stories/scenarios.ts'
import { EmulatorError } from '../../machine/errors.ts'
import { urlFrom } from '../../emulator/base-url.ts'
import { assumptionsFrom } from './assumption-arguments.ts'
import { parseArguments, integerFrom } from './arguments.ts'
import { type EmulatorServer, portDefault, startServer } from '../hosting/server.ts'
import { findScenario } from '../../scenarios/shipped-scenarios.ts'
import { remoteIntegration, waitUntilIdle } from '../remote-integration.ts'
import { runScenario } from '../../scenarios/scenario-run.ts'

const options = {
  to: { type: 'string' },
  resync: { type: 'string' },
  secret: { type: 'string' },
  port: { type: 'string' },
  assume: { type: 'string', multiple: true },
  list: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const usage = `Usage: course-admin-emulator run SCENARIO --to URL [options]
       course-admin-emulator run --list

Runs a scenario: a script of events in the service. Your integration receives its webhooks and
calls the API. Standard error shows the progress, standard output the transcript.

  --to URL          webhook endpoint of your integration
  --resync URL      receives a POST when the integration must synchronize everything
  --secret TEXT     secret of the webhook: whsec_ and base64 (derived from the seed)
  --port N          port of the API; 0 selects a free port (${portDefault})
  --assume ID=NAME  switch an assumption to an alternative; repeatable
  --list            list the scenarios
  --help
`

/** The output streams of the command. */
export interface CommandOutput {
  /** Writes the transcript. */
  stdout(text: string): void
  /** Writes the progress. */
  stderr(text: string): void
}

/** @throws EmulatorError for an invalid argument, or if the scenario cannot run */
export async function runCommand(
  args: readonly string[],
  { stdout, stderr }: CommandOutput,
): Promise<void> {
  const { values, positionals } = parseArguments(args, options, 'run --help')
  if (values.help) return stdout(usage)
  if (values.list) return stdout(scenarioLines())
  const scenario = findScenario(scenarioNameFrom(positionals))
  const url = urlFrom('--to', values.to ?? missingReceiver())
  const resync = values.resync && urlFrom('--resync', values.resync)
  const port = integerFrom('port', values.port ?? String(portDefault), 0, 65_535)

  const assumptions = { ...scenario.options.assumptions, ...assumptionsFrom(values.assume ?? []) }
  await using server = await startServer({
    ...scenario.options,
    assumptions,
    port,
    clock: 'virtual',
    deliverTo: [new URL(url).hostname],
  })
  let stepCount = 0
  const { transcript } = await runScenario(
    scenario,
    ({ secret }) => {
      stderr(greeting(scenario.summary, server, url, secret))
      return remoteIntegration(resync)
    },
    {
      emulator: server.emulator,
      url,
      ...(values.secret !== undefined && { secret: values.secret }),
      onStep: (text) => stderr(`${String((stepCount += 1)).padStart(3)}  ${text}\n`),
      drain: () => waitUntilIdle(server.emulator),
    },
  )
  stdout(transcript)
  stderr(`\n${summary(server, url)}\n`)
}

function scenarioNameFrom(positionals: readonly string[]): string {
  const [name, surplus] = positionals
  if (name !== undefined && surplus === undefined) return name
  throw new EmulatorError('bad_arguments', {
    action: 'run a scenario',
    reason: surplus === undefined ? 'the name is missing' : `"${surplus}" is a second name`,
    advice: 'See run --list.',
  })
}

function missingReceiver(): never {
  throw new EmulatorError('bad_arguments', {
    action: 'run a scenario',
    reason: 'the webhook endpoint of the integration is missing',
    advice: 'Add --to, such as --to http://127.0.0.1:3000/hooks.',
  })
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

function summary({ emulator }: EmulatorServer, to: string): string {
  const attempts = emulator.entries({ kind: ['answer', 'no answer'] })
  const accepted = attempts.filter(
    ({ status }) => Number(status) >= 200 && Number(status) < 300,
  ).length
  const calls = emulator.entries({ kind: 'request' }).length
  const counts = `${attempts.length} deliveries, ${accepted} accepted; ${calls} calls to the API.`
  return accepted > 0 ? counts : `${counts} Does your integration listen at ${to}?`
}
