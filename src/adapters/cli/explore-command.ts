/** The command `explore`: runs a scenario with deviations. */
import {
  defaultKinds,
  type DeviationKind,
  deviationKinds,
} from '../../conformance/deviations/kinds.ts'
import type { Exploration } from '../../conformance/explore/exploration.ts'
import { explore } from '../../conformance/explore/explore.ts'
import {
  type ExploreOptions,
  exploreSettingsFrom,
} from '../../conformance/explore/explore-options.ts'
import { scenarios } from '../../service/scenarios/scenarios.ts'
import { argumentError, type CommandEnvironment, defineCommand, type Parsed } from './command.ts'
import { integerFlag, pick, textFlag, under, valueFlag } from './flag.ts'
import { type GivenIntegration, integrationFlags, integrationFrom } from './integration-flags.ts'
import { assertResultFiles, fileFlag, jsonFlag, jsonText, writeResults } from './results.ts'
import { loadScenario } from './scenario-module.ts'

/** Their values are options of an exploration. */
const exploreFlags = under('Exploration', {
  runs: integerFlag('N', 'number of schedules to run', { range: [1, 100_000_000], default: 1_000 }),
  depth: integerFlag('N', 'largest number of deviations in a schedule', {
    range: [0, 100],
    default: 1,
  }),
  deviations: valueFlag(
    'LIST',
    `all, or with commas: ${deviationKinds.join(', ')}`,
    deviationsFrom,
    {
      default: defaultKinds.join(','),
      choices: ['all', ...deviationKinds],
    },
  ),
  seed: integerFlag('N', 'seed of the emulator (that of the scenario) and of the samples', {
    default: 1,
  }),
  replay: textFlag(
    'TEXT',
    'run only this schedule: "500 at GET /users/2 #1"; join two deviations with "; "',
  ),
  shard: textFlag('I/N', 'run only a part of the schedules'),
})

const jobsFlag = integerFlag('N', 'number of processes that share the schedules, with --app', {
  range: [1, 64],
  default: 1,
})

const resultFlags = under('Result', {
  json: jsonFlag(),
  html: fileFlag('write the report as a page'),
  junit: fileFlag('write the report for a CI system'),
})

const flags = {
  ...integrationFlags,
  ...exploreFlags,
  ...under('Exploration', { jobs: jobsFlag }),
  ...resultFlags,
}

const action = 'explore'

export const exploreCommand = defineCommand({
  name: 'explore',
  usage: [
    'SCENARIO --app FILE [options]',
    'SCENARIO --to URL [options]',
    'SCENARIO --state URL [options]',
  ],
  about: `Runs a scenario again and again, each time with other deviations: a repeated delivery, a failed
call, a crash. SCENARIO is a name (see run --list) or a file. A process that only polls has --state
and no --to.

The exit code is 0 if every schedule has an accepted verdict, 1 if a schedule fails or could not be
judged, and 2 if the exploration could not run or was canceled before a schedule failed.`,
  positionals: [scenarios.map(({ name }) => name)],
  flags,
  examples: [
    ['merge --app ./integration.config.ts', 'explore a shipped scenario'],
    [
      './leaver.scenario.ts --app ./integration.config.ts --deviations crashes --html report.html',
      'explore your own scenario with crashes, and write a report',
    ],
    [
      'merge --to http://127.0.0.1:3000/hooks --state http://127.0.0.1:3000/state --reset http://127.0.0.1:3000/reset',
      'explore an integration in any language',
    ],
  ],
  async perform(parsed, environment) {
    const { values } = parsed
    const [name] = parsed.positionals
    if (name === undefined)
      throw argumentError('the scenario is missing', 'See run --list.', action)
    const integration = integrationFrom(values, action)
    const options = pick(values, exploreFlags)
    exploreSettingsFrom(options)
    const jobs = jobsFrom(parsed, integration)
    const files = pick(values, resultFlags)
    assertResultFiles(files)
    const signal = environment.cancellation?.()
    const exploration =
      jobs > 1
        ? await inJobs(jobs, name, parsed, signal)
        : await perform(name, integration, { ...options, ...(signal && { signal }) }, environment)
    const formats = {
      json: () => jsonText(exploration),
      html: () => exploration.toHTML(),
      junit: () => exploration.toJUnit(),
    }
    writeResults(files, formats, `${exploration.text}\n`, environment)
    if (signal?.aborted && !hasConclusion(exploration)) return 2
    if (!exploration.ok) return 1
    return signal?.aborted ? 2 : 0
  },
})

/** Whether a run was judged: an exploration that was canceled before its first schedule found no failure. */
const hasConclusion = ({ verdicts }: Exploration): boolean =>
  Object.keys(verdicts).some((verdict) => verdict !== 'inconclusive')

async function perform(
  name: string,
  integration: GivenIntegration,
  options: ExploreOptions,
  { progress }: CommandEnvironment,
): Promise<Exploration> {
  const scenario = await loadScenario(name)
  return integration.use((connect) =>
    explore(scenario, connect, {
      ...options,
      progress: ({ run, runs, failures }) =>
        progress?.({ done: run, total: runs, text: `schedules, ${failures} failing` }),
    }),
  )
}

function deviationsFrom(text: string): 'all' | readonly DeviationKind[] {
  if (text.trim() === 'all') return 'all'
  return text.split(',').map((name) => name.trim() as DeviationKind)
}

type Arguments = Parsed<typeof flags>

function jobsFrom({ values }: Arguments, { isProcess }: GivenIntegration): number {
  const { jobs = 1 } = values
  if (jobs === 1) return jobs
  if (isProcess)
    throw argumentError('a process handles one schedule at a time', 'Leave out --jobs.', action)
  const alone = (['replay', 'shard'] as const).find((name) => values[name] !== undefined)
  if (alone)
    throw argumentError(`--${alone} and --jobs were both given`, 'Give one of them.', action)
  return jobs
}

/** Explores in several processes. Each gets the flags of this one, and writes the report of its shard. */
async function inJobs(
  jobs: number,
  scenario: string,
  { given }: Arguments,
  signal: AbortSignal | undefined,
): Promise<Exploration> {
  const { exploreInJobs } = await import('./explore-jobs.ts')
  const common = [...given]
    .filter(([name]) => name !== 'jobs' && !(name in resultFlags))
    .flatMap(([name, texts]) => texts.map((text) => `--${name}=${text}`))
  const argumentsOf = (shard: string, report: string): string[] => [
    'explore',
    scenario,
    ...common,
    `--shard=${shard}`,
    `--json=${report}`,
  ]
  return exploreInJobs(jobs, argumentsOf, signal)
}
