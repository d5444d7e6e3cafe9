/** The entries that the inspector page keeps: those that the emulator keeps. */
import { beforeEach, expect, test } from 'vitest'
import {
  causes,
  clearStory,
  dropped,
  entryByNumber,
  failureCount,
  mergeLines,
  storyEntries,
  storyVersion,
  trimLines,
} from '../../src/inspector/story-store.ts'
import type { StoryEntry } from '../../src/engine/journal/story.ts'

beforeEach(clearStory)

const entry = (number: number, title = 'GET /users/1'): StoryEntry =>
  ({ number, title }) as StoryEntry
const merge = (entries: StoryEntry[]): void => mergeLines([{ entries, participants: [] }])
const numbers = (): readonly number[] => storyEntries().map(({ number }) => number)

test('entries that the emulator dropped leave the page', () => {
  merge([3, 4, 7, 8].map((number) => entry(number)))
  const version = storyVersion.value
  trimLines({ first: 7, dropped: 2, droppedBodies: 0 })
  expect(numbers()).toEqual([7, 8])
  expect(entryByNumber(4)).toBeUndefined()
  expect(dropped.value).toEqual({ entries: 2, bodies: 0 })
  expect(storyVersion.value).toBeGreaterThan(version)
})

test('an entry that was dropped before it arrives is left out', () => {
  trimLines({ first: 7, dropped: 6, droppedBodies: 0 })
  merge([entry(6), entry(7)])
  expect(numbers()).toEqual([7])
})

test('a known entry is replaced at its place', () => {
  merge([entry(1), entry(2)])
  merge([entry(1, 'changed'), entry(3)])
  expect(numbers()).toEqual([1, 2, 3])
  expect(entryByNumber(1)?.title).toBe('changed')
})

test('a cleared journal starts with any number', () => {
  trimLines({ first: 7, dropped: 6, droppedBodies: 0 })
  clearStory()
  merge([entry(1)])
  expect(numbers()).toEqual([1])
  expect(dropped.value).toEqual({ entries: 0, bodies: 0 })
})

test('older lines that arrive later stand before the others', () => {
  merge([entry(5), entry(6)])
  merge([entry(1), entry(2)])
  expect(numbers()).toEqual([1, 2, 5, 6])
})

test('the store knows the effects of a line, and counts the failures', () => {
  merge([entry(1), { ...entry(2), cause: 1, severity: 'failed' }, { ...entry(3), cause: 1 }])
  expect(causes.effectsOf(1)).toEqual([2, 3])
  expect(causes.causeOf(3)).toBe(1)
  expect(failureCount.value).toBe(1)
})

test('a request that a fault hit is one failure, and its note is none', () => {
  merge([
    { ...entry(1), severity: 'fault' },
    { ...entry(2), cause: 1, severity: 'fault', track: 'faults' },
  ])
  expect(failureCount.value).toBe(1)
})
