/** The command `explore`: runs a scenario with deviations. */
import {
  defaultKinds,
  type DeviationKind,
  deviationKinds,
} from '../../conformance/deviations/kinds.ts'
import type { Exploration, ExplorationJson } from '../../conformance/explore/exploration.ts'
import { exploreWith } from '../../conformance/explore/explore.ts'
import { formatExplorationJunit } from '../../conformance/explore/report/exploration-junit.ts'
import {
  defaultRuns,
  type ExploreOptions,
  exploreSettingsFrom,
} from '../../conformance/explore/explore-options.ts'
import { scenarios } from '../../service/scenarios/scenarios.ts'
import { argumentError, type CommandEnvironment, defineCommand, type Parsed } from './command.ts'
import { integerFlag, itemsOf, pick, textFlag, under, valueFlag } from './flag.ts'
import { addToCorpus, readCorpus } from './corpus-folder.ts'
import { exploreInJobs } from './explore-jobs.ts'
import { type GivenIntegration, integrationFlags, integrationFrom } from './integration-flags.ts'
import type { Story } from '../../engine/journal/story.ts'
import { storyText } from '../story-file.ts'
import {
  assertResultFiles,
  fileFlag,
  jsonFlag,
  jsonText,
  storyFlag,
  writeResults,
} from './results.ts'
import { loadScenario } from './scenario-module.ts'
import { durationLine, startStopwatch } from './stopwatch.ts'
import { defined } from '../../engine/errors/defined.ts'

/** Without a scenario: a process takes milliseconds for each call. */
const processTimeDefault = '60s'

