/** Explores in several processes: each runs the same command with a shard of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Exploration, ExplorationJson } from '../../conformance/explore/exploration.ts'
import { mergeExplorations } from '../../conformance/explore/merge-explorations.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { killGroup } from '../process/program.ts'

const errorTextMax = 10_000

/**
 * Starts a process for each shard and merges their JSON reports. `argumentsOf` returns the command line for a shard
 * that writes its report to a file. The processes end with this one.
 *
 * @throws EmulatorError if a process ends without a report
 */
export async function exploreInJobs(
  jobs: number,
  argumentsOf: (shard: string, report: string) => readonly string[],
  signal: AbortSignal | undefined,
): Promise<Exploration> {
  const folder = mkdtempSync(join(tmpdir(), 'explore-'))
  const children: ChildProcess[] = []
  const cancel = (): void => {
    for (const child of children) child.kill('SIGINT')
  }
  const end = (): void => {
    for (const child of children) killGroup(child)
    rmSync(folder, { recursive: true, force: true })
  }
  const explore = async (number: number): Promise<ExplorationJson> => {
    const shard = `${number}/${jobs}`
    const report = join(folder, `${number}.json`)
    const command = [...process.execArgv, process.argv[1] as string]
    const child = spawn(process.execPath, [...command, ...argumentsOf(shard, report)], {
      // Note: Ctrl+C reaches only this process, which then cancels each child once.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    children.push(child)
    let errorText = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errorText = (errorText + text).slice(-errorTextMax)
    })
    const [code, signalName] = (await once(child, 'close')) as [number | null, string | null]
    if (existsSync(report)) return JSON.parse(readFileSync(report, 'utf8')) as ExplorationJson
    throw new EmulatorError('shard_failed', {
      action: 'explore',
      reason: `the shard ${shard} ended with ${signalName ?? `exit code ${code}`}`,
      advice: `Its standard error:\n${errorText.trimEnd()}`,
    })
  }
  process.once('exit', end)
  signal?.addEventListener('abort', cancel)
  try {
    const reports = Array.from({ length: jobs }, (_, i) => explore(i + 1))
    if (signal?.aborted) cancel()
    return mergeExplorations(await Promise.all(reports))
  } finally {
    signal?.removeEventListener('abort', cancel)
    process.off('exit', end)
    end()
  }
}
