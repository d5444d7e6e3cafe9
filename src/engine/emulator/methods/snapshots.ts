/** Saved states: takes snapshots, saves worlds as text, restores both, and resets to the initial state. */
import { restoreKind } from '../../journal/kinds/restore.ts'
import { isObject, quoteValue } from '../../errors/argument-checks.ts'
import { firstHistory, type History } from '../../model/history.ts'
import type { CellValues } from '../../store/cells.ts'
import { EmulatorError } from '../../errors/errors.ts'
import type { StateReplacement } from '../../clock/sleep-queue.ts'
import type { EmulatorContext } from '../context.ts'
import { historyFrom } from '../initial-state.ts'
import { invariantChecks } from '../invariants.ts'
import { MethodGroup } from '../method-group.ts'
import { keepFailure } from '../reports/test-end.ts'
import { keepUsage } from '../reports/usage.ts'
import { loadWorld, type SavedWorld, saveWorld } from '../worlds/world-file.ts'
import { reregisterReceivers } from './receivers.ts'

/** A saved state in memory. It shares all unchanged data with the emulator, so it costs almost nothing. */
export interface Snapshot {
  /** The time on the emulator's clock when the snapshot was taken. */
  readonly at: string
}

/** A snapshot with the parts that only this package reads. */
interface InternalSnapshot extends Snapshot {
  readonly cells: CellValues
  readonly history: History
  /** The identity of the journal, and the number of its last entry. */
  readonly journal: object
  readonly lastEntryNumber: number
}

/** The state in a snapshot, for the control plane. */
export const snapshotCells = (snapshot: Snapshot): CellValues =>
  (snapshot as InternalSnapshot).cells

export class SnapshotMethodGroup extends MethodGroup {
  /** Keeps rows, time, due tasks, rate windows, flags and tokens in memory, as they are now, for `restore`. */
  snapshot(): Snapshot {
    const { clock, cells, journal, history } = this.context
    const snapshot: InternalSnapshot = {
      at: new Date(clock.now()).toISOString(),
      cells: cells.snapshot(),
      history,
      journal: journal.identity(),
      lastEntryNumber: journal.lastNumber(),
    }
    return snapshot
  }

  /**
   * Returns the whole state as JSON text, one row on a line: rows, time, due tasks, deliveries, rate windows,
   * flags, assumptions and tokens. It does not include the receivers and the journal.
   *
   * @example
   * writeFileSync('world.json', emulator.save())
   * const later = createEmulator({ load: readFileSync('world.json', 'utf8') })
   */
  save(): string {
    return saveWorld(this.context)
  }

  /**
   * Restores a snapshot, or a saved world of any emulator.
   *
   * A snapshot is one of this emulator, of the emulator that it was forked from, or of another fork. It includes
   * the registered webhooks, also those of receivers, and the deliveries: `delivered`, and `deliveries` and
   * `transcript` of a receiver return what they did when the snapshot was taken. The journal, `received` and
   * `usage` continue.
   *
   * A saved world is the result of `save`. It includes the seed. Receivers stay and receive the events that the
   * webhooks of the saved world are registered for. Attempts that were in flight start again. The journal is
   * cleared. `reset` still restores the initial state of this emulator.
   *
   * @throws EmulatorError for a snapshot of an unrelated emulator, for a world that this version cannot read, and
   *   for any other value
   * @example
   * const before = emulator.snapshot()
   * emulator.given('users', 3)
   * emulator.restore(before)
   */
  restore(state: Snapshot | SavedWorld): void {
    if (isSnapshot(state)) restoreSnapshot(this.context, state)
    else restoreWorld(this.context, state)
    invariantChecks.run?.(this.context)
  }

  /**
   * Restores the initial state. Receivers stay: each is registered again with its first options. A new
   * receiver at the same URL then replaces it.
   */
  reset(): void {
    const { catalog, cells, journal, initialState, unhandledRequests } = this.context
    keepUsage(this.context)
    keepFailure(this.context)
    unhandledRequests.length = 0
    cells.restore(initialState.cells)
    this.context.history = historyFrom(initialState, catalog)
    reregisterReceivers(this.context)
    resume(this.context, 'reset')
    journal.clear(initialState.lastEntryNumber)
    invariantChecks.run?.(this.context)
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

/** Returns whether a value is a snapshot of any emulator, or a copy of one. */
const isSnapshot = (state: unknown): state is InternalSnapshot =>
  isObject(state) && isObject(state['history']) && isObject(state['cells'])

function restoreSnapshot(context: EmulatorContext, snapshot: InternalSnapshot): void {
  const { cells, journal, settings } = context
  if (snapshot.history.lineage !== settings.lineage) throw foreignSnapshotError()
  if (snapshot.journal !== journal.identity()) journal.continueFrom(snapshot.lastEntryNumber)
  cells.restore(snapshot.cells)
  context.history = historyFrom(snapshot, context.catalog)
  resume(context, 'restore')
  journal.add(restoreKind, {})
}

function restoreWorld(context: EmulatorContext, saved: SavedWorld): void {
  if (typeof saved !== 'string' && !isObject(saved)) throw notAStateError(saved)
  loadWorld(context, saved)
  context.history = firstHistory(context.settings.lineage)
  resume(context, 'restore')
}

const foreignSnapshotError = (): EmulatorError =>
  new EmulatorError('foreign_snapshot', {
    action: 'restore a snapshot',
    reason: 'it is a copy, or it belongs to an unrelated emulator',
    advice:
      'Give the object that `snapshot()` of this emulator or of one of its forks returned, or the text of `save()`.',
  })

const notAStateError = (value: unknown): EmulatorError =>
  new EmulatorError('bad_snapshot', {
    action: 'restore a state',
    reason: `${quoteValue(value)} is neither a snapshot nor a saved world`,
    advice: 'Give the result of `snapshot()` or of `save()`.',
  })
