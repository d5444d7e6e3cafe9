/** Selected kinds of deviations without a choice point in the plain run. */
import type { RunOutcome } from '../run/outcome.ts'
import { type DeviationKind, deviationKinds, deviationTable } from '../deviations/deviations.ts'

type PlainRun = Pick<RunOutcome, 'points' | 'keepsValues'>

/** The chosen kinds that can show a defect: a crash loses everything that an integration keeps in memory. */
export const applicableKinds = (
  kinds: ReadonlySet<DeviationKind>,
  { keepsValues }: Pick<RunOutcome, 'keepsValues'>,
): ReadonlySet<DeviationKind> =>
  keepsValues ? kinds : new Set([...kinds].filter((kind) => kind !== 'crashes'))

/** Returns the chosen kinds without a choice point among those of the plain run. */
export function absentKinds(
  run: PlainRun,
  kinds: ReadonlySet<DeviationKind>,
): readonly DeviationKind[] {
  const types = new Set(run.points.map(({ type }) => type))
  const present = new Set(deviationTable.filter(({ at }) => types.has(at)).map(({ kind }) => kind))
  const applicable = applicableKinds(present, run)
  return deviationKinds.filter((kind) => kinds.has(kind) && !applicable.has(kind))
}

/** What the plain run lacks, and what to do. The last sentence has no full stop. */
const absences: Readonly<Record<DeviationKind, string>> = {
  deliveries:
    'the plain run has no delivery. Let a step of the scenario cause an event that the webhook subscribes to',
  requests: 'the integration makes no call. Let it read the service when a delivery arrives',
  rights: 'the integration makes no call. Let it read the service when a delivery arrives',
  crashes:
    'the integration writes nothing to `storage`, so that a crash would lose all that it knows. Keep there what must survive',
  drift:
    'no list of the plain run has a second page. Give the scenario more records, or read with a smaller per_page',
  steps:
    'no work of the integration is due at the end of a step. Choose another kind, unless the integration waits with `sleep`',
  assumptions:
    'the plain run relies on no assumption that has an alternative. Add steps to the scenario that rely on one',
}

/** Why no history could be run, if no chosen kind has a choice point. */
export function absenceReason(kinds: readonly DeviationKind[]): string {
  const sentences = kinds.map((kind) => `${kind}: ${absences[kind]}`)
  return `the chosen deviations have no choice point. ${sentences.join('. ')}`
}