/** Their values are options of an exploration. */
const exploreFlags = under('Exploration', {
  runs: integerFlag(
    'N',
    `number of schedules to run (${defaultRuns.scenario}, without SCENARIO ${defaultRuns.generated})`,
    { range: [1, 100_000_000] },
  ),
  acts: valueFlag(
    'LIST',
    'acts of generated scenarios, with commas: "*user*,!merge_users" are all of users but merges',
    itemsOf,
  ),
  steps: integerFlag('N', 'largest number of acts in a generated scenario', {
    range: [1, 100],
    default: 3,
  }),
  until: valueFlag('EVENT', 'first: end with the first failure', untilFrom, { choices: ['first'] }),
  time: textFlag(
    'DURATION',
    `longest real time: 60s, 10m (a process without SCENARIO: ${processTimeDefault})`,
  ),
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

const corpusFlag = textFlag('DIR', 'folder of schedules that run first; new ones are added to it')

const jobsFlag = integerFlag('N', 'number of processes that share the schedules, with --app', {
  range: [1, 64],
  default: 1,
})

const resultFlags = under('Result', {
  json: jsonFlag(),
  html: fileFlag('write the report as a page'),
  junit: fileFlag('write the report for a CI system'),
  story: storyFlag('what happened in the first failing run'),
})

const flags = {
  ...integrationFlags,
  ...exploreFlags,
  ...under('Exploration', { corpus: corpusFlag, jobs: jobsFlag }),
  ...resultFlags,
}

const action = 'explore'

export const exploreCommand = defineCommand({
  name: 'explore',
  usage: [
    '[SCENARIO] --app FILE [options]',
    '[SCENARIO] --to URL [options]',
    '[SCENARIO] --state URL [options]',
  ],
  about: `Runs a scenario again and again, each time with other deviations: a repeated delivery, a failed
call, a crash. SCENARIO is a name (see run --list) or a file. Without SCENARIO, scenarios are generated
from the acts that concern the integration. A process that only polls has --state and no --to.

The exit code is 0 if every schedule has an accepted verdict, 1 if a schedule fails or could not be
judged, and 2 if the exploration could not run or was canceled before a schedule failed.`,
  positionals: [scenarios.map(({ name }) => name)],
  flags,
  examples: [
    ['--app ./integration.config.ts --acts "*user*"', 'generate scenarios of users'],
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
    const { corpus: folder } = values
    const corpus = folder === undefined ? [] : readCorpus(folder)
    const integration = integrationFrom(values, action)
    const isUntimed = name === undefined && integration.isProcess && values.time === undefined
    const options = {
      ...pick(values, exploreFlags),
      ...(isUntimed && { time: processTimeDefault }),
      ...(folder !== undefined && { corpus }),
    }
    exploreSettingsFrom(options)
    const jobs = jobsFrom(parsed, integration)
    const files = pick(values, resultFlags)
    assertResultFiles(files)
    const signal = environment.cancellation?.()
    const watch = startStopwatch(environment.nowMs)
    const exploration =
      jobs > 1
        ? await inJobs(jobs, name, parsed, signal)
        : await perform(name, integration, { ...options, ...defined({ signal }) }, environment)
    const durationMs = watch.totalMs()
    if (folder !== undefined) {
      // Note: the jobs have written the files of their parts already.
      const count = addToCorpus(folder, exploration.corpus, corpus)
      environment.stderr(`Added ${count} ${count === 1 ? 'file' : 'files'} to ${folder}\n`)
    }
    const story = firstStory(exploration)
    const formats = {
      json: () => jsonText({ ...exploration.toJSON(), durationMs } satisfies ExplorationJson),
      html: () => exploration.toHTML(),
      junit: () => formatExplorationJunit(exploration, durationMs),
      story: () => storyText(files.story ?? '', story as Story),
    }
    const { story: file, ...others } = files
    const text = `${exploration.text}\n\n${durationLine(durationMs)}`
    writeResults(story ? files : others, formats, text, environment)
    if (file !== undefined && !story)
      environment.stderr(`Wrote no story to ${file}: no run failed.\n`)
    if (signal?.aborted && !hasConclusion(exploration)) return 2
    if (!exploration.ok) return 1
    return signal?.aborted ? 2 : 0
  },
})

/** What happened in the first failing run. */
function firstStory({ scenario, failures: [first] }: Exploration): Story | undefined {
  return first?.story && { ...first.story, title: `${scenario}: ${first.replay}` }
}

/** Whether a run was judged: an exploration that was canceled before its first schedule found no failure. */
const hasConclusion = ({ verdicts }: Exploration): boolean =>
  Object.keys(verdicts).some((verdict) => verdict !== 'inconclusive')

async function perform(
  name: string | undefined,
  integration: GivenIntegration,
  options: ExploreOptions,
  { progress }: CommandEnvironment,
): Promise<Exploration> {
  const scenario = name === undefined ? undefined : await loadScenario(name)
  const shown: ExploreOptions = {
    ...options,
    progress: ({ run, runs, failures }) =>
      progress?.({ done: run, total: runs, text: `schedules, ${failures} failing` }),
  }
  return integration.use((connect) =>
    exploreWith({ connect, options: shown, ...(scenario && { scenario }) }),
  )
}

function untilFrom(text: string): 'first' {
  if (text === 'first') return text
  throw argumentError(`--until is "${text}"`, 'Give "first", or omit it.', action)
}

function deviationsFrom(text: string): 'all' | readonly DeviationKind[] {
  if (text.trim() === 'all') return 'all'
  return itemsOf(text) as readonly DeviationKind[]
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
  scenario: string | undefined,
  { given }: Arguments,
  signal: AbortSignal | undefined,
): Promise<Exploration> {
  const common = [...given]
    .filter(([name]) => name !== 'jobs' && !(name in resultFlags))
    .flatMap(([name, texts]) => texts.map((text) => `--${name}=${text}`))
  const argumentsOf = (shard: string, report: string): string[] => [
    'explore',
    ...(scenario === undefined ? [] : [scenario]),
    ...common,
    `--shard=${shard}`,
    `--json=${report}`,
  ]
  return exploreInJobs(jobs, argumentsOf, signal)
}
