/** Names of demo records that come in a turn, so that none stands twice before all have stood once. */

/** The word for the row with this number; it carries a number only where all have been used. */
export function cycleName(number: number, words: readonly string[]): string {
  const index = (number - 1) % words.length
  return numberedName(words[index] as string, Math.floor((number - 1) / words.length))
}

/** A name as it is used for the first, second, third time. */
export const numberedName = (name: string, timesBefore: number): string =>
  timesBefore === 0 ? name : `${name} ${timesBefore + 1}`
