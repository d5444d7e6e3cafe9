/** Writes stories to files: as a page, or as data if the name of the file ends with `.json`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Story } from '../engine/journal/story.ts'
import { storyToHTML } from '../report/page/story-page.ts'

/** The text of a file. */
export const storyText = (file: string, story: Story): string =>
  file.endsWith('.json') ? `${JSON.stringify(story, null, 2)}\n` : storyToHTML(story)

/** The folder of the stories of failed tests, in the working directory. */
const failedFolder = 'emulator-stories'

/** The largest number of characters in the name of a file. */
const nameLengthMax = 100

/** Writes the story of a failed test. Returns the path of the file, relative to the working directory. */
export function writeFailedStory(test: string, story: Story): string {
  const name = test.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')
  const file = join(failedFolder, `${name.slice(0, nameLengthMax) || 'test'}.html`)
  mkdirSync(failedFolder, { recursive: true })
  writeFileSync(file, storyToHTML({ ...story, title: test }))
  return relative('.', file)
}
