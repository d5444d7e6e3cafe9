/** A fork shares only the past of its parent; a snapshot restores a past state. */
import { createEmulator } from 'course-admin-emulator'
import { asyncProperty } from 'fast-check'
import { expect, test } from 'vitest'
import { actionLists, runActions, prepareEmulator, stateOf } from './actions.ts'
import { assertProperty } from '../support/property-runs.ts'

const world = prepareEmulator(createEmulator({ world: 'empty' }))
const runs = { numRuns: 25 }

test('a fork starts with the state of its parent', async () => {
  await assertProperty(
    asyncProperty(actionLists, async (before) => {
      const parent = world.fork()
      await runActions(parent, before)
      await parent.settle()
      expect(stateOf(parent.fork())).toBe(stateOf(parent))
    }),
    runs,
  )
})

test('actions in the parent do not affect the fork, and vice versa', async () => {
  await assertProperty(
    asyncProperty(actionLists, actionLists, actionLists, async (before, inParent, inFork) => {
      const parent = world.fork()
      await runActions(parent, before)
      const fork = parent.fork()

      const forked = stateOf(fork)
      await runActions(parent, inParent)
      expect(stateOf(fork)).toBe(forked)

      const grown = stateOf(parent)
      await runActions(fork, inFork)
      expect(stateOf(parent)).toBe(grown)
    }),
    runs,
  )
})

test('the same actions have the same outcome in parent and fork', async () => {
  await assertProperty(
    asyncProperty(actionLists, actionLists, async (before, after) => {
      const parent = world.fork()
      await runActions(parent, before)
      await parent.settle()
      const fork = parent.fork()
      await runActions(parent, after)
      await runActions(fork, after)
      await Promise.all([parent.settle(), fork.settle()])
      expect(stateOf(fork)).toBe(stateOf(parent))
    }),
    runs,
  )
})

test('a snapshot can be restored repeatedly, and the same actions have the same outcome', async () => {
  await assertProperty(
    asyncProperty(actionLists, actionLists, actionLists, async (before, first, second) => {
      const emulator = world.fork()
      await runActions(emulator, before)
      await emulator.settle()
      const [snapshot, state] = [emulator.snapshot(), stateOf(emulator)]

      await runActions(emulator, first)
      await emulator.settle()
      const after = stateOf(emulator)
      emulator.restore(snapshot)
      expect(stateOf(emulator)).toBe(state)

      await runActions(emulator, second)
      await emulator.settle()
      emulator.restore(snapshot)
      await runActions(emulator, first)
      await emulator.settle()
      expect(stateOf(emulator)).toBe(after)
    }),
    runs,
  )
})

test('a snapshot of the parent can be restored in the fork', async () => {
  await assertProperty(
    asyncProperty(actionLists, actionLists, async (before, after) => {
      const parent = world.fork()
      await runActions(parent, before)
      await parent.settle()
      const [snapshot, state] = [parent.snapshot(), stateOf(parent)]
      const fork = parent.fork()
      await runActions(fork, after)
      await fork.settle()
      fork.restore(snapshot)
      expect(stateOf(fork)).toBe(state)
    }),
    runs,
  )
})

test('a reset restores the initial state after any actions', async () => {
  await assertProperty(
    asyncProperty(actionLists, async (after) => {
      const fork = world.fork()
      const state = stateOf(fork)
      await runActions(fork, after)
      await fork.settle()
      fork.reset()
      expect(stateOf(fork)).toBe(state)
      expect(fork.journal()).toEqual([])
    }),
    runs,
  )
})

test('a fork starts with the receivers of its parent and changes them separately', async () => {
  const parent = world.fork()
  const url = 'https://other.test/hooks'
  const seen: string[] = []
  const answer = (name: string) => () => void seen.push(name)
  parent.receiver({ url, events: ['label.created'], answer: answer('the first') })
  const [fork, other] = [parent.fork(), parent.fork()]
  fork.receiver({ url, register: false, answer: answer('the one of the fork') })
  for (const emulator of [parent, fork, other]) {
    const body = JSON.stringify({ name: 'VIP', model_type: 'User' })
    await emulator.fetch('/labels', { method: 'POST', headers: emulator.headers, body })
    await emulator.settle()
  }
  expect(seen).toEqual(['the first', 'the one of the fork', 'the first'])
})
