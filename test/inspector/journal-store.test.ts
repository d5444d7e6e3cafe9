/** The entries that the inspector page keeps: those that the emulator keeps. */
import { beforeEach, expect, test } from 'vitest'
import {
  clearJournal,
  droppedCount,
  entryByNumber,
  journalEntries,
  journalVersion,
  mergeEntries,
  trimEntries,
} from '../../src/inspector/journal-store.ts'
import type { EntrySummary } from '../../src/engine/control/views/entry-summary.ts'

beforeEach(clearJournal)

const entry = (number: number, title = 'GET /users/1'): EntrySummary =>
  ({ number, title }) as EntrySummary
const numbers = (): readonly number[] => journalEntries().map(({ number }) => number)

test('entries that the emulator dropped leave the page', () => {
  mergeEntries([3, 4, 7, 8].map((number) => entry(number)))
  const version = journalVersion.value
  trimEntries({ first: 7, dropped: 2 })
  expect(numbers()).toEqual([7, 8])
  expect(entryByNumber(4)).toBeUndefined()
  expect(droppedCount.value).toBe(2)
  expect(journalVersion.value).toBeGreaterThan(version)
})

test('an entry that was dropped before it arrives is left out', () => {
  trimEntries({ first: 7, dropped: 6 })
  mergeEntries([entry(6), entry(7)])
  expect(numbers()).toEqual([7])
})

test('a known entry is replaced at its place', () => {
  mergeEntries([entry(1), entry(2)])
  mergeEntries([entry(1, 'changed'), entry(3)])
  expect(numbers()).toEqual([1, 2, 3])
  expect(entryByNumber(1)?.title).toBe('changed')
})

test('a cleared journal starts with any number', () => {
  trimEntries({ first: 7, dropped: 6 })
  clearJournal()
  mergeEntries([entry(1)])
  expect(numbers()).toEqual([1])
  expect(droppedCount.value).toBe(0)
})
