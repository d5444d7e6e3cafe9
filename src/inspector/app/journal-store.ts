/** The journal as the page knows it: glances, oldest first, as many as the ring keeps. */
import { signal } from '@preact/signals'
import type { Glance } from '../api/entry-summary.ts'

const keptMax = 20_000
const spare = 2_000

let kept: Glance[] = []
let places = new Map<number, number>()

/** Counts up whenever the journal changed. */
export const journalVersion = signal(0)

export const journal = (): readonly Glance[] => kept

export const glanceNumbered = (number: number): Glance | undefined => kept[places.get(number) ?? -1]

/** Takes new entries, and known ones that were answered meanwhile. */
export function takeEntries(entries: readonly Glance[]): void {
  if (entries.length === 0) return
  for (const glance of entries) {
    const place = places.get(glance.number)
    if (place === undefined) {
      places.set(glance.number, kept.push(glance) - 1)
    } else {
      kept[place] = glance
    }
  }
  if (kept.length > keptMax + spare) {
    kept = kept.slice(-keptMax)
    places = new Map(kept.map(({ number }, place) => [number, place]))
  }
  journalVersion.value += 1
}

export function clearJournal(): void {
  kept = []
  places = new Map()
  journalVersion.value += 1
}
