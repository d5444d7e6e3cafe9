/** The finding of a check: its verdict with the evidence. */
import type { Schedule } from '../run/schedule.ts'
import { defined } from '../../engine/errors/defined.ts'

/** The verdict about an integration. */
export type CheckVerdict = 'passed' | 'failed' | 'skipped' | 'inconclusive'

/** The verdicts, from good to bad. */
export const checkVerdicts: readonly CheckVerdict[] = [
  'passed',
  'skipped',
  'inconclusive',
  'failed',
]

/** The run that shows a finding. */
export interface FindingRun {
  /** The name of the story. */
  readonly story: string
  readonly schedule: Schedule
  transcript(): string
}

/** What a check found. */
export interface Finding {
  readonly verdict: CheckVerdict
  /** What the check saw, or what to add so that it can run, as one sentence. */
  readonly reason: string
  /** The run that shows it. */
  readonly run?: FindingRun
  /** Whether the reason of a check that passed says what could be better. */
  readonly isNote?: true
}

/** The integration does what the check asks for. */
export const passed = (reason: string): Finding => ({ verdict: 'passed', reason })

/** The integration does what the check asks for, and could do it better. */
export const note = (reason: string): Finding => ({ verdict: 'passed', reason, isNote: true })

/** The run shows that the integration does not do what the check asks for. */
export const failed = (reason: string, run: FindingRun): Finding => ({
  verdict: 'failed',
  reason,
  run,
})

/** The check judges nothing of the integration. The reason says what it did not do, or what to add. */
export const skipped = (reason: string, run?: FindingRun): Finding => ({
  verdict: 'skipped',
  reason,
  ...defined({ run }),
})

/** The story says nothing about the integration. */
export const inconclusive = (reason: string, run?: FindingRun): Finding => ({
  verdict: 'inconclusive',
  reason,
  ...defined({ run }),
})

/** Ends a check early with a finding. */
export class CheckEnd extends Error {
  readonly finding: Finding

  constructor(finding: Finding) {
    super(finding.reason)
    this.finding = finding
  }
}
