/** Snapshots: takes them, restores them, and resets the emulator to its initial state. */
import { restoreKind } from '../../journal/kinds/restore.ts'
import { quoteValue } from '../../errors/argument-checks.ts'
import type { CellValues } from '../../store/cells.ts'
import { EmulatorError } from '../../errors/errors.ts'
import type { StateReplacement } from '../../clock/sleep-queue.ts'
import type { EmulatorContext } from '../context.ts'
import { assertInvariants } from '../invariants.ts'
import { MethodGroup } from '../method-group.ts'
import { keepUsage } from '../reports/usage.ts'
import { reregisterReceivers } from './receivers.ts'

/** A saved state in memory. It shares all unchanged data with the emulator, so it costs almost nothing. */
export interface Snapshot {
  /** The time on the emulator's clock when the snapshot was taken. */
  readonly at: string
}

/** A snapshot with the parts that only this package reads. */
interface InternalSnapshot extends Snapshot {
  readonly cells: CellValues
  readonly lineage: object
  /** The identity of the journal, and the number of its last entry. */
  readonly journal: object
  readonly lastEntryNumber: number
}

/** The state in a snapshot, for the control plane. */
export const snapshotCells = (snapshot: Snapshot): CellValues =>
  (snapshot as InternalSnapshot).cells

export class SnapshotMethodGroup extends MethodGroup {
  /** Takes a snapshot of rows, time, due tasks, rate windows, flags and tokens. */
  snapshot(): Snapshot {
    const { clock, cells, journal, settings } = this.context
    const snapshot: InternalSnapshot = {
      at: new Date(clock.now()).toISOString(),
      cells: cells.snapshot(),
      lineage: settings.lineage,
      journal: journal.identity(),
      lastEntryNumber: journal.lastNumber(),
    }
    return snapshot
  }

  /**
   * Restores a snapshot of this emulator, of the emulator that it was forked from, or of another fork.
   * It includes the registered webhooks, also those of receivers, and the deliveries: `delivered`, and `deliveries`
   * and `transcript` of a receiver return what they did when the snapshot was taken. The journal, `received` and
   * `usage` continue.
   *
   * @throws EmulatorError for a snapshot of an unrelated emulator, and for any other value
   */
  restore(snapshot: Snapshot): void {
    const { cells, journal, settings } = this.context
    assertSameLineage(snapshot, settings.lineage)
    if (snapshot.journal !== journal.identity()) journal.continueFrom(snapshot.lastEntryNumber)
    cells.restore(snapshot.cells)
    resume(this.context, 'restore')
    journal.add(restoreKind, {})
    assertInvariants(this.context)
  }

  /**
   * Restores the initial state. Receivers stay: each is registered again with its first options. A new
   * receiver at the same URL then replaces it.
   */
  reset(): void {
    const { cells, journal, initialState } = this.context
    keepUsage(this.context)
    cells.restore(initialState.cells)
    reregisterReceivers(this.context)
    resume(this.context, 'reset')
    journal.clear(initialState.lastEntryNumber)
    assertInvariants(this.context)
  }
}

/** Resumes deliveries and the clock: of a new emulator, or after a method replaced the state. */
export function resume(
  { dispatcher, clock }: EmulatorContext,
  replacedBy?: StateReplacement,
): void {
  if (replacedBy) clock.rejectLostSleeps(replacedBy)
  dispatcher.resume()
  clock.start()
}

/** Refuses a value that is not a snapshot, and a snapshot of an unrelated emulator. */
function assertSameLineage(
  snapshot: Snapshot,
  lineage: object,
): asserts snapshot is InternalSnapshot {
  const { cells, lineage: snapshotLineage } = (snapshot ?? {}) as Partial<InternalSnapshot>
  if (cells && snapshotLineage === lineage) return
  throw new EmulatorError(cells ? 'foreign_snapshot' : 'bad_snapshot', {
    action: 'restore a snapshot',
    reason: cells
      ? 'it belongs to an unrelated emulator'
      : `${quoteValue(snapshot)} is not a snapshot`,
    advice: cells
      ? 'Take a snapshot of this emulator or of the one that it was forked from, or use `save` and `load`.'
      : 'Give the object that `snapshot()` returned, not a copy.',
  })
}
