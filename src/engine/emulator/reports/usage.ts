/** Methods that report what a run cost. */
import { isObject, quoteValue } from '../../errors/argument-checks.ts'
import { type Named, option, type OptionsOf, readOptions } from '../../errors/options.ts'
import { EmulatorError } from '../../errors/errors.ts'
import type { JournalEntry } from '../../journal/entry-types.ts'
import type { OperationLookup } from '../../kit/usage/counted-request.ts'
import { countEntry } from '../../kit/usage/usage-counter.ts'
import { createUsage } from '../../kit/usage/usage-report.ts'
import { createUsageState, type UsageState } from '../../kit/usage/usage-state.ts'
import type { Usage, UsageData } from '../../kit/usage/usage.ts'
import type { EmulatorContext } from '../context.ts'
import { MethodGroup } from '../method-group.ts'
import { routeOf } from './calls-and-deliveries.ts'

/** The options of `usage`. */
const usageOptions = {
  /** Counts only what came after this journal entry, given as the entry or its number. Default: the start. */
  since: option<JournalEntry | number>(),
}

/** Options of `usage`. */
export interface UsageOptions extends OptionsOf<typeof usageOptions>, Named {}

export class UsageMethodGroup extends MethodGroup {
  /**
   * Returns what the run cost since the start, or after a journal entry: calls per operation, pages, records
   * and bytes, the time that clients waited after a 429, scopes, deprecated parts, and advice with evidence.
   * Times are in milliseconds on the emulator's clock. A fork counts from its own start; `reset`
   * and the restore of a saved world start again.
   *
   * @throws EmulatorError for an entry that the journal dropped, and for a value that is not an entry
   * @example
   * console.log(emulator.usage().toText())
   * assert.deepEqual(emulator.usage().advice, [])
   */
  usage(options?: UsageOptions): Usage {
    return countUsage(this.context, sinceNumber(this.context, options))
  }
}

/** Counts what the run cost after the entry with a number, or since the start. */
function countUsage(context: EmulatorContext, since?: number): Usage {
  const { journal, settings, catalog, store, now } = context
  const state = since === undefined ? context.droppedEntries.usage() : stateAfter(context, since)
  const entries =
    since === undefined
      ? journal.entries()
      : journal.entriesAfter(since, settings.journalEntriesMax)
  for (const entry of entries) {
    countEntry(state, entry, (request) => operationIn(settings, request))
  }
  const { requestsPerWindowMax } = settings.rateLimit
  return createUsage(state, {
    catalog,
    rowCount: (resource) => store.size(resource),
    requestsPerWindowMax,
    nowMs: now(),
  })
}

/** Collects the usage before each `reset` and each restore of a saved world from now on, for `collectedUsages`. */
export function collectUsages({ droppedEntries }: EmulatorContext): void {
  droppedEntries.beforeClearing ??= []
}

/** Keeps the usage if it is collected. To be called before a method replaces the state and clears the journal. */
export function keepUsage(context: EmulatorContext): void {
  context.droppedEntries.beforeClearing?.push(countUsage(context).toJSON())
}

/** Returns the collected usages, and the usage since then. */
export const collectedUsages = (context: EmulatorContext): UsageData[] => [
  ...(context.droppedEntries.beforeClearing ?? []),
  countUsage(context).toJSON(),
]

/** Finds the operation of a request, also of one that was refused before its operation was found. */
export const operationIn = (
  settings: Pick<EmulatorContext, 'catalog' | 'router'>,
  request: Parameters<OperationLookup>[0],
): ReturnType<OperationLookup> =>
  settings.catalog.operations.get(request.operation ?? '') ?? routeOf(settings, request)?.operation

/** Counters that start with the time of an entry. */
function stateAfter({ journal }: EmulatorContext, since: number): UsageState {
  const state = createUsageState()
  const at = journal.entriesAfter(since - 1, 1)[0]?.at
  return at === undefined ? state : { ...state, startMs: at, lastMs: at }
}

function sinceNumber(
  { journal, droppedEntries: { lastNumber = -1 } }: EmulatorContext,
  options: UsageOptions = {},
): number | undefined {
  const { since } = readOptions(usageOptions, options, { action: 'count the usage' })
  if (since === undefined) return undefined
  const number: unknown = isObject(since) ? since.number : since
  const known = typeof number === 'number' && Number.isInteger(number)
  if (known && number >= lastNumber && (number === 0 || journal.isOwnNumber(number))) return number
  throw new EmulatorError('unknown_entry', {
    action: `count the usage since ${quoteValue(number)}`,
    reason:
      known && number < lastNumber
        ? 'the journal no longer keeps the entries after it'
        : 'the journal of this emulator does not contain this entry',
    advice: 'Give an entry of `emulator.journal`, its number, or a higher `journalEntriesMax`.',
  })
}
