/** The report card of an integration. */
import type { CheckDefinition } from './check-definition.ts'
import { type CheckResult, hasEvidence, isFailing, isRepaired } from './check-result.ts'
import type { Finding } from './check-verdict.ts'
import { formatReportCardJunit } from './formats/report-card-junit.ts'
import { formatReportCardMarkdown } from './formats/report-card-markdown.ts'
import { formatReportCard } from './formats/report-card-text.ts'
import { reportToHTML } from '../../report/page/report-page.ts'
import { defined } from '../../engine/errors/defined.ts'
import { cardReport } from '../report/reports.ts'
import { replayOf } from './story-run.ts'

/** The JSON form of a report card. */
export interface ReportCardJson {
  /** The version of this form. */
  readonly version: 1
  /** The number that ids and samples are drawn from. */
  readonly seed: number
  /** The resource that the stories are about. Absent if it is enrollments with their students. */
  readonly subject?: string
  /** The checks with their verdicts, in the order of the groups. */
  readonly checks: readonly CheckResult[]
  /** Whether a check passed or failed, and none failed or is inconclusive, except for those of the baseline. */
  readonly ok: boolean
  /** The real time in milliseconds. Only the JSON of the command has it. */
  readonly durationMs?: number
}

interface ReportCardParts {
  readonly findings: readonly { readonly check: CheckDefinition; readonly finding: Finding }[]
  readonly seed: number
  readonly baseline: ReadonlySet<string>
  /** The resource that the stories are about. Default: enrollments with their students. */
  readonly subject?: string
}

/** What `checkIntegration` returns. */
export class ReportCard {
  /** The version of the JSON form. */
  readonly version = 1
  /**
   * The resource that the stories are about: the first one that the integration follows. Undefined if it is enrollments
   * with their students.
   */
  readonly subject: string | undefined
  /** The checks with their verdicts, in the order of the groups. */
  readonly checks: readonly CheckResult[]
  /** The checks of the baseline that pass now. Remove them from the baseline. */
  readonly repaired: readonly string[]
  /**
   * Whether a check passed or failed, and none failed or is inconclusive, except for those of the baseline, and none of
   * those passed.
   */
  readonly ok: boolean
  /** The card as text. */
  readonly text: string
  readonly #seed: number

  constructor({ findings, seed, baseline, subject }: ReportCardParts) {
    this.#seed = seed
    this.subject = subject
    this.checks = findings.map(({ check, finding }) => resultOf(check, finding, baseline))
    this.repaired = this.checks.filter(isRepaired).map(({ id }) => id)
    this.ok = !this.checks.some(isFailing) && hasEvidence(this.checks)
    this.text = formatReportCard(this.checks, this.repaired, subject)
  }

  /** Returns the card as data, for `JSON.stringify`. */
  toJSON(): ReportCardJson {
    const { subject, checks, ok } = this
    return { version: 1, seed: this.#seed, ...defined({ subject }), checks, ok }
  }

  /**
   * Returns a JUnit file with a test case for each check. An inconclusive check is a failure. A check of the
   * baseline that failed is skipped.
   *
   * @example
   * writeFileSync('report-card.xml', card.toJUnit())
   */
  toJUnit(): string {
    return formatReportCardJunit(this.checks)
  }

  /**
   * Returns a table of the checks and the transcripts of those that fail, for the summary of a CI step.
   *
   * @example
   * writeFileSync('summary.md', card.toMarkdown())
   */
  toMarkdown(): string {
    return formatReportCardMarkdown(this.checks, this.subject)
  }

  /**
   * Returns one HTML file that loads no other file.
   *
   * @example
   * writeFileSync('report-card.html', card.toHTML())
   */
  toHTML(): string {
    return reportToHTML(cardReport(this.toJSON()))
  }
}

function resultOf(
  { id, group, why }: CheckDefinition,
  { verdict, reason, run, isNote }: Finding,
  baseline: ReadonlySet<string>,
): CheckResult {
  const shown = verdict === 'passed' ? undefined : run
  return {
    id,
    group,
    why,
    verdict,
    reason,
    ...(isNote && { isNote }),
    ...(shown && {
      evidence: shown.transcript(),
      story: shown.recorded(),
      replay: replayOf(shown),
    }),
    isKnown: baseline.has(id),
  }
}
