/** What fork, snapshot, restore and reset cost: the same for every number of rows, next to nothing. */
import { intercepted } from './network.ts'
import { oneRequest } from './baseline.ts'
import { calling, type Lane, race, ratio } from './interleaved-runs.ts'
import { withRows } from './worlds.ts'

const words = ['fork', 'snapshot', 'restore', 'reset'] as const
type Word = (typeof words)[number]

export async function momentRows(): Promise<Record<string, number>> {
  const few = lanes(100)
  const many = lanes(100_000)
  const request = await oneRequest(withRows(100))
  const both = words.flatMap((word) => [
    [`few ${word}`, few[word]] as const,
    [`many ${word}`, many[word]] as const,
  ])
  const times = await intercepted(() =>
    race({ request, ...Object.fromEntries(both) } as Record<string, Lane>, {
      rounds: 30,
      warmups: 20,
    }),
  )
  const timesOf = (name: string): readonly number[] => times[name] as readonly number[]
  const rows: Record<string, number> = {}
  for (const word of words) {
    rows[`${word} at 100,000 rows vs 100`] = ratio(timesOf(`many ${word}`), timesOf(`few ${word}`))
    rows[`${word} vs one request`] = ratio(timesOf(`many ${word}`), timesOf('request'))
  }
  return rows
}

function lanes(rows: number): Record<Word, Lane> {
  const emulator = withRows(rows).fork()
  const moment = emulator.snapshot()
  return {
    fork: calling(20, () => emulator.fork()),
    snapshot: calling(200, () => emulator.snapshot()),
    restore: calling(400, () => emulator.restore(moment)),
    reset: calling(400, () => emulator.reset()),
  }
}
