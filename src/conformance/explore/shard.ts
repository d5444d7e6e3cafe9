/** Shards: each runs a part of the schedules, and their results are merged. */
import { EmulatorError } from '../../engine/errors/errors.ts'
import { hashPath } from '../../engine/store/random.ts'

/** One of several shards, with its number from 1. */
export interface Shard {
  /** The number of the shard, from 1. */
  readonly number: number
  /** The number of shards. */
  readonly count: number
}

/** Parses `1/4`. @throws EmulatorError for another text */
export function parseShard(text: unknown): Shard {
  const [, number = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(String(text)) ?? []).map(Number)
  if (number >= 1 && number <= count) return { number, count }
  throw new EmulatorError('bad_option', {
    action: 'explore',
    reason: `"shard" is ${JSON.stringify(text)}`,
    advice: 'Give the number of the shard and the number of shards, such as "1/4".',
  })
}

/** Whether a shard reports the schedule with an index. Without shards, every schedule is reported. */
export const isOwnSchedule = (shard: Shard | undefined, index: number): boolean =>
  shard === undefined || index % shard.count === shard.number - 1

/** Whether a shard runs a generated sequence, by a hash of its text. Without shards, every sequence is run. */
export const isOwnSequence = (shard: Shard | undefined, text: string): boolean =>
  shard === undefined || hashPath(0, [text])[0] % shard.count === shard.number - 1

/**
 * Divides a shard, or the whole exploration, into parts. Returns the shard of one part, with its number from 1.
 *
 * @throws EmulatorError for an invalid shard
 */
export function partOf(shard: string | undefined, part: number, parts: number): string {
  const { number, count } = parseShard(shard ?? '1/1')
  return `${number + count * (part - 1)}/${count * parts}`
}
