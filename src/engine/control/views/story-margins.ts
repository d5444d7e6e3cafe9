/** What the page shows around the lines of the story: the columns that a fault tints, and the tasks after the end. */
import type { EmulatorContext } from '../../emulator/context.ts'
import { storyFaults, storyTasks } from '../../emulator/reports/story.ts'
import { receiverId } from '../../emulator/reports/story-lines.ts'
import type { Story } from '../../journal/story.ts'

export type StoryMargins = Pick<Story, 'faults' | 'pending'>

export function viewStoryMargins(context: EmulatorContext): StoryMargins {
  const receivers = [...context.store.scan('webhooks')].map(({ id }) => receiverId(String(id)))
  return { faults: storyFaults(context, receivers), pending: storyTasks(context) }
}
