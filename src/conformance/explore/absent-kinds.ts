/** Selected kinds of deviations without a choice point in the baseline run. */
import type { ChoicePoint, DeviatedRun } from '../deviations/deviation.ts'
import { type DeviationKind, deviationModules } from '../deviations/kinds.ts'

type IntegrationFacts = Omit<DeviatedRun, 'entries'>

interface BaselineFacts extends IntegrationFacts {
  readonly points: readonly ChoicePoint[]
}

/** Why chosen kinds cannot show a defect of the integration, as sentences without a full stop. */
export const obstacleNotes = (
  kinds: ReadonlySet<DeviationKind>,
  baseline: IntegrationFacts,
): readonly string[] => {
  const found = new Map<string, string[]>()
  for (const { kind, obstacle } of deviationModules) {
    const reason = kinds.has(kind) ? obstacle?.(baseline) : undefined
    if (reason !== undefined) found.set(reason, [...(found.get(reason) ?? []), `no ${kind}`])
  }
  return [...found].map(([reason, names]) => `${names.join(', ')}: ${reason}`)
}

/** The chosen kinds that can show a defect of the integration. */
export const applicableKinds = (
  kinds: ReadonlySet<DeviationKind>,
  baseline: IntegrationFacts,
): ReadonlySet<DeviationKind> =>
  new Set(
    deviationModules
      .filter(({ kind, obstacle }) => kinds.has(kind) && obstacle?.(baseline) === undefined)
      .map(({ kind }) => kind),
  )

/** Returns the chosen kinds without a choice point among those of the baseline run. */
export function absentKinds(
  baseline: BaselineFacts,
  kinds: ReadonlySet<DeviationKind>,
): readonly DeviationKind[] {
  const types = new Set(baseline.points.map(({ type }) => type))
  const applicable = applicableKinds(kinds, baseline)
  return deviationModules
    .filter(
      ({ kind, deviations }) =>
        kinds.has(kind) && !(applicable.has(kind) && deviations.some(({ at }) => types.has(at))),
    )
    .map(({ kind }) => kind)
}

/** Why no schedule could be run, if no chosen kind has a choice point. */
export function absenceReason(kinds: readonly DeviationKind[], baseline: IntegrationFacts): string {
  const sentences = deviationModules
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, absence, obstacle }) => `${kind}: ${obstacle?.(baseline) ?? absence}`)
  return `the chosen deviations have no choice point. ${sentences.join('. ')}`
}
