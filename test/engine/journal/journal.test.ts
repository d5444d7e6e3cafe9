import { expect, test } from 'vitest'
import {
  createJournal,
  type EntryHeader,
  type KindOf,
} from '../../../src/engine/journal/journal.ts'

interface TestEntry extends EntryHeader {
  readonly path?: string
  readonly table?: string
  readonly status?: number | undefined
}

const kindOf = (name: string): KindOf<TestEntry> => ({ name })

const numbersOf = (journal: ReturnType<typeof createJournal>): number[] =>
  journal.entries().map(({ number }) => number)

test('entries are numbered from 1 and have the time at which they were written', () => {
  let now = 1_000
  const journal = createJournal(() => now)
  journal.add(kindOf('request'), { path: '/users' })
  now = 2_000
  journal.add(kindOf('change'), { table: 'users' })
  expect(journal.entries()).toEqual([
    { number: 1, at: 1_000, kind: 'request', cause: undefined, path: '/users' },
    { number: 2, at: 2_000, kind: 'change', cause: undefined, table: 'users' },
  ])
})

test('the cause of an entry is the entry within which it was written', () => {
  const journal = createJournal(() => 0)
  const request = journal.add(kindOf('request'), {})
  journal.withCause(request, () => {
    const event = journal.add(kindOf('event'), {})
    journal.withCause(event, () => journal.add(kindOf('attempt'), {}))
    journal.withCause(undefined, () => journal.add(kindOf('alone'), {}))
    journal.add(kindOf('change'), {})
  })
  journal.add(kindOf('clock'), {})
  expect(journal.entries().map(({ kind, cause }) => [kind, cause])).toEqual([
    ['request', undefined],
    ['event', 1],
    ['attempt', 2],
    ['alone', undefined],
    ['change', 1],
    ['clock', undefined],
  ])
})

test('within returns the result of the work and drops the cause if the work throws', () => {
  const journal = createJournal(() => 0)
  expect(journal.withCause({ number: 9 }, () => 'done')).toBe('done')
  expect(() =>
    journal.withCause({ number: 9 }, () => {
      throw new Error('boom')
    }),
  ).toThrow('boom')
  expect(journal.add(kindOf('after'), {}).cause).toBeUndefined()
})

test('a detail that becomes known later is seen in the journal: it keeps references', () => {
  const journal = createJournal<TestEntry>(() => 0)
  const entry = journal.add(kindOf('request'), { status: undefined })
  journal.update(entry, { path: '/users' })
  expect(journal.entries()[0]).toMatchObject({ status: undefined, path: '/users' })
  journal.update(entry, { status: 200 })
  expect(journal.entries()[0]).toMatchObject({ status: 200, path: '/users' })
})

test('a full journal drops the oldest entries and counts them', () => {
  const journal = createJournal(() => 0, { entriesMax: 3 })
  const seen: [number[], number][] = []
  for (let i = 0; i < 7; i += 1) {
    journal.add(kindOf('entry'), {})
    seen.push([numbersOf(journal), journal.droppedCount()])
  }
  expect(seen).toEqual([
    [[1], 0],
    [[1, 2], 0],
    [[1, 2, 3], 0],
    [[2, 3, 4], 1],
    [[3, 4, 5], 2],
    [[4, 5, 6], 3],
    [[5, 6, 7], 4],
  ])
})

test('a cleared journal counts from 1 and has no dropped entries', () => {
  const journal = createJournal(() => 0, { entriesMax: 2 })
  for (let i = 0; i < 5; i += 1) journal.add(kindOf('entry'), {})
  journal.clear(0)
  expect([numbersOf(journal), journal.droppedCount()]).toEqual([[], 0])
  journal.add(kindOf('entry'), {})
  expect([numbersOf(journal), journal.droppedCount()]).toEqual([[1], 0])
})

test('a listener hears of each entry, also of one without a recording, until it unsubscribes', () => {
  const journal = createJournal(() => 0)
  const heard: number[] = []
  const unsubscribe = journal.subscribe(() => void heard.push(journal.lastNumber()))
  journal.add(kindOf('step'), {})
  journal.add(kindOf('request'), { path: '/users' })
  unsubscribe()
  journal.add(kindOf('step'), {})
  expect(heard).toEqual([1, 2])
})
