/** Searches the journal for a text, also in headers, bodies and values. One request reads a limited number of entries. */
import type { EmulatorContext } from '../../emulator/context.ts'
import { StoryLines } from '../../emulator/reports/story-lines.ts'

/** The largest number of entries that one request reads; the next request continues from there. */
const lookedAtMax = 2_000

export interface StorySearchPage {
  /** The numbers of the entries that contain each word of the text; case is ignored. */
  readonly numbers: readonly number[]
  /** The number to continue before; null at the end. */
  readonly next: number | null
}

/** Reads the newest entries with a number below `before`, without their secrets. */
export function searchStory(
  context: EmulatorContext,
  text: string,
  before: number,
): StorySearchPage {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const entries = context.journal.entries().filter(({ number }) => number < before)
  const read = entries.slice(-lookedAtMax)
  const lines = new StoryLines(context)
  const found = read.filter((entry) => {
    const shown = textOf({ ...lines.lineOf(entry), ...lines.detailsOf(entry) }).toLowerCase()
    return words.every((word) => shown.includes(word))
  })
  return {
    numbers: found.map(({ number }) => number),
    next: read.length < entries.length ? (read[0]?.number ?? null) : null,
  }
}

/** The names and values of an object, one a line. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, part]) => `${name}\n${textOf(part)}`)
    .join('\n')
}
