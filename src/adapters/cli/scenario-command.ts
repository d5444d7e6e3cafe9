/** `course-admin-emulator run`: plays a scenario against an integration that is another process. */
import { scenarios } from '../../scenarios/stories/scenarios.ts'
import { EmulatorError } from '../../machine/errors.ts'
import { urlFrom } from '../../emulator/base-url.ts'
import { parseArguments, integerFrom } from './arguments.ts'
import { type EmulatorServer, portDefault, startServer } from '../hosting/server.ts'
import { findScenario } from '../../scenarios/shipped-scenarios.ts'
import { remoteIntegration, waitUntilIdle } from '../../scenarios/remote-integration.ts'
import { runScenario } from '../../scenarios/scenario-run.ts'

const options = {
  to: { type: 'string' },
  resync: { type: 'string' },
  secret: { type: 'string' },
  port: { type: 'string' },
  list: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const usage = `Usage: course-admin-emulator run SCENARIO --to URL [options]
       course-admin-emulator run --list

Plays a scenario: the service's side of a story. Your integration hears of it through its webhook,
and calls the API back. Progress goes to standard error, the transcript to standard output.

  --to URL          where your integration receives webhooks
  --resync URL      posted to when the integration is to read everything, as when it starts
  --secret TEXT     the secret of the webhook: whsec_ and base64 (one that is the same each time)
  --port N          the port of the API; 0 takes a free one (${portDefault})
  --list            says which scenarios there are
  --help
`

/** Where the command writes. */
export interface CommandOutput {
  /** The transcript. */
  stdout(text: string): void
  /** What a person is told meanwhile. */
  stderr(text: string): void
}

/** @throws EmulatorError for what cannot be run */
export async function runCommand(
  args: readonly string[],
  { stdout, stderr }: CommandOutput,
): Promise<void> {
  const { values, positionals } = parseArguments(args, options)
  if (values.help) return stdout(usage)
  if (values.list) return stdout(scenarioLines())
  const scenario = findScenario(scenarioNameFrom(positionals))
  const url = urlFrom('--to', values.to ?? missingReceiver())
  const resync = values.resync && urlFrom('--resync', values.resync)
  const port = integerFrom('port', values.port ?? String(portDefault), 0, 65_535)

  await using server = await startServer({ ...scenario.options, port, clock: 'virtual' })
  let steps = 0
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
      onStep: (says) => stderr(`${String((steps += 1)).padStart(3)}  ${says}\n`),
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
    reason: surplus === undefined ? 'none is named' : `"${surplus}" is one name too many`,
    advice: 'See run --list.',
  })
}

function missingReceiver(): never {
  throw new EmulatorError('bad_arguments', {
    action: 'run a scenario',
    reason: 'nobody receives its webhooks',
    advice: 'Say where: --to http://127.0.0.1:3000/hooks',
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

The service stands at ${baseUrl}
Its token is ${token}
Webhooks go to ${to}
They are signed with ${secret}

`

function summary({ emulator }: EmulatorServer, to: string): string {
  const answers = emulator.entries({ kind: ['answer', 'no answer'] })
  const accepted = answers.filter(
    ({ status }) => Number(status) >= 200 && Number(status) < 300,
  ).length
  const calls = emulator.entries({ kind: 'request' }).length
  const counts = `${answers.length} deliveries, ${accepted} of them accepted; ${calls} calls to the API.`
  return accepted > 0 ? counts : `${counts} Does your integration listen at ${to}?`
}
