/** Cycles through the names of demo records: a name repeats only after all have been used. */

/** Returns the name of the row with this number. From the second cycle on, it ends with the cycle number. */
export function cycleName(number: number, words: readonly string[]): string {
  const index = (number - 1) % words.length
  return numberedName(words[index] as string, Math.floor((number - 1) / words.length))
}

/** Appends the number of the use to a name, except for the first use. */
export const numberedName = (name: string, timesBefore: number): string =>
  timesBefore === 0 ? name : `${name} ${timesBefore + 1}`
