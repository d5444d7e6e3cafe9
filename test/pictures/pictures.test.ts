/** The pictures of the documentation show what the runs do today. `npm run pictures` takes them again. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { picturedStories, shownIn } from './pictured-stories.ts'

const docs = new URL('../../docs/', import.meta.url)

test('each picture is of the story that its run has today', async () => {
  const recorded = JSON.parse(readFileSync(new URL('./pictures.json', import.meta.url), 'utf8'))
  const stories = Object.entries(await picturedStories())
  const shown = stories.map(([name, story]) => [name, JSON.parse(shownIn(story))])
  expect(Object.fromEntries(shown)).toEqual(recorded)
  for (const [name] of stories)
    for (const scheme of ['light', 'dark'])
      expect(existsSync(new URL(`pictures/${name}-${scheme}.png`, docs))).toBe(true)
})
