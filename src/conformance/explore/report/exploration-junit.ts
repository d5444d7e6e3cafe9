/** Formats an exploration as a JUnit file: a case for the baseline run, and one for each failing schedule. */
import { formatJunit, type JunitCase } from '../../report/junit.ts'
import { formatEndingDifferences } from '../../oracles/difference.ts'
import { formatSchedule } from '../../run/schedule.ts'
import type { ExplorationFacts } from '../exploration-text.ts'
import type { ExplorationFailure } from '../failure.ts'

export function formatExplorationJunit(
  { scenario, coverage, failures }: ExplorationFacts,
  durationMs?: number,
): string {
  const isPlainFailure = failures.some(({ deviations }) => deviations.length === 0)
  const plain: JunitCase = { name: formatSchedule([]), output: coverage }
  return formatJunit(
    `explore.${scenario}`,
    [...(isPlainFailure ? [] : [plain]), ...failures.map(failureCase)],
    durationMs,
  )
}

function failureCase(failure: ExplorationFailure): JunitCase {
  const { replay, verdict, reason, difference, transcript, compared } = failure
  const why = reason ?? difference[0]?.path
  const differences = formatEndingDifferences(difference, compared)
  return {
    name: replay,
    failure: {
      message: why === undefined ? verdict : `${verdict}: ${why}`,
      text: [...(reason === undefined ? [] : [reason]), differences, `replay: ${replay}`]
        .filter(Boolean)
        .join('\n'),
    },
    output: transcript,
  }
}
