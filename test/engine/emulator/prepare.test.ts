/** The option `prepare`: it runs once, and emulators start from the state that it left. */
import { createEmulator, type Emulator, EmulatorError, type Receiver } from 'course-admin-emulator'
import { setupEmulator } from 'course-admin-emulator/node'
import { startServer } from 'course-admin-emulator/server'
import { expect, test, vi } from 'vitest'

const addMia = ({ given }: Emulator) => void given('users', { first_name: 'Mia' })
const mias = (emulator: Emulator) => emulator.rows('users', { first_name: 'Mia' })

test('reset restores the prepared state, and the journal is empty', async () => {
  const emulator = createEmulator({
    world: 'empty',
    prepare({ given, act, receiver }) {
      const mia = given('users', { first_name: 'Mia' })
      receiver({ url: 'https://app.test/hooks' })
      act.update('users', mia, { last_name: 'Smit' })
    },
  })
  expect(emulator.journal()).toEqual([])
  expect(mias(emulator)).toMatchObject([{ last_name: 'Smit' }])
  emulator.act.remove('users', mias(emulator)[0] as { id: number } as never)
  emulator.reset()
  expect(mias(emulator)).toHaveLength(1)
  await emulator.settle()
  expect(emulator.delivered('user.updated')).toMatchObject([{ to: 'https://app.test/hooks' }])
})

test('the deliveries of a receiver of `prepare` are not read', () => {
  let hook: Receiver | undefined
  createEmulator({
    world: 'empty',
    prepare({ receiver }) {
      hook = receiver({ url: 'https://app.test/hooks' })
      expect(hook.deliveries).toEqual([])
    },
  })
  expect(() => hook?.deliveries).toThrow(
    'the receiver of https://app.test/hooks belongs to the emulator of `prepare`, which has ended. Create it in the test.',
  )
})

test('a promise, an exception and a value that is not a function are refused', () => {
  expect(() => createEmulator({ prepare: async () => undefined })).toThrow(
    'Could not prepare the emulator: `prepare` returned a promise, and this function does not wait.',
  )
  expect(() => createEmulator({ prepare: 'users' as never })).toThrow(
    'Could not create an emulator: "prepare" is "users". Give a function.',
  )
  const prepare = ({ given }: Emulator) => void given('user' as never)
  expect(() => createEmulator({ prepare })).toThrow(EmulatorError)
})

test('an exception stops the clock, so that nothing is delivered after it', async () => {
  const delivered = vi.fn<() => number>(() => 503)
  const prepare = ({ given, act, receiver }: Emulator): never => {
    receiver({ url: 'https://app.test/hooks', answer: delivered })
    act.deleteUser({ user: given('users') })
    throw new Error('no data')
  }
  const options = { world: 'empty', clock: { scale: 1_000_000 } } as const
  expect(() => createEmulator({ ...options, prepare })).toThrow('no data')
  await expect(startServer({ ...options, port: 0, prepare })).rejects.toThrow('no data')
  for (let i = 0; i < 50; i += 1) await new Promise(setImmediate)
  expect(delivered).not.toHaveBeenCalled()
})

test('setupEmulator and startServer prepare their emulators', async () => {
  using emulator = setupEmulator({ world: 'empty', prepare: addMia }).listen()
  emulator.reset()
  expect(mias(emulator)).toHaveLength(1)
  await using server = await startServer({
    port: 0,
    world: 'empty',
    async prepare({ given, advance }) {
      given('users', { first_name: 'Mia' })
      await advance('1h')
    },
  })
  expect(mias(server.emulator)).toHaveLength(1)
})
