/** The summaries of the journal entries that the emulator keeps, oldest first. */
import { signal } from '@preact/signals'
import type { EntrySummary } from '../engine/control/views/entry-summary.ts'
import type { KeptEntries } from '../engine/control/views/timeline-page.ts'

/** In the order of the numbers: the emulator sends entries in it. */
const summaries = new Map<number, EntrySummary>()
let listed: readonly EntrySummary[] | undefined
let firstNumber = 0

/** Increases with each change of the stored entries. */
export const journalVersion = signal(0)

/** How many entries the journal has dropped. */
export const droppedCount = signal(0)

export const journalEntries = (): readonly EntrySummary[] => (listed ??= [...summaries.values()])

export const entryByNumber = (number: number): EntrySummary | undefined => summaries.get(number)

/** Adds new entries and replaces known entries. */
export function mergeEntries(entries: readonly EntrySummary[]): void {
  if (entries.length === 0) return
  for (const summary of entries) {
    if (summary.number >= firstNumber) summaries.set(summary.number, summary)
  }
  announceChange()
}

/** Removes the entries that the emulator does not keep. */
export function trimEntries({ first, dropped }: KeptEntries): void {
  droppedCount.value = dropped
  if (first === firstNumber) return
  firstNumber = first
  const sizeBefore = summaries.size
  for (const number of summaries.keys()) {
    if (number >= first) break
    summaries.delete(number)
  }
  if (summaries.size < sizeBefore) announceChange()
}

export function clearJournal(): void {
  summaries.clear()
  firstNumber = 0
  droppedCount.value = 0
  announceChange()
}

function announceChange(): void {
  listed = undefined
  journalVersion.value += 1
}
