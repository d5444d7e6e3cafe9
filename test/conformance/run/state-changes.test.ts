/** When `state()` changes with a step before the integration can know of it. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { StateChanges } from '../../../src/conformance/run/state-changes.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'

/** The changes of a state that is read after a step, while the integration does `work`. */
async function changesWith(work: (readUsers: () => Promise<unknown>) => unknown) {
  const emulator = createEmulator({ world: 'empty' })
  const context = contextOf(emulator)
  const readUsers = () => emulator.fetch('/users', { headers: emulator.headers })
  const reader = { lastState: 'before', readState: async () => (await work(readUsers)) ?? 'after' }
  const changes = new StateChanges(context, reader as never)
  await changes.noteUnheard(context.journal.lastNumber())
  changes.endStep()
  return [changes.atOnce, changes.later]
}

test('it changes at once', async () => {
  expect(await changesWith(() => undefined)).toEqual([true, true])
})

test('it does not change', async () => {
  expect(await changesWith(() => 'before')).toEqual([false, false])
})

test('a call that a process makes while its state is read can tell it of the step', async () => {
  expect(await changesWith(async (readUsers) => void (await readUsers()))).toEqual([false, false])
})
