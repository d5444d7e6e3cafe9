/** The rows of a sequence. */
import { createEmulator, type Story } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { columnsOf } from '../../src/report/sequence/columns.ts'
import {
  arranger,
  type EntryRow,
  rowsOf,
  type SequenceRow,
} from '../../src/report/sequence/rows.ts'
import { sequenceHtml } from '../../src/report/sequence/sequence-html.ts'

test('a time that stays the same is shown again, so that each screen has one', async () => {
  const emulator = createEmulator({ world: 'empty' })
  for (let i = 0; i < 100; i += 1) await emulator.fetch('/users', { headers: emulator.headers })
  const story = emulator.story()
  const rows = rowsOf({ ...story, columns: columnsOf(story.participants) })
  const places = rows.flatMap((row, i) => ('time' in row && row.time !== undefined ? [i] : []))
  expect(places[0]).toBe(0)
  expect(places.slice(1).map((place, i) => place - (places[i] ?? 0))).toEqual(Array(8).fill(12))
})

/** Changes, events, retries, and deliveries that faults stop. */
async function eventfulStory(): Promise<Story> {
  const emulator = createEmulator({ world: 'empty' })
  emulator.receiver({ url: 'https://app.test/hooks', answer: 503 })
  const users = emulator.given('users', 3)
  emulator.fault({ event: 'user.created', times: 1, with: { status: 503 } })
  emulator.fault({ event: 'user.deleted', times: 1, with: { timeout: 'before' } })
  emulator.fault({ event: 'user.updated', times: 1, with: { timeout: 'after' } })
  emulator.act.create('users')
  await emulator.settle()
  for (const { id } of users) emulator.act.deleteUser({ user: id })
  await emulator.advance('20m')
  emulator.act.create('users')
  const init = { method: 'PUT', headers: emulator.headers, body: '{"first_name":"Mia"}' }
  await emulator.fetch('/users/4', init)
  await emulator.advance('20m')
  return emulator.story()
}

test('a story that is arranged entry by entry has the rows of one that is arranged at once', async () => {
  const story = await eventfulStory()
  const columns = columnsOf(story.participants)
  const arrange = arranger()
  const arranged = (count: number, by: typeof rowsOf): SequenceRow[] =>
    by({ ...story, entries: story.entries.slice(0, count), columns })
  let before: readonly SequenceRow[] = []
  let kept = 0
  for (let count = 0; count <= story.entries.length; count += 1) {
    const rows = arranged(count, arrange)
    expect(rows).toEqual(arranged(count, rowsOf))
    kept += rows.filter((row, i) => row === before[i]).length
    before = rows
  }
  expect(kept).toBeGreaterThan(500)
  // Note: a story without its first entries is another one.
  const later = { ...story, entries: story.entries.slice(5), columns }
  expect(arrange(later)).toEqual(rowsOf(later))
})

test('an attempt that a fault answered in place of the receiver ends before it', async () => {
  const story = await eventfulStory()
  const rows = rowsOf({ ...story, columns: columnsOf(story.participants) })
  const attempts = rows.filter(
    (row): row is EntryRow => row.type === 'entry' && row.entry.attempt !== undefined,
  )
  const stopped = attempts.filter(({ isStopped }) => isStopped).map(({ entry }) => entry.title)
  expect(stopped).toEqual(['user.created #1', 'user.deleted #1'])
  expect(sequenceHtml(story, 0).text.match(/class="arrow right stopped"/g)).toHaveLength(2)
})
