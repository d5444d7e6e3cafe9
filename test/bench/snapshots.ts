/** The cost of fork, snapshot, restore and reset, which does not depend on the number of rows. */
import { withInterception } from './network.ts'
import { oneRequest } from './baseline.ts'
import { timedCalls, type TimedRun, timeInterleaved, costRatio } from './interleaved-runs.ts'
import { withRows } from './worlds.ts'

const methodNames = ['fork', 'snapshot', 'restore', 'reset'] as const
type MethodName = (typeof methodNames)[number]

export async function snapshotRows(): Promise<Record<string, number>> {
  const few = timedRuns(100)
  const many = timedRuns(100_000)
  const request = await oneRequest(withRows(100))
  const both = methodNames.flatMap((word) => [
    [`few ${word}`, few[word]] as const,
    [`many ${word}`, many[word]] as const,
  ])
  const times = await withInterception(() =>
    timeInterleaved({ request, ...Object.fromEntries(both) } as Record<string, TimedRun>, {
      rounds: 30,
      warmups: 20,
    }),
  )
  const timesOf = (name: string): readonly number[] => times[name] as readonly number[]
  const rows: Record<string, number> = {}
  for (const word of methodNames) {
    rows[`${word} at 100,000 rows vs 100`] = costRatio(
      timesOf(`many ${word}`),
      timesOf(`few ${word}`),
    )
    rows[`${word} vs one request`] = costRatio(timesOf(`many ${word}`), timesOf('request'))
  }
  return rows
}

function timedRuns(rows: number): Record<MethodName, TimedRun> {
  const emulator = withRows(rows).fork()
  const moment = emulator.snapshot()
  return {
    fork: timedCalls(20, () => emulator.fork()),
    snapshot: timedCalls(200, () => emulator.snapshot()),
    restore: timedCalls(400, () => emulator.restore(moment)),
    reset: timedCalls(400, () => emulator.reset()),
  }
}
