/** The journal as the page knows it: glances, oldest first, as many as the ring keeps. */
import { signal } from '@preact/signals'
import type { EntrySummary } from '../api/entry-summary.ts'

const entriesMax = 20_000
const trimMargin = 2_000

let storedEntries: EntrySummary[] = []
let indexByNumber = new Map<number, number>()

/** Counts up whenever the journal changed. */
export const journalVersion = signal(0)

export const journalEntries = (): readonly EntrySummary[] => storedEntries

export const entryByNumber = (number: number): EntrySummary | undefined =>
  storedEntries[indexByNumber.get(number) ?? -1]

/** Takes new entries, and known ones that were answered meanwhile. */
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
