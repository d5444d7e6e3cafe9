/** Measures candidates in turn, so that other load of the machine affects all of them equally. */

/** Runs a slice of a candidate and returns the milliseconds per call. */
export type TimedRun = () => Promise<number>

export interface RunLength {
  readonly rounds: number
  /** Warm-up rounds, since much code is compiled only after thousands of calls. */
  readonly warmups: number
  /** Slices of each candidate in a round. Default: 8. */
  readonly slices?: number
}

/** The milliseconds of one call, round by round. */
export type RoundTimes<N extends string> = Readonly<Record<N, readonly number[]>>

/** A candidate whose slice is `calls` sequential calls; `ready` runs before it, untimed. */
export function timedCalls(
  calls: number,
  call: (number: number) => unknown,
  ready?: () => unknown,
): TimedRun {
  let number = 0
  return async () => {
    await ready?.()
    const start = performance.now()
    for (let i = 0; i < calls; i += 1) {
      const pending = call((number += 1))
      if (pending instanceof Promise) await pending
    }
    return (performance.now() - start) / calls
  }
}

/**
 * Alternates the runs; each turn begins with a different run. The time of a run in a round is the
 * 25th percentile of its turns, so a pause of the machine or of the garbage collector does not count.
 */
export async function timeInterleaved<N extends string>(
  runs: Readonly<Record<N, TimedRun>>,
  { rounds, warmups, slices: turns = 8 }: RunLength,
): Promise<RoundTimes<N>> {
  const names = Object.keys(runs) as N[]
  const empty = (): Record<N, number[]> =>
    Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<N, number[]>
  const times = empty()
  for (let round = -warmups; round < rounds; round += 1) {
    const slices = empty()
    for (let turn = 0; turn < turns; turn += 1) {
      for (const place of names.keys()) {
        const name = names[(place + turn + round + warmups) % names.length] as N
        slices[name].push(await runs[name]())
      }
    }
    if (round >= 0) for (const name of names) times[name].push(lowerQuartile(slices[name]))
  }
  return times
}

/** The relative cost of two candidates: the 25th percentile of the ratios of their rounds. */
export const costRatio = (of: readonly number[], to: readonly number[]): number =>
  lowerQuartile(of.map((ms, round) => ms / (to[round] as number)))

function lowerQuartile(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 4)] as number
}
