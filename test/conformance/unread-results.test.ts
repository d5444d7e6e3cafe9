/** A result that is not ok prints a line if no code reads it. */
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { checkIntegration } from '../../src/check.ts'
import { explore } from '../../src/explore.ts'
import { macrotask } from '../../src/engine/clock/idle-tracker.ts'
import { mirror, renamesOf } from './explore/mirror.ts'

const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
afterEach(() => printed.mockClear())
afterAll(() => printed.mockRestore())

/** It keeps nothing, so that its exploration and its card are not ok. */
const idle = () => ({ state: () => ({}) })

const options = { depth: 0 }
const only = ['retry-after'] as const

test('an exploration that nothing reads is told', async () => {
  await explore(renamesOf(1), idle, options)
  await macrotask()
  expect(printed.mock.calls).toEqual([
    [
      expect.stringMatching(
        /^The exploration of renames-of-1 \(.*unread-results\.test\.ts:\d+\) is not ok, and throws nothing\. Assert it: assertConverges\(exploration\)\.$/,
      ),
    ],
  ])
})

test('a card that nothing reads is told', async () => {
  await checkIntegration(idle, { only })
  await macrotask()
  expect(printed.mock.calls.flat()).toEqual([expect.stringContaining('expect(card.ok, card.text)')])
})

test('a member that a failing result does not have', async () => {
  const exploration = await explore(renamesOf(1), idle, options)
  expect(() => (exploration as unknown as { failure: unknown }).failure).toThrow(
    'Could not read the exploration of renames-of-1: there is no member "failure". Did you mean "failures"?',
  )
  const card = await checkIntegration(idle, { only })
  expect(() => (card as unknown as { passed: boolean }).passed).toThrow('no member "passed"')
})

test('one that is read or ok is not', async () => {
  const exploration = await explore(renamesOf(1), idle, options)
  expect(exploration.ok).toBe(false)
  const again = await explore(renamesOf(1), idle, options)
  expect(again.toJUnit()).toContain('renames-of-1')
  expect((await checkIntegration(idle, { only })).ok).toBe(false)
  await explore(renamesOf(1), mirror(), options)
  await macrotask()
  expect(printed).not.toHaveBeenCalled()
})

test('a card of which code reads only an empty list of failed checks is told', async () => {
  const { checks } = await checkIntegration(idle, { only })
  expect(checks.filter(({ verdict }) => verdict === 'failed')).toEqual([])
  await macrotask()
  expect(printed.mock.calls.flat()).toEqual([
    expect.stringContaining('Assert it: expect(card.ok, card.text).toBe(true).'),
  ])
})
