/** What an exploration did not compare, and what is no failure, as sentences. */
import type { BaselineRun } from './reference-runs.ts'
import { patternOf } from './state-paths.ts'

export function notesOf({ unsteady, timed, late, fresh }: BaselineRun): readonly string[] {
  return [
    ...noteOf('not compared, because two runs without a deviation differ', unsteady),
    ...noteOf(
      'not compared, because it depends on the time or on numbers of the integration',
      timed.map((pattern) => `state.${pattern}`),
    ),
    ...noteOf('compared after the final synchronization only, because no event tells of it', late),
    ...noteOf('differs from a fresh start and depends on the history', fresh?.unexplained ?? []),
    ...noteOf(
      `kept, although a fresh start does not have it (${fresh?.kept.length ?? 0})`,
      fresh?.kept.map(({ path }) => path) ?? [],
    ),
  ]
}

/** One sentence with the patterns of the paths; none without a path. */
function noteOf(text: string, paths: readonly string[]): string[] {
  const patterns = [...new Set(paths.map((path) => patternOf(path.split('.'))))]
  return patterns.length === 0 ? [] : [`${patterns.join(', ')}: ${text}`]
}
