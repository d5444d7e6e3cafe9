/** The signs and words of severities, so that none is only a colour. */
import type { Severity, StoryEntry } from '../../engine/journal/story.ts'
import { html, type Html } from '../html.ts'

const signs: Readonly<Record<Severity, readonly [sign: string, word: string]>> = {
  plain: ['', ''],
  ok: ['', ''],
  refused: ['!', 'refused'],
  failed: ['✕', 'failed'],
  fault: ['⚡', 'hit by a fault'],
}

/** The entry that an attempt and its end are shown as. A failure is never hidden by what came after it. */
export const severityOf = (entry: StoryEntry, end?: StoryEntry): Severity =>
  entry.severity === 'fault' || !end ? entry.severity : end.severity

const failures: readonly Severity[] = ['failed', 'refused', 'fault']

/** Whether an entry failed, was refused, or was hit by a fault. The note that a fault hit is none of its own. */
export const isFailure = ({ severity, track }: StoryEntry): boolean =>
  track !== 'faults' && failures.includes(severity)

/** A mark with the outcome of an entry; nothing for an entry without an outcome and without a failure. */
export function outcomePill(severity: Severity, outcome: string | undefined): Html | undefined {
  const [sign, word] = signs[severity]
  if (outcome === undefined && sign === '') return undefined
  const mark =
    sign === ''
      ? undefined
      : html`<b aria-hidden="true">${sign}</b><span class="vh">${word} </span>`
  return html`<span class="pill ${severity}">${mark}${outcome}</span>`
}
