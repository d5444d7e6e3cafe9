/** The command `course-admin-emulator check`: the report card of an integration. */
import { writeFileSync } from 'node:fs'
import { checkIntegration } from '../../conformance/check/check-integration.ts'
import { type CheckProgress, checkSettingsFrom } from '../../conformance/check/check-options.ts'
import { checkGroups } from '../../conformance/check/check-definition.ts'
import { checks } from '../../conformance/check/checks.ts'
import { hasEvidence } from '../../conformance/check/check-result.ts'
import type { ReportCard } from '../../conformance/check/report-card.ts'
import { unknownNameError } from '../../engine/errors/errors.ts'
import type { Connect } from '../../conformance/scenario/integration.ts'
import { baselineIds, readBaseline, updateBaseline } from './check-baseline.ts'
import {
  type CardFiles,
  type CheckArguments,
  checkUsage,
  parseCheckArguments,
} from './check-arguments.ts'
import { assertWritable } from './command-line.ts'
import { loadIntegration } from './integration-module.ts'
import type { CommandEnvironment } from './scenario-command.ts'

/** The environment of the command. */
export interface CheckEnvironment extends Pick<CommandEnvironment, 'stdout' | 'stderr'> {
  /** Cancels the checks that did not start. Default: never. */
  readonly signal?: AbortSignal
  /** Called after each check. Default: none. */
  readonly progress?: (progress: CheckProgress) => void
}

/**
 * Returns the exit code: 0 if the card is ok, 1 if it is not, 2 if it was canceled before a check failed.
 *
 * @throws EmulatorError for an invalid argument, and if the checks could not run
 */
export async function checkCommand(
  args: readonly string[],
  environment: CheckEnvironment,
): Promise<0 | 1 | 2> {
  const { stdout, stderr, signal } = environment
  const parsed = parseCheckArguments(args)
  const { files, baseline, updatesBaseline } = parsed
  if (parsed.help) return (stdout(checkUsage), 0)
  if (parsed.list) return (stdout(listOfChecks()), 0)
  if (parsed.explain !== undefined) return (stdout(explanationOf(parsed.explain)), 0)
  const known = baseline === undefined ? '' : readBaseline(baseline, updatesBaseline)
  const written = [...Object.values(files), ...(updatesBaseline && baseline ? [baseline] : [])]
  for (const file of written) assertWritable(file)
  const card = await performChecks(parsed, baselineIds(known), environment)
  writeCard(card, files)
  stdout(`${card.text}\n`)
  if (updatesBaseline && baseline !== undefined) {
    const count = updateBaseline(baseline, known, card)
    stderr(`The baseline ${baseline} lists ${count} ${count === 1 ? 'check' : 'checks'}.\n`)
  }
  const isNew = ({ verdict, isKnown }: ReportCard['checks'][number]): boolean =>
    verdict === 'failed' && !isKnown && !updatesBaseline
  if (signal?.aborted) return card.checks.some(isNew) ? 1 : 2
  if (!updatesBaseline) return card.ok ? 0 : 1
  const isUntold = card.checks.some((each) => each.verdict === 'inconclusive' && !each.isKnown)
  return isUntold || !hasEvidence(card.checks) ? 1 : 0
}

async function performChecks(
  { app, process, only, seed }: CheckArguments,
  baseline: readonly string[],
  { signal, progress }: CheckEnvironment,
): Promise<ReportCard> {
  const check = (connect: Connect, restarts: boolean): Promise<ReportCard> =>
    checkIntegration(connect, {
      baseline,
      restarts,
      ...(only && { only }),
      ...(seed !== undefined && { seed }),
      ...(signal && { signal }),
      ...(progress && { progress }),
    })
  if (!process) return check(await loadIntegration(app as string), true)
  // Note: a wrong name is refused before the process starts.
  checkSettingsFrom({ baseline, ...(only && { only }), ...(seed !== undefined && { seed }) })
  const { openProcess } = await import('../process/process-integration.ts')
  const opened = await openProcess(process)
  try {
    return await check(opened.connect, process.start !== undefined)
  } finally {
    await opened.close()
  }
}

function writeCard(card: ReportCard, { json, junit, markdown, html }: CardFiles): void {
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(card, null, 2)}\n`)
  if (junit !== undefined) writeFileSync(junit, card.toJUnit())
  if (markdown !== undefined) writeFileSync(markdown, card.toMarkdown())
  if (html !== undefined) writeFileSync(html, card.toHTML())
}

/** The ids by group, each with the reason of the check. */
function listOfChecks(): string {
  const width = Math.max(...checks.map(({ id }) => id.length))
  const groups = checkGroups.flatMap((group) => {
    const lines = checks
      .filter((check) => check.group === group)
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
  const parts = needs.map((part) => `\`${part}\``)
  const last = parts.pop() ?? 'the calls'
  const used = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
  const lines = [`${id} (${group})`, why, `Story: ${story.summary}`, `What must happen: ${must}`]
  return [...lines, `The check uses ${used} of the integration.`, ''].join('\n')
}
