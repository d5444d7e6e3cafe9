/** The story of a run without what differs between equal runs: real times and places in the code. */
import type { Story } from '../../engine/journal/story.ts'

export const runStory = (story: Story): Story => ({
  ...story,
  entries: story.entries.map(({ realMs: _, place: __, ...entry }) => entry),
})
