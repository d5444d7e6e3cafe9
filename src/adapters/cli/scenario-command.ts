/** The command `run`: runs scenarios against an integration in another process. */
import { scenarios } from '../../service/scenarios/scenarios.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Story } from '../../engine/journal/story.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { canSign } from '../../engine/emulator/methods/receivers.ts'
import { type AssumptionOverrides, toOverrides } from '../../engine/model/settings.ts'
import { assumeFlag } from './assumption-arguments.ts'
import { argumentError, type CommandEnvironment, defineCommand } from './command.ts'
import { pick, switchFlag, textFlag, under } from './flag.ts'
import { urlFlag } from './integration-flags.ts'
import {
  assertResultFiles,
  fileFlag,
  jsonFlag,
  jsonText,
  storyFlag,
  writeResults,
} from './results.ts'
import { loadScenario } from './scenario-module.ts'
import {
  junitOf,
  reportOf,
  type ScenarioReport,
  summaryOf,
  unknownCalls,
} from './scenario-report.ts'
import { storyText } from '../story-file.ts'
import { portFlag } from './serve-command.ts'
import { isEmulatorAt } from '../hosting/emulator-probe.ts'
import { type EmulatorServer, portDefault, startServer } from '../hosting/server.ts'
import { unknownNameError } from '../../engine/errors/errors.ts'
import { remoteIntegration, waitUntilIdle } from '../remote-integration.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'
import { runScenario } from '../../conformance/scenario/scenario-run.ts'
import { defined } from '../../engine/errors/defined.ts'

const resultFlags = under('Result', {
  json: jsonFlag(
    'write the list of reports as JSON; - is standard output, without the transcripts',
  ),
  junit: fileFlag('write a file for a CI system'),
  story: storyFlag('what happened, with --all in the first scenario that fails,'),
})

const action = 'run a scenario'

interface RunEnvironment extends CommandEnvironment {
  /** Waits until the integration is idle. Default: `waitUntilIdle`. */
  drain?(emulator: Emulator): Promise<void>
}

export const runCommand = defineCommand({
  name: 'run',
  usage: ['SCENARIO --to URL [options]', '--all --to URL [options]', '--list'],
  about: `Runs a scenario: a script of events in the service. SCENARIO is a name (see --list) or a file.
Your integration receives its webhooks and calls the API. Standard error shows the progress,
standard output the transcript.

The exit code is 1 if the integration accepted no delivery, if it called the API only without a valid
token, or if the run did not reach it.`,
  positionals: [scenarios.map(({ name }) => name)],
  flags: {
    to: urlFlag('webhook endpoint of your integration'),
    resync: urlFlag('receives a POST when the integration must synchronize everything'),
    secret: textFlag('TEXT', 'secret of the webhook: whsec_ and base64', {
      default: 'derived from the seed',
    }),
    port: portFlag,
    assumptions: assumeFlag,
    all: switchFlag('run every scenario, each with a new service; the ids begin again'),
    strict: switchFlag(
      'exit code 1 also for a notification that the integration never accepted, unless a fault hit it, and for a call that matches no operation',
    ),
    list: switchFlag('list the scenarios', { beside: [] }),
    ...resultFlags,
  },
  examples: [
    ['merge --to http://127.0.0.1:3000/hooks', 'run a shipped scenario'],
    ['./leaver.scenario.ts --to http://127.0.0.1:3000/hooks', 'run your own scenario'],
    [
      '--all --strict --to http://127.0.0.1:3000/hooks --resync http://127.0.0.1:3000/resync --junit report.xml',
      'run every scenario in a pipeline',
    ],
  ],
  async perform({ values, positionals }, environment: RunEnvironment) {
    const { stdout, stderr } = environment
    const files = pick(values, resultFlags)
    if (values.list) return (stdout(scenarioLines()), 0)
    const selected = await selectScenarios(positionals[0], values.all ?? false)
    const { to, port = portDefault, assumptions = {}, strict = false } = values
    if (to === undefined)
      throw argumentError(
        'the webhook endpoint of the integration is missing',
        'Add --to, such as --to http://127.0.0.1:3000/hooks.',
        action,
      )
    const run: RunArguments = {
      url: to,
      resync: values.resync,
      secret: values.secret,
      port,
      assumptions,
      strict,
    }
    assertResultFiles(files)
    const reports: ScenarioReport[] = []
    const unknown = new Set<string>()
    let story: Story | undefined
    for (const scenario of selected) {
      const { report, story: last, unknown: found } = await runOne(scenario, run, environment)
      for (const sentence of found) unknown.add(sentence)
      if (reports.every(({ passed }) => passed)) story = last()
      reports.push(report)
      if (!Object.values(files).includes('-')) stdout(report.transcript)
      stderr(`\n${[summaryOf(report), ...report.problems, ...report.warnings].join('\n')}\n`)
    }
    writeResults(
      files,
      {
        json: () => jsonText(reports),
        junit: () => junitOf(reports),
        story: () => storyText(files.story ?? '', story as Story),
      },
      '',
      environment,
    )
    if (reports.length > 1) stderr(totalLines(reports, unknown))
    return reports.every(({ passed }) => passed) ? 0 : 1
  },
})

