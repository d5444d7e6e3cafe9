/** The lines of the story that the emulator keeps, oldest first, and their participants. */
import { signal } from '@preact/signals'
import type { KeptEntries, StoryLinesBatch } from '../engine/control/views/story-lines-page.ts'
import type { StoryEntry, StoryParticipant } from '../engine/journal/story.ts'
import type { CauseIndex } from '../report/sequence/interaction.ts'
import { isFailure } from '../report/sequence/severity.ts'

let lines = new Map<number, StoryEntry>()
let listed: readonly StoryEntry[] | undefined
const effects = new Map<number, number[]>()
const knownParticipants = new Map<string, StoryParticipant>()
let firstNumber = 0

/** Increases with each change of the lines. */
export const storyVersion = signal(0)

/** How much the journal has dropped. */
export const dropped = signal({ entries: 0, bodies: 0 })

/** The number of entries that failed, were refused, or were hit by a fault. */
export const failureCount = signal(0)

/** Returns the lines. A component that reads them is rendered again after each change. */
export function storyEntries(): readonly StoryEntry[] {
  void storyVersion.value
  return (listed ??= [...lines.values()])
}

export const entryByNumber = (number: number): StoryEntry | undefined => lines.get(number)

export const causes: CauseIndex = {
  causeOf: (number) => lines.get(number)?.cause,
  effectsOf: (number) => effects.get(number) ?? [],
}

const roleOrder = ['administrator', 'service', 'receiver', 'client']

/** The participants in the order of the columns. */
export const participants = (): readonly StoryParticipant[] =>
  [...knownParticipants.values()].sort(
    (a, b) => roleOrder.indexOf(a.role) - roleOrder.indexOf(b.role),
  )

/** Adds new lines and replaces known ones. */
export function mergeLines(batches: readonly StoryLinesBatch[]): void {
  const added = batches
    .flatMap(({ entries }) => entries)
    .filter(({ number }) => number >= firstNumber)
  for (const participant of batches.flatMap((batch) => batch.participants))
    knownParticipants.set(participant.id, participant)
  if (added.length === 0) return
  const isOlder = (added[0]?.number ?? 0) < (storyEntries()[0]?.number ?? 0)
  for (const entry of added) {
    if (!lines.has(entry.number)) addEffect(entry)
    lines.set(entry.number, entry)
  }
  // Note: the page loads the latest lines first.
  if (isOlder) lines = new Map([...lines].sort(([a], [b]) => a - b))
  announceChange()
}

function addEffect({ number, cause }: StoryEntry): void {
  if (cause === undefined) return
  const known = effects.get(cause)
  if (known) known.push(number)
  else effects.set(cause, [number])
}

/** Removes the lines of entries that the emulator does not keep. */
export function trimLines({ first, dropped: entries, droppedBodies: bodies }: KeptEntries): void {
  const known = dropped.peek()
  if (known.entries !== entries || known.bodies !== bodies) dropped.value = { entries, bodies }
  if (first === firstNumber) return
  firstNumber = first
  const sizeBefore = lines.size
  for (const number of lines.keys()) {
    if (number >= first) break
    lines.delete(number)
    effects.delete(number)
  }
  if (lines.size < sizeBefore) announceChange()
}

export function clearStory(): void {
  lines.clear()
  effects.clear()
  knownParticipants.clear()
  firstNumber = 0
  dropped.value = { entries: 0, bodies: 0 }
  announceChange()
}

function announceChange(): void {
  listed = undefined
  failureCount.value = storyEntries().filter(isFailure).length
  storyVersion.value += 1
}
