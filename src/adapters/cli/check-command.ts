/** The command `check`: the report card of an integration. */
import { checkGroups } from '../../conformance/check/check-definition.ts'
import { performChecks } from '../../conformance/check/check-integration.ts'
import { checkSettingsFrom } from '../../conformance/check/check-options.ts'
import { hasEvidence } from '../../conformance/check/check-result.ts'
import { checks } from '../../conformance/check/checks.ts'
import { formatReportCardJunit } from '../../conformance/check/formats/report-card-junit.ts'
import type { ReportCard, ReportCardJson } from '../../conformance/check/report-card.ts'
import { unknownNameError } from '../../engine/errors/errors.ts'
import { baselineIds, readBaseline, updateBaseline } from './check-baseline.ts'
import { argumentError, defineCommand } from './command.ts'
import { integerFlag, itemsOf, listFlag, pick, switchFlag, textFlag, under } from './flag.ts'
import { integrationFlags, integrationFrom } from './integration-flags.ts'
import {
  assertResultFiles,
  assertWritable,
  fileFlag,
  jsonFlag,
  jsonText,
  writeResults,
} from './results.ts'
import { durationLine, startStopwatch } from './stopwatch.ts'
import { defined } from '../../engine/errors/defined.ts'

const names = [...checkGroups, ...checks.map(({ id }) => id)]

/** Their values are options of a report card. */
const cardFlags = under('Checks', {
  only: listFlag('LIST', 'ids of checks and names of groups, with commas', namesFrom, {
    choices: names,
  }),
  seed: integerFlag('N', 'number that ids and samples are drawn from', { default: 1 }),
})

const baselineFlags = under('Checks', {
  baseline: textFlag(
    'FILE',
    'accept the failing checks that the file lists; fail for one that passes',
  ),
  updateBaseline: switchFlag('write the failing checks to the baseline'),
  list: switchFlag('list the checks', { beside: ['only'] }),
  explain: textFlag('ID', 'explain a check', { choices: checks.map(({ id }) => id), beside: [] }),
})

const resultFlags = under('Result', {
  json: jsonFlag(),
  junit: fileFlag('write the card for a CI system'),
  markdown: fileFlag('write the card as Markdown'),
  html: fileFlag('write the card as a page'),
})

const action = 'check the integration'

export const checkCommand = defineCommand({
  name: 'check',
  usage: [
    '--app FILE [options]',
    '--to URL [options]',
    '--state URL [options]',
    '--list',
    '--explain ID',
  ],
  about: `Runs the checks of the report card against your integration.

The exit code is 0 if no check failed or is inconclusive, 1 if one is or if none passed or failed, and
2 if the checks could not run or were canceled.`,
  flags: { ...integrationFlags, ...cardFlags, ...baselineFlags, ...resultFlags },
  examples: [
    ['--app ./integration.config.ts --only receiving,limits', 'run the checks of two groups'],
    [
      '--app ./integration.config.ts --baseline checks.txt --junit report.xml',
      'accept known failures in a pipeline',
    ],
    ['--explain stale-event', 'explain a check'],
  ],
  async perform({ values }, environment) {
    const files = pick(values, resultFlags)
    const { baseline, updateBaseline: updates = false, explain } = values
    if (values.list) {
      const { selected } = checkSettingsFrom(pick(values, cardFlags))
      environment.stdout(listOfChecks(selected))
      return 0
    }
    if (explain !== undefined) return (environment.stdout(explanationOf(explain)), 0)
    const integration = integrationFrom(values, action)
    checkSettingsFrom(pick(values, cardFlags))
    if (updates && baseline === undefined)
      throw argumentError(
        '--update-baseline needs the option --baseline',
        'Add --baseline FILE.',
        action,
      )
    const known = baseline === undefined ? '' : readBaseline(baseline, updates)
    assertResultFiles(files)
    if (updates && baseline !== undefined) assertWritable(baseline)
    const options = { ...pick(values, cardFlags), baseline: baselineIds(known) }
    // Note: a wrong name is refused before a process starts.
    checkSettingsFrom(options)
    const signal = environment.cancellation?.()
    const watch = startStopwatch(environment.nowMs)
    const durations = new Map<string, number>()
    const card = await integration.use((connect, restarts) => {
      // Note: the start of a process is no time of the first check.
      watch.lapMs()
      return performChecks(connect, {
        ...options,
        restarts,
        ...defined({ signal }),
        progress({ done, total, id }) {
          durations.set(id, watch.lapMs())
          environment.progress?.({ done, total, text: `checks: ${id}` })
        },
      })
    })
    const durationMs = watch.totalMs()
    const timed = card.checks.map((each) => ({
      ...each,
      ...defined({ durationMs: durations.get(each.id) }),
    }))
    const formats = {
      json: () =>
        jsonText({ ...card.toJSON(), checks: timed, durationMs } satisfies ReportCardJson),
      junit: () => formatReportCardJunit(timed, durationMs),
      markdown: () => card.toMarkdown(),
      html: () => card.toHTML(),
    }
    const text = `${card.text}\n${durationLine(durationMs)}`
    writeResults(files, formats, text, environment)
    if (updates && baseline !== undefined) {
      const count = updateBaseline(baseline, known, card)
      environment.stderr(
        `The baseline ${baseline} lists ${count} ${count === 1 ? 'check' : 'checks'}.\n`,
      )
    }
    return exitCodeOf(card, updates, signal?.aborted ?? false)
  },
})

function exitCodeOf(card: ReportCard, updates: boolean, isCanceled: boolean): 0 | 1 | 2 {
  const isNew = ({ verdict, isKnown }: ReportCard['checks'][number]): boolean =>
    verdict === 'failed' && !isKnown && !updates
  if (isCanceled) return card.checks.some(isNew) ? 1 : 2
  if (!updates) return card.ok ? 0 : 1
  const isUntold = card.checks.some((each) => each.verdict === 'inconclusive' && !each.isKnown)
  return isUntold || !hasEvidence(card.checks) ? 1 : 0
}

function namesFrom(lists: readonly string[]): readonly string[] {
  return lists.flatMap(itemsOf)
}

/** The ids by group, each with the reason of the check. */
function listOfChecks(selected: ReadonlySet<string>): string {
  const width = Math.max(...checks.map(({ id }) => id.length))
  const groups = checkGroups.flatMap((group) => {
    const lines = checks
      .filter((check) => check.group === group && selected.has(check.id))
      .map(({ id, why }) => `  ${id.padEnd(width)}  ${why}`)
    return lines.length === 0 ? [] : [[group, ...lines].join('\n')]
  })
  return `${groups.join('\n\n')}\n`
}

/** @throws EmulatorError for an unknown id */
function explanationOf(id: string): string {
  const check = checks.find((each) => each.id === id)
  if (!check) {
    const ids = checks.map((each) => each.id)
    throw unknownNameError('check', id, ids, `explain the check "${id}"`)
  }
  const { group, why, must, story, needs } = check
  const parts = needs.map((need) =>
    need === 'ending' ? 'the state or the written rows' : `\`${need}\``,
  )
  const last = parts.pop() ?? 'the calls'
  const used = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
  const lines = [`${id} (${group})`, why, `Story: ${story.summary}`, `What must happen: ${must}`]
  return [...lines, `The check uses ${used} of the integration.`, ''].join('\n')
}
