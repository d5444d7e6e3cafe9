/** The evidence of a run: its transcript and its story. Of many calls or moves of the clock, the first and the last ones. */
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import type { Story } from '../../engine/journal/story.ts'

const shownCalls = { first: 40, last: 20 } as const

interface LeftOut {
  /** The numbers of the calls. */
  readonly calls: ReadonlySet<number>
  /** The numbers of the moves of the clock between which nothing happens. */
  readonly moves: ReadonlySet<number>
  has(number: number): boolean
}

/** What lies between the first and the last calls; steps are always shown. */
function leftOutOf(emulator: Emulator, after: number): LeftOut {
  const { first, last } = shownCalls
  const entries = emulator.journal({ after })
  const numbers = (kind: string): number[] =>
    entries.filter((entry) => entry.kind === kind).map(({ number }) => number)
  const all = numbers('request')
  const calls = all.slice(first, Math.max(first, all.length - last))
  const end = all.at(-last)
  const steps = new Set(numbers('step'))
  const moves = new Set(
    entries.slice(1, -1).flatMap(({ number }, i) => {
      const neighbors = entries.slice(i, i + 3)
      return neighbors.every(({ kind }) => kind === 'clock') ? number : []
    }),
  )
  return {
    calls: new Set(calls),
    moves,
    has: (number) =>
      moves.has(number) || (number >= calls[0]! && number < end! && !steps.has(number)),
  }
}

/** The transcript of the run whose entries follow the number `after`. */
export function runTranscript(emulator: Emulator, after: number): string {
  const text = emulator.transcript({ after })
  const leftOut = leftOutOf(emulator, after)
  if (leftOut.calls.size + leftOut.moves.size === 0) return text
  const lines: string[] = []
  let isInGap = false
  let calls = 0
  let moves = 0
  for (const line of text.split('\n')) {
    const number = Number(/^ *(\d+) {2}/.exec(line)?.[1] ?? Number.NaN)
    // Note: a line without a number begins a section or a day, and belongs to the next entry.
    if (!Number.isNaN(number)) isInGap = leftOut.has(number)
    if (leftOut.calls.has(number)) calls += 1
    else if (leftOut.moves.has(number)) moves += 1
    if (isInGap) continue
    if (calls > 0) lines.push(`… ${calls} calls left out`)
    else if (moves > 0) lines.push(`… ${moves} moves of the clock left out`)
    calls = moves = 0
    lines.push(line)
  }
  return lines.join('\n')
}

/** The story of the run, without what differs between equal runs: real times and places in the code. */
export function runStory(emulator: Emulator, after: number): Story {
  const story = emulator.story({ after })
  const leftOut = leftOutOf(emulator, after)
  return {
    ...story,
    entries: story.entries
      .filter(({ number }) => !leftOut.has(number))
      .map(({ realMs: _, place: __, ...entry }) => entry),
  }
}
