/** Converts explorations, report cards and capacities to the model of reports, which one page shows. */
import { version } from '../../engine/emulator/version.ts'
import type { Chart } from '../../report/chart/chart.ts'
import type { Report, ReportFailure, ReportGroup, ReportMatrix } from '../../report/page/report.ts'
import type { CapacityData } from '../capacity/capacity.ts'
import {
  formatLargest,
  formatRunTime,
  formatSize,
  formatTargetTime,
  formatWindow,
  summarize,
} from '../capacity/capacity-text.ts'
import { checkGroups } from '../check/check-definition.ts'
import {
  type CheckResult,
  isFailing,
  onlyText,
  reasonText,
  verdictText,
} from '../check/check-result.ts'
import { countsLine } from '../check/formats/report-card-text.ts'
import { emptyShardNotes, type ExplorationFacts } from '../explore/exploration-text.ts'
import { describeDeviation, type ExplorationFailure } from '../explore/failure.ts'
import { failureTest } from '../explore/report/replay-test.ts'
import { type Verdict, verdictTable } from '../oracles/verdict.ts'
import { formatChoicePoint, stableJson } from '../run/choice-point.ts'
import { definitionOf, formatDeviation } from '../run/schedule.ts'

const versionLine = `course-admin-emulator ${version}`

export function explorationReport(exploration: ExplorationFacts): Report {
  const { scenario, coverage, verdicts, matrix, failures, notes } = exploration
  return {
    title: `Exploration of ${scenario}`,
    verdict:
      failures.length === 0
        ? { text: 'converged', grade: 'ok' }
        : { text: 'did not converge', grade: 'bad' },
    counts: Object.entries(verdicts).map(([verdict, count]) => ({
      text: `${count} ${verdict}`,
      grade: verdictTable[verdict as Verdict].severity,
    })),
    about: [coverage, ...emptyShardNotes(exploration), versionLine],
    failures: failures.map((failure) => explorationFailure(failure, exploration)),
    ...(matrix.rows.length > 0 && { matrix: matrixOf(exploration) }),
    notes,
  }
}

function explorationFailure(
  failure: ExplorationFailure,
  exploration: ExplorationFacts,
): ReportFailure {
  const { verdict, isAmplified, replay, reason, deviations, compared, difference, count } = failure
  const { transcript, story, reference, referenceStory } = failure
  const test = failureTest(failure, exploration)
  const hasBaseline = reference !== undefined
  return {
    id: replay,
    verdict: { text: verdict, grade: verdictTable[verdict].severity },
    ...(isAmplified && { badges: [{ text: 'amplified', grade: 'note' }] }),
    ...(reason !== undefined && { reason }),
    deviations: deviations.map((each) => {
      const { summary, rule } = definitionOf(each)
      return { text: `${describeDeviation(each)}: ${summary}`, rule }
    }),
    differences: {
      names: compared,
      list: difference.map((each) => ({
        path: each.path,
        ...('expected' in each && { expected: stableJson(each.expected) }),
        ...('actual' in each && { actual: stableJson(each.actual) }),
      })),
    },
    count,
    run: { title: 'this run', transcript, ...(story && { story }) },
    ...(hasBaseline && {
      baseline: {
        title: 'run that it is compared with',
        transcript: reference,
        ...(referenceStory && { story: referenceStory }),
      },
    }),
    replay,
    ...(test !== undefined && { test }),
  }
}

function matrixOf({ matrix: { columns, rows }, failures }: ExplorationFacts): ReportMatrix {
  const failed = new Set(failures.map(({ replay }) => replay))
  return {
    columns,
    rows: rows.map(({ point, cells }) => ({
      title: formatChoicePoint(point),
      cells: cells.map((verdict, i) => {
        if (verdict === null) return null
        const replay = formatDeviation({ name: columns[i] ?? '', point })
        return {
          letter: verdictTable[verdict].letter,
          text: `${verdict}: ${replay}`,
          grade: verdictTable[verdict].severity,
          ...(failed.has(replay) && { failure: replay }),
        }
      }),
    })),
    legend: Object.entries(verdictTable).map(([text, { letter, severity }]) => ({
      letter,
      text,
      grade: severity,
    })),
  }
}

