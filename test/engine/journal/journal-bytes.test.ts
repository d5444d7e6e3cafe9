/** The journal is limited in bytes: large bodies are cut, and old entries give way. */
import { createEmulator, type JournalEntryOf } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { estimateEntryBytes } from '../../../src/engine/journal/entry-size.ts'
import { createJournal, type EntryHeader } from '../../../src/engine/journal/journal.ts'

interface TextEntry extends EntryHeader {
  readonly text: string
  readonly parts?: object
}

const kind = { name: 'entry' } as const
const numbersOf = (entries: readonly EntryHeader[]): number[] => entries.map(({ number }) => number)

test('a journal above its bytes drops the oldest entries and counts them, also after an update', () => {
  const dropped: number[] = []
  const journal = createJournal<TextEntry>(() => 0, {
    entriesMax: 4,
    bytesMax: 9_000,
    onDrop: ({ number }) => dropped.push(number),
  })
  const add = (length: number, parts?: object) =>
    journal.add<TextEntry>(kind, { text: 'x'.repeat(length), ...(parts && { parts }) })
  add(3_000)
  add(3_000)
  const third = add(1_000, { list: ['y'.repeat(2_000)] })
  expect([numbersOf(journal.entries()), dropped]).toEqual([[2, 3], [1]])
  add(10)
  journal.update(third, { parts: { reason: 'z'.repeat(3_000) } })
  expect([numbersOf(journal.entries()), dropped]).toEqual([
    [3, 4],
    [1, 2],
  ])
  for (let i = 0; i < 6; i += 1) add(10)
  expect(numbersOf(journal.entries())).toEqual([7, 8, 9, 10])
  expect(numbersOf(journal.entriesAfter(8, 10))).toEqual([9, 10])
  add(50_000)
  expect([numbersOf(journal.entries()), journal.droppedCount()]).toEqual([[11], 10])
  journal.update({ ...third }, { text: 'x'.repeat(20_000) })
  add(10)
  expect(numbersOf(journal.entries())).toEqual([12])
  journal.clear(0)
  expect(dropped).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  add(10)
  expect([numbersOf(journal.entries()), journal.droppedCount()]).toEqual([[1], 0])
})

test.each([
  [0, [1, 2, 3]],
  [1, [2, 3]],
])('a journal with room for three entries, less %i bytes, keeps %j', (less, kept) => {
  const bytesMax = 3 * estimateEntryBytes({ text: 'x' }) - less
  const journal = createJournal<TextEntry>(() => 0, { bytesMax })
  for (let round = 1; round <= 2; round += 1) {
    for (let i = 0; i < 3; i += 1) journal.add<TextEntry>(kind, { text: 'x' })
    expect(numbersOf(journal.entries())).toEqual(kept)
    journal.clear(0)
  }
})

test.each([
  [0, 0],
  [1, 1],
  [100, 1],
  [101, 2],
])(
  'in the room of an entry and two recordings, less %i bytes, %i values are gone',
  (less, gone) => {
    const bytesMax = estimateEntryBytes({ text: 'x' }) + 2 * 100 - less
    const journal = createJournal<TextEntry>(() => 0, { bytesMax })
    const entry = journal.add<TextEntry>(kind, { text: 'x' })
    const recordings = ['y', 'z'].map((value) => journal.record(entry, value, 36))
    expect(recordings.flatMap(({ value }) => value ?? [])).toEqual(['y', 'z'].slice(gone))
    expect(journal.droppedRecordings()).toBe(gone)
  },
)

test('500 uploads of 5 MB leave bodies of 64 KB, which say what they lack', async () => {
  const emulator = createEmulator({ world: 'empty', journalBytesMax: 1_000_000 })
  const body = 'é'.repeat(2_500_000)
  for (let i = 0; i < 500; i += 1) await emulator.fetch('/users', { method: 'POST', body })
  const kept = emulator.journal() as JournalEntryOf<'request'>[]
  expect(kept.length).toBeGreaterThan(5)
  expect(kept.length).toBeLessThan(32)
  expect(kept.at(-1)).toMatchObject({
    number: 500,
    body: 'é'.repeat(32_768),
    bodyBytesOmitted: 5_000_000 - 65_536,
  })
  expect(emulator.transcript().split('\n')[0]).toBe(
    `The journal dropped ${500 - kept.length} earlier entries (it keeps 1000000 bytes: see journalBytesMax).`,
  )
})

test('a body up to 64 KB is complete, and a secret at the cut is redacted', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const sent = ['x'.repeat(65_536), `${'x'.repeat(65_520)}"token":"ssss\\${'s'.repeat(100)}"`]
  for (const body of sent) await emulator.fetch('/users', { method: 'POST', body })
  const [complete, cut] = emulator.journal() as JournalEntryOf<'request'>[]
  expect(complete?.body).toBe(sent[0])
  expect(complete).not.toHaveProperty('bodyBytesOmitted')
  expect(cut?.body).toBe(`${'x'.repeat(65_520)}"token":[redacted]`)
})
