/** The report card of an integration. */
import type { CheckDefinition, CheckGroup } from './check-definition.ts'
import type { CheckVerdict, Finding } from './finding.ts'
import { formatReportCard } from './report-card-text.ts'
import { replayOf } from './story-runs.ts'

/** A check with its verdict. */
export interface CheckResult {
  /** The id: `redelivered-id`. */
  readonly id: string
  readonly group: CheckGroup
  /** Why the check matters. */
  readonly why: string
  readonly verdict: CheckVerdict
  /** What the check saw, or what to add so that it can run. */
  readonly reason: string
  /** The calls, events and deliveries of the run that shows it; absent for a check that holds. */
  readonly evidence?: string
  /** The story and the history of that run: `one-enrollment: twice at enrollment.created id=1 #1`. */
  readonly replay?: string
  /** Whether the baseline lists the check. */
  readonly isKnown: boolean
}

/** The JSON form of a report card. */
export interface ReportCardJson {
  /** The version of this form. */
  readonly version: 1
  /** The number that ids and samples are drawn from. */
  readonly seed: number
  readonly checks: readonly CheckResult[]
  /** Whether no check fails or could not tell, except for those of the baseline. */
  readonly ok: boolean
}

interface ReportCardParts {
  readonly findings: readonly { readonly check: CheckDefinition; readonly finding: Finding }[]
  readonly seed: number
  readonly baseline: ReadonlySet<string>
}

/** What `checkIntegration` returns. */
export class ReportCard {
  /** The version of the JSON form. */
  readonly version = 1
  /** The checks with their verdicts, in the order of the groups. */
  readonly checks: readonly CheckResult[]
  /** The checks of the baseline that hold now. Remove them from the baseline. */
  readonly repaired: readonly string[]
  /** Whether no check fails or could not tell, except for those of the baseline, and none of those holds. */
  readonly ok: boolean
  /** The card as text. */
  readonly text: string
  readonly #seed: number

  constructor({ findings, seed, baseline }: ReportCardParts) {
    this.#seed = seed
    this.checks = findings.map(({ check, finding }) => resultOf(check, finding, baseline))
    this.repaired = this.checks
      .filter(({ isKnown, verdict }) => isKnown && verdict === 'holds')
      .map(({ id }) => id)
    this.ok =
      this.repaired.length === 0 &&
      this.checks.every(({ isKnown, verdict }) => isKnown || !isBad(verdict)) &&
      this.checks.some(({ verdict }) => verdict === 'holds')
    this.text = formatReportCard(this)
  }

  /** Returns the card as data, for `JSON.stringify`. */
  toJSON(): ReportCardJson {
    return { version: 1, seed: this.#seed, checks: this.checks, ok: this.ok }
  }
}

const isBad = (verdict: CheckVerdict): boolean =>
  verdict === 'fails' || verdict === 'could not tell'

function resultOf(
  { id, group, why }: CheckDefinition,
  { verdict, reason, run }: Finding,
  baseline: ReadonlySet<string>,
): CheckResult {
  const shown = verdict === 'holds' ? undefined : run
  return {
    id,
    group,
    why,
    verdict,
    reason,
    ...(shown && { evidence: shown.transcript(), replay: replayOf(shown) }),
    isKnown: baseline.has(id),
  }
}
