/** Every scenario ends as it must, tells the same story each time, and finds the mistakes it is for. */
import { AssertionError } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { scenarios } from '../../src/scenarios/stories/scenarios.ts'
import { cases } from './cases.ts'
import { type Case, play } from './scenario-case.ts'

/** How often each scenario is told; `npm run test:repeat` tells it a thousand times. */
const repeats = Number(process.env['REPEATS'] ?? 10)

const written = ({ name }: Case): string =>
  readFileSync(new URL(`../../fixtures/scenarios/${name}.txt`, import.meta.url), 'utf8')

describe.each(cases.map((each) => [each.name, each] as const))('%s', (_, each) => {
  test('is told as it is written, and ends as it must', async () => {
    const played = await play(each)
    expect(played.transcript).toBe(written(each))
    expect(played.middleware.memory.laidAside).toEqual([])
    each.ending(played)
  })

  test.each(Object.entries(each.broken))('does not end so for what %s', async (_, make) => {
    const played = await play(each, make)
    expect(() => each.ending(played)).toThrow(AssertionError)
  })

  test(`is told in the same words ${repeats} times`, async () => {
    for (let i = 0; i < repeats; i += 1) {
      const { transcript } = await play(each)
      if (transcript !== written(each)) expect(transcript).toBe(written(each))
    }
  })
})

test('every scenario is played, and finds at least one mistake', () => {
  expect(new Set(cases.map(({ scenario }) => scenario))).toEqual(new Set(scenarios))
  expect(cases.filter(({ broken }) => Object.keys(broken).length === 0)).toEqual([])
})
