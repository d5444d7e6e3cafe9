/** The finding of a check: its verdict with the evidence. */
import type { History } from '../explore/history.ts'

/** The verdict about an integration. */
export type CheckVerdict = 'holds' | 'fails' | 'not exercised' | 'not applicable' | 'could not tell'

/** The verdicts, from good to bad. */
export const checkVerdicts: readonly CheckVerdict[] = [
  'holds',
  'not applicable',
  'not exercised',
  'could not tell',
  'fails',
]

/** The run that shows a finding. */
export interface FindingRun {
  /** The name of the story. */
  readonly story: string
  readonly history: History
  transcript(): string
}

/** What a check found. */
export interface Finding {
  readonly verdict: CheckVerdict
  /** What the check saw, or what to add so that it can run, as one sentence. */
  readonly reason: string
  /** The run that shows it. */
  readonly run?: FindingRun
  /** Whether the reason of a check that holds says what could be better. */
  readonly isNote?: true
}

/** The integration does what the check asks for. */
export const holds = (reason: string): Finding => ({ verdict: 'holds', reason })

/** The integration does what the check asks for, and could do it better. */
export const note = (reason: string): Finding => ({ verdict: 'holds', reason, isNote: true })

/** The run shows that the integration does not do what the check asks for. */
export const fails = (reason: string, run: FindingRun): Finding => ({
  verdict: 'fails',
  reason,
  run,
})

/** The integration did nothing that the check could judge. */
export const notExercised = (reason: string, run?: FindingRun): Finding => ({
  verdict: 'not exercised',
  reason,
  ...(run && { run }),
})

/** The check has no meaning for the integration. The reason says what to add. */
export const notApplicable = (reason: string): Finding => ({ verdict: 'not applicable', reason })

/** The story says nothing about the integration. */
export const couldNotTell = (reason: string, run?: FindingRun): Finding => ({
  verdict: 'could not tell',
  reason,
  ...(run && { run }),
})

/** Ends a check early with a finding. */
export class CheckEnd extends Error {
  readonly finding: Finding

  constructor(finding: Finding) {
    super(finding.reason)
    this.finding = finding
  }
}
