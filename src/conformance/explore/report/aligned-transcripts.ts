/** Puts the transcripts of two runs side by side: equal lines in one row, other lines in rows of their own. */

/** A line of a transcript. */
export interface TranscriptLine {
  /** The time on the clock; empty if it is that of the line before. */
  readonly time: string
  /** The kind and the sentence, without number, time, indentation and cause. */
  readonly text: string
}

/** A row: a line of either run, or of both. */
export interface AlignedRow {
  readonly reference?: TranscriptLine
  readonly actual?: TranscriptLine
}

const kindWidth = 9

/** The largest product of the lengths that is compared line by line. Longer runs are not aligned in their middle. */
const cellsMax = 4_000_000

export function alignTranscripts(reference: string, actual: string): AlignedRow[] {
  const a = linesOf(reference)
  const b = linesOf(actual)
  const pairs = [...commonPairs(a, b), [a.length, b.length] as const]
  const rows: AlignedRow[] = []
  let [i, j] = [0, 0]
  for (const [nextA, nextB] of pairs) {
    for (; i < nextA; i += 1) rows.push({ reference: a[i] as TranscriptLine })
    for (; j < nextB; j += 1) rows.push({ actual: b[j] as TranscriptLine })
    const [left, right] = [a[i], b[j]]
    if (left && right) rows.push({ reference: left, actual: right })
    i += 1
    j += 1
  }
  return rows
}

function linesOf(transcript: string): TranscriptLine[] {
  const lines = transcript.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [, time = '', rest = line] = /^ *\d+ {2}(\d\d:\d\d:\d\d)?(.*)$/.exec(line) ?? []
    const [kind = '', ...parts] = rest
      .trim()
      .replace(/ {2}<- \d+$/, '')
      .split(/ {2,}/)
    return { time, text: [kind.padEnd(kindWidth), ...parts].join(' ').trimEnd() }
  })
}

/** The indexes of a longest common subsequence of lines. */
function commonPairs(a: readonly TranscriptLine[], b: readonly TranscriptLine[]): Pair[] {
  const isEqual = (i: number, j: number): boolean => a[i]?.text === b[j]?.text
  const shortest = Math.min(a.length, b.length)
  let start = 0
  while (start < shortest && isEqual(start, start)) start += 1
  let tail = 0
  while (tail < shortest - start && isEqual(a.length - 1 - tail, b.length - 1 - tail)) tail += 1
  const [endA, endB] = [a.length - tail, b.length - tail]
  const pairs: Pair[] = Array.from({ length: start }, (_, i) => [i, i])
  if ((endA - start) * (endB - start) <= cellsMax)
    pairs.push(...middlePairs([start, start], [endA, endB], isEqual))
  return [...pairs, ...Array.from({ length: tail }, (_, i): Pair => [endA + i, endB + i])]
}

type Pair = readonly [a: number, b: number]

function middlePairs(from: Pair, to: Pair, isEqual: (i: number, j: number) => boolean): Pair[] {
  const width = to[1] - from[1] + 1
  const lengths = new Uint16Array((to[0] - from[0] + 1) * width)
  const at = (i: number, j: number): number => (i - from[0]) * width + j - from[1]
  const lengthAt = (i: number, j: number): number => lengths[at(i, j)] ?? 0
  for (let i = to[0] - 1; i >= from[0]; i -= 1) {
    for (let j = to[1] - 1; j >= from[1]; j -= 1) {
      lengths[at(i, j)] = isEqual(i, j)
        ? lengthAt(i + 1, j + 1) + 1
        : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
    }
  }
  const pairs: Pair[] = []
  let [i, j] = from
  while (i < to[0] && j < to[1]) {
    if (isEqual(i, j)) {
      pairs.push([i, j])
      i += 1
      j += 1
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1
    else j += 1
  }
  return pairs
}