/** What a report card says besides its checks. */
interface CardFacts {
  readonly subject?: string
  readonly checks: readonly CheckResult[]
  readonly seed: number
  readonly ok: boolean
}

export function cardReport({ checks, seed, subject, ok }: CardFacts): Report {
  const shown = checks.filter(isFailing)
  const rest = checks.filter((check) => !isFailing(check))
  const skipped = rest.filter(({ verdict }) => verdict === 'skipped')
  const passed = rest.filter(({ verdict }) => verdict !== 'skipped')
  const reasons = [...new Set(skipped.map(({ reason }) => reason))]
  return {
    title: 'Report card',
    verdict: ok ? { text: 'ok', grade: 'ok' } : { text: 'not ok', grade: 'bad' },
    about: [countsLine(checks, subject), `seed ${seed} · ${versionLine}`],
    failures: shown.map((check) => {
      const { id, group, why, verdict, evidence, replay } = check
      return {
        id,
        group,
        verdict: { text: verdictText(check), grade: verdict === 'failed' ? 'bad' : 'note' },
        about: why,
        reason: reasonText(check),
        ...(evidence !== undefined && {
          run: {
            title: 'the run that shows it',
            transcript: evidence,
            ...(check.story && { story: check.story }),
          },
        }),
        ...(replay !== undefined && { replay }),
        repeat: onlyText(id),
      }
    }),
    groups: [
      ...reasons.map((reason): ReportGroup => ({
        title: 'Not run',
        advice: reason,
        items: skipped.filter((check) => check.reason === reason).map(itemOf),
      })),
      ...checkGroups.flatMap((group): ReportGroup[] => {
        const own = passed.filter((check) => check.group === group)
        return own.length === 0 ? [] : [{ title: group, items: own.map(itemOf) }]
      }),
    ],
  }
}

const itemOf = (check: CheckResult) => ({
  id: check.id,
  verdict: {
    text: verdictText(check),
    grade: ({ passed: 'ok', failed: 'bad', skipped: 'none', inconclusive: 'note' } as const)[
      check.verdict
    ],
  },
  text: check.isNote ? check.reason : check.why,
})

/** The duration by size, the window, and the runs. Both axes start at 0. */
export function capacityChart(data: CapacityData): Chart {
  const { sizes, target, durationMs, windowMs, isExtended, noun } = data
  const largest = data.largest ?? 0
  const sizeEnd = Math.max(target, ...sizes.map(({ size }) => size))
  const isReached = largest > 0 && largest <= sizeEnd
  const targetPoint = [target, durationMs] as const
  const runs = sizes.map((run) => [run.size, run.durationMs] as const)
  return {
    summary: summarize(data),
    title: [formatTargetTime(data), formatLargest(data)],
    axis: { from: 0, to: sizeEnd, kind: 'number', label: noun, format: formatSize },
    panels: [
      {
        label: 'time',
        height: 300,
        isTime: true,
        format: formatRunTime,
        limit: {
          value: windowMs,
          label: `window of ${formatWindow(windowMs)}`,
          ...(isReached && { reachedAt: { at: largest, label: `${formatSize(largest)} fit` } }),
        },
        series: [
          { name: 'run', kind: 'line', color: 0, values: runs },
          ...(isExtended
            ? [
                {
                  name: 'extended',
                  kind: 'line' as const,
                  isDashed: true,
                  color: 0,
                  values: [...runs.slice(-1), targetPoint],
                },
              ]
            : []),
          { name: 'run', kind: 'points', color: 0, values: runs },
          { name: 'target', kind: 'points', color: 1, values: [targetPoint] },
        ],
        notes: [
          {
            at: target,
            value: durationMs,
            text: `${formatSize(target)}: ${formatRunTime(durationMs)}`,
          },
        ],
      },
    ],
  }
}
