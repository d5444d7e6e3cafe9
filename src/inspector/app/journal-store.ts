/** The summaries of journal entries in the page, oldest first. */
import { signal } from '@preact/signals'
import type { EntrySummary } from '../api/entry-summary.ts'

const entriesMax = 20_000
const trimMargin = 2_000

let storedEntries: EntrySummary[] = []
let indexByNumber = new Map<number, number>()

/** Increases with each change of the stored entries. */
export const journalVersion = signal(0)

export const journalEntries = (): readonly EntrySummary[] => storedEntries

export const entryByNumber = (number: number): EntrySummary | undefined =>
  storedEntries[indexByNumber.get(number) ?? -1]

/** Adds new entries and replaces known entries. */
export function mergeEntries(entries: readonly EntrySummary[]): void {
  if (entries.length === 0) return
  for (const summary of entries) {
    const index = indexByNumber.get(summary.number)
    if (index === undefined) {
      indexByNumber.set(summary.number, storedEntries.push(summary) - 1)
    } else {
      storedEntries[index] = summary
    }
  }
  if (storedEntries.length > entriesMax + trimMargin) {
    storedEntries = storedEntries.slice(-entriesMax)
    indexByNumber = new Map(storedEntries.map(({ number }, place) => [number, place]))
  }
  journalVersion.value += 1
}

export function clearJournal(): void {
  storedEntries = []
  indexByNumber = new Map()
  journalVersion.value += 1
}
