/** Creates the story of an emulator: entries with messages and values, their participants, faults and due tasks. */
import { allBehaviours } from '../../define/behaviour.ts'
import { effectLabel } from '../../faults/effect-labels.ts'
import type { Fault } from '../../faults/fault-rule.ts'
import { entryKindOf, type StoredJournalEntry } from '../../journal/kind-table.ts'
import { redactParts } from '../../journal/redaction.ts'
import type { Story, StoryBehaviour, StoryFault, StoryTask } from '../../journal/story.ts'
import type { EmulatorContext } from '../context.ts'
import { describedTasks } from './pending-work.ts'
import { receiverId, service, StoryLines } from './story-lines.ts'
import { defined } from '../../errors/defined.ts'

/** The maximum number of due tasks in a story. */
const tasksMax = 50

export function createStory(
  context: EmulatorContext,
  entries: readonly StoredJournalEntry[],
): Story {
  const { journal, settings, clock } = context
  const lines = new StoryLines(context)
  const ends = endsOf(entries)
  const storyEntries = entries.map((entry) => ({
    ...lines.lineOf(entry),
    ...lines.detailsOf(entry, ends.get(entry.number)),
  }))
  const title = settings.testName()
  const participants = lines.participants()
  const receivers = participants.flatMap(({ role, id }) => (role === 'receiver' ? [id] : []))
  return {
    version: 1,
    ...defined({ title }),
    now: new Date(clock.now()).toISOString(),
    baseUrl: settings.baseUrl,
    participants,
    entries: storyEntries,
    behaviours: behavioursOf(new Set(storyEntries.flatMap(({ behaviours = [] }) => behaviours))),
    faults: storyFaults(context, receivers),
    pending: storyTasks(context),
    dropped: { entries: journal.droppedCount(), bodies: journal.droppedRecordings() },
  }
}

/** The entries that end attempts, by the number of the attempt. */
export function endsOf(
  entries: readonly StoredJournalEntry[],
): ReadonlyMap<number, StoredJournalEntry> {
  const ends = new Map<number, StoredJournalEntry>()
  for (const entry of entries) {
    const { cause } = entry
    // Note: the response after a timeout does not end the attempt again.
    if (cause === undefined || ends.has(cause) || !entryKindOf(entry).endsAttempt) continue
    ends.set(cause, entry)
  }
  return ends
}

/** The behaviours with some ids. */
export const behavioursOf = (ids: ReadonlySet<string>): Record<string, StoryBehaviour> =>
  Object.fromEntries(
    allBehaviours()
      .filter(({ id }) => ids.has(id))
      .map(({ id, summary, assumption }) => [
        id,
        { summary, ...(assumption && { reason: assumption.reason }) },
      ]),
  )

/** The faults, with the participants that they hit. A fault that is over lasted until its last hit. */
export function storyFaults(
  { faults, journal, store }: EmulatorContext,
  receivers: readonly string[],
): StoryFault[] {
  const active = new Set(faults.listActive().map(({ id }) => id))
  const iso = (ms: number): string => new Date(ms).toISOString()
  const webhooks = [...store.scan('webhooks')]
  // Note: a fault names a webhook by its id, also after its deletion, or by its URL.
  const isOf = (receiver: string, webhook: string): boolean =>
    receiver === receiverId(webhook) ||
    webhooks.some(({ id, url }) => url === webhook && receiver === receiverId(String(id)))
  return faults.list().map((fault) => {
    const { id, at, webhook, fromMs, untilMs } = fault
    const isOver = !active.has(id) || fault.hits === fault.times
    const endMs = isOver ? (lastHitMs(journal.entries(), fault) ?? fromMs) : untilMs
    return {
      id,
      label: effectLabel(at, redactParts(fault.with)),
      participants:
        at === 'request'
          ? [service.id]
          : webhook === undefined
            ? receivers
            : receivers.filter((each) => isOf(each, webhook)),
      from: iso(fromMs),
      ...(endMs !== undefined && { until: iso(endMs) }),
    }
  })
}

const lastHitMs = (entries: readonly StoredJournalEntry[], { id }: Fault): number | undefined =>
  entries.findLast((entry) => entry.kind === 'fault' && entry.fault.split(', ').includes(id))?.at

/** The due tasks that code may wait for. Equal ones are one task. */
export function storyTasks(context: EmulatorContext): StoryTask[] {
  const tasks = new Map<string, { readonly task: StoryTask; count: number }>()
  for (const { at, title, webhook } of describedTasks(context)) {
    const key = JSON.stringify([at, title, webhook])
    const known = tasks.get(key)
    if (known) known.count += 1
    if (known || tasks.size === tasksMax) continue
    // Note: the column of the receiver says where a delivery goes.
    const isDelivery = webhook !== undefined
    const task: StoryTask = {
      at: new Date(at).toISOString(),
      title: isDelivery ? title.replace(/ to \S+$/, '') : title,
      ...(isDelivery && { participant: receiverId(webhook) }),
    }
    tasks.set(key, { task, count: 1 })
  }
  return [...tasks.values()].map(({ task, count }) =>
    count === 1 ? task : { ...task, title: `${task.title}, ${count} times` },
  )
}
