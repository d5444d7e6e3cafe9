/** Of finished notifications, the latest are kept; one that is sent again is not finished. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'

const url = 'https://app.test/hooks'

/** Deletes a user of each id. Its notification has the number of the deletion. */
async function deleteUsers(emulator: Emulator, count: number): Promise<void> {
  for (const user of [emulator.given('users', count)].flat()) emulator.act.deleteUser({ user })
  await emulator.settle()
}

const numbersOf = (emulator: Emulator): string[] =>
  [...contextOf(emulator).store.scan('webhook_notifications')].map(
    (row) => `${row['number']} ${row['status']}`,
  )

test.each([1, 2, 3])(
  'of four finished notifications, the last %i are kept',
  async (maxFinished) => {
    const emulator = createEmulator({ world: 'empty', delivery: { maxFinished } })
    emulator.receiver({ url, answer: 204 })
    await deleteUsers(emulator, 4)
    const all = [1, 2, 3, 4].map((number) => `${number} succeeded`)
    expect(numbersOf(emulator)).toEqual(all.slice(-maxFinished))
  },
)

test('a notification that is sent again stays, however many finish meanwhile', async () => {
  const emulator = createEmulator({ world: 'empty', delivery: { maxFinished: 2 } })
  const hook = emulator.receiver({ url, answer: 204 })
  await deleteUsers(emulator, 2)
  hook.answer({ status: 204, latency: '8s' })
  const [first] = emulator.rows('webhook_notifications')
  emulator.act.redeliver({ notification: first as NonNullable<typeof first> })
  await emulator.settle()
  hook.answer(204)
  await deleteUsers(emulator, 1)
  expect(numbersOf(emulator)).toEqual(['1 pending', '2 succeeded', '3 succeeded'])
  await emulator.advance('10s')
  expect(numbersOf(emulator)).toEqual(['2 succeeded', '3 succeeded'])
})

test('the notifications of a deleted webhook are gone and take no place', async () => {
  const emulator = createEmulator({ world: 'empty', delivery: { maxFinished: 2 } })
  const { webhook } = emulator.receiver({ url, answer: 204 })
  await deleteUsers(emulator, 2)
  const { headers } = emulator
  await emulator.fetch(`/webhooks/${webhook}`, { method: 'DELETE', headers })
  emulator.receiver({ url: `${url}/other`, answer: 204 })
  await deleteUsers(emulator, 3)
  expect(emulator.rows('webhook_notifications', { status: 'succeeded' })).toHaveLength(2)
})
