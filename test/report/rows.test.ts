/** The rows of a sequence. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { columnsOf } from '../../src/report/sequence/columns.ts'
import { rowsOf } from '../../src/report/sequence/rows.ts'
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

test('the place for upright names is as high as the longest name', () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.receiver({ url: 'https://app.test/hooks' })
  emulator.act.create('users')
  expect(sequenceHtml(emulator.story(), 0).text).toContain(
    `data-longest="${'Administrator'.length}"`,
  )
})