/** The parsed arguments of a run. */
interface RunArguments {
  readonly url: string
  readonly resync: string | undefined
  readonly assumptions: AssumptionOverrides
  readonly strict: boolean
  secret: string | undefined
  port: number
}

/** Runs a scenario on a new server. All servers of a run have the same port and secret. */
async function runOne(
  scenario: Scenario,
  run: RunArguments,
  { stderr, drain = waitUntilIdle }: RunEnvironment,
): Promise<{
  readonly report: ScenarioReport
  readonly unknown: readonly string[]
  story(): Story
}> {
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
  const end = async (transcript: string, error?: unknown) => {
    const { name } = scenario
    const ended = { name, emulator, url, transcript, error, canResync, strict }
    const report = reportOf(ended)
    const isRefused = report.deliveries > 0 && report.accepted === 0
    return {
      report:
        isRefused && (await isEmulatorAt(url)) ? reportOf({ ...ended, isEmulator: true }) : report,
      unknown: unknownCalls(emulator),
      story: (): Story => ({ ...emulator.story(), title: name }),
    }
  }
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
        ...defined({ secret: run.secret }),
        onStep: (text) => stderr(`${String((stepCount += 1)).padStart(3)}  ${text}\n`),
        drain: () => drain(emulator),
      },
    )
    return await end(transcript)
  } catch (error) {
    return await end(`${scenario.name}: ${scenario.summary}\n\n${emulator.transcript()}\n`, error)
  }
}

/** The alternative of an assumption allows secrets of another form, so the emulator of the run decides. */
function assertSecret(emulator: Emulator, secret: string | undefined): void {
  if (secret === undefined || canSign(contextOf(emulator), secret)) return
  throw argumentError(
    `--secret "${secret}" cannot sign a delivery`,
    'Give "whsec_" and base64, such as --secret whsec_c2VjcmV0.',
    action,
  )
}

async function selectScenarios(
  name: string | undefined,
  all: boolean,
): Promise<readonly Scenario[]> {
  if (all && name !== undefined)
    throw argumentError(`--all and the name "${name}" were both given`, 'Give one of them.', action)
  if (all) return scenarios
  if (name === undefined) {
    const names = scenarios.map((each) => each.name).join(', ')
    throw argumentError('the name is missing', `Give a file, or one of ${names}.`, action)
  }
  if (name === 'all') throw unknownNameError('scenario', name, [], undefined, '--all')
  return [await loadScenario(name)]
}

function totalLines(reports: readonly ScenarioReport[], unknown: Iterable<string>): string {
  const failed = reports.filter(({ passed }) => !passed)
  const lines = [
    `${reports.length} scenarios, ${reports.length - failed.length} passed, ${failed.length} failed.`,
    ...failed.map(({ name, problems }) => `  ${name}: ${problems[0]}`),
    ...[...unknown].map((sentence) => `  ${sentence}`),
  ]
  return `\n${lines.join('\n')}\n`
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
