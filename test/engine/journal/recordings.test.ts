/** The limits of recordings: the newest ones keep their values. */
import { describe, expect, test } from 'vitest'
import { createRecordings, type Recording } from '../../../src/engine/journal/recordings.ts'

const recordingBytes = 64

const keptOf = (all: readonly Recording[]): number[] =>
  all.flatMap(({ number, value }) => (value === undefined ? [] : [number]))

function recorded(count: number, bytes: number) {
  const recordings = createRecordings()
  const all = Array.from({ length: count }, (_, i) => recordings.add(i + 1, 'x', bytes))
  return { recordings, all }
}

describe.each([0, 1, 1_000])('recordings of %i bytes', (bytes) => {
  const size = bytes + recordingBytes

  test.each([
    [6 * size, 6],
    [3 * size, 3],
    [3 * size - 1, 2],
    [0, 0],
    [-1, 0],
  ])('in at most %i bytes are the newest ones', (bytesMax, count) => {
    const { recordings, all } = recorded(6, bytes)
    recordings.shrinkTo(bytesMax)
    expect(keptOf(all)).toEqual([1, 2, 3, 4, 5, 6].slice(6 - count))
    expect(recordings.droppedCount()).toBe(6 - count)
  })
})

test('recordings have at most 32 MB, whatever the limit', () => {
  const { recordings, all } = recorded(5, 8_000_000 - recordingBytes)
  recordings.shrinkTo(Infinity)
  expect(keptOf(all)).toEqual([2, 3, 4, 5])
})

test('a recording without a value takes no room', () => {
  const { recordings, all } = recorded(2, 0)
  expect(recordings.add(3, undefined, 1_000).value).toBeUndefined()
  recordings.shrinkTo(2 * recordingBytes)
  expect(keptOf(all)).toEqual([1, 2])
})

test('those of dropped entries are not counted, and make room', () => {
  const { recordings, all } = recorded(4, 0)
  recordings.dropUpTo(2)
  recordings.shrinkTo(2 * recordingBytes)
  expect([keptOf(all), recordings.droppedCount()]).toEqual([[3, 4], 0])
})

test.each([999, 1_000, 1_001, 1_999, 2_000, 2_001])(
  'of 3,000, the first %i are dropped, and the others follow in their order',
  (dropped) => {
    const { recordings, all } = recorded(3_000, 0)
    recordings.dropUpTo(dropped)
    expect(keptOf(all)).toHaveLength(3_000 - dropped)
    recordings.shrinkTo(500 * recordingBytes)
    expect(keptOf(all)).toEqual(Array.from({ length: 500 }, (_, i) => 2_501 + i))
    expect(recordings.droppedCount()).toBe(2_500 - dropped)
  },
)

test('a cleared list is empty, and counts from zero', () => {
  const { recordings, all } = recorded(3, 0)
  recordings.shrinkTo(0)
  recordings.clear()
  const again = recordings.add(1, 'y', 0)
  recordings.shrinkTo(recordingBytes)
  expect([keptOf(all), again.value, recordings.droppedCount()]).toEqual([[], 'y', 0])
})
