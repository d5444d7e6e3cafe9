/** The command `course-admin-emulator explore`: explores a scenario. */
import { writeFileSync } from 'node:fs'
import { explore } from '../../conformance/explore/explore.ts'
import type { Exploration } from '../../conformance/explore/exploration.ts'
import type {
  ExplorationProgress,
  ExploreOptions,
} from '../../conformance/explore/explore-options.ts'
import { assertWritable } from './command-line.ts'
import { loadIntegration } from './integration-module.ts'
import { loadScenario } from './scenario-module.ts'
import {
  type ExploreArguments,
  exploreUsage,
  parseExploreArguments,
  type ReportFiles,
} from './explore-arguments.ts'
import type { CommandEnvironment } from './scenario-command.ts'

/** The environment of the command. */
interface ExploreEnvironment extends Pick<CommandEnvironment, 'stdout' | 'stderr'> {
  /** Cancels the exploration. Default: never. */
  readonly signal?: AbortSignal
  /** Called after each history, unless there are several processes. Default: none. */
  readonly progress?: (progress: ExplorationProgress) => void
}

/**
 * Returns the exit code: 0 if the integration converged, 1 if a history failed, 2 if the exploration was
 * canceled before it found one.
 *
 * @throws EmulatorError for an invalid argument, and if the exploration could not run
 */
export async function exploreCommand(
  args: readonly string[],
  environment: ExploreEnvironment,
): Promise<0 | 1 | 2> {
  const { stdout } = environment
  const parsed = parseExploreArguments(args)
  if (parsed.help) return (stdout(exploreUsage), 0)
  const { reports } = parsed
  for (const file of Object.values(reports)) assertWritable(file)
  const exploration = await perform(parsed, environment)
  writeReports(exploration, reports)
  stdout(`${exploration.text}\n`)
  for (const file of Object.values(reports)) environment.stderr(`Wrote ${file}\n`)
  const { signal } = environment
  if (signal?.aborted && !hasConclusion(exploration)) return 2
  if (!exploration.ok) return 1
  return signal?.aborted ? 2 : 0
}

/** Whether a run was judged: an exploration that was canceled before its first history found no failure. */
const hasConclusion = ({ verdicts }: Exploration): boolean =>
  Object.keys(verdicts).some((verdict) => verdict !== 'could not tell')

async function perform(
  parsed: ExploreArguments,
  { stderr, signal, progress }: ExploreEnvironment,
): Promise<Exploration> {
  const { app, process, jobs, options, argumentsOf } = parsed
  const scenario = parsed.scenario as string
  const watched = { ...(signal && { signal }), ...(progress && { progress }) }
  if (process) {
    const { openProcess } = await import('../process/process-integration.ts')
    const loaded = await loadScenario(scenario)
    const opened = await openProcess(process)
    try {
      const legal = process.start === undefined ? withoutCrashes(options, stderr) : options
      return await explore(loaded, opened.connect, { ...legal, ...watched })
    } finally {
      await opened.close()
    }
  }
  if (jobs > 1) {
    const { exploreInJobs } = await import('./explore-jobs.ts')
    return exploreInJobs(jobs, argumentsOf, signal)
  }
  const loaded = await loadScenario(scenario)
  return explore(loaded, await loadIntegration(app as string), { ...options, ...watched })
}

/** Without a command that starts the process, a crash is not applicable. */
function withoutCrashes(options: ExploreOptions, stderr: (text: string) => void): ExploreOptions {
  const { deviations } = options
  if (!deviations?.includes('crashes')) return options
  stderr('Crashes are not applicable without --start.\n')
  return { ...options, deviations: deviations.filter((kind) => kind !== 'crashes') }
}

function writeReports(exploration: Exploration, files: ReportFiles): void {
  const write = (file: string | undefined, format: () => string): void => {
    if (file !== undefined) writeFileSync(file, format())
  }
  write(files.json, () => `${JSON.stringify(exploration, null, 2)}\n`)
  write(files.html, () => exploration.toHTML())
  write(files.junit, () => exploration.toJUnit())
}
