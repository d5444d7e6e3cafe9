/** Every notification has a journal entry that ends it. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'

const url = 'https://app.test/hooks'

/** An emulator with one attempt in flight and two queued notifications. */
async function busyEmulator(): Promise<Emulator> {
  const emulator = createEmulator({ world: 'empty', delivery: { maxInFlight: 1 } })
  emulator.receiver({ url, answer: { status: 503, latency: '8s' } })
  for (const name of ['One', 'Two', 'Three'])
    emulator.act.create('labels', { name, model_type: 'User' })
  await emulator.advance('1s')
  return emulator
}

const drops = (emulator: Emulator) =>
  emulator.journal({ kind: 'drop' }).map(({ notification, reason, cause }) => ({
    notification,
    reason,
    isCausedByEvent: emulator
      .journal()
      .some(({ kind, number }) => kind === 'event' && number === cause),
  }))

async function change(emulator: Emulator, method: string, body?: object): Promise<void> {
  const [webhook] = emulator.rows('webhooks')
  const headers = { ...emulator.headers, 'content-type': 'application/json' }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  expect((await emulator.fetch(`/webhooks/${webhook?.id}`, init)).ok).toBe(true)
}

test('notifications of an inactive webhook end with a drop', async () => {
  const emulator = await busyEmulator()
  await change(emulator, 'PATCH', { active: false })
  await emulator.advance('1h')
  const ids = emulator.rows('webhook_notifications').map(({ id }) => id)
  const ended = { reason: 'the webhook is inactive', isCausedByEvent: true }
  expect(drops(emulator)).toEqual(
    [ids[1], ids[2], ids[0]].map((notification) => ({ notification, ...ended })),
  )
})

test('notifications of a deleted webhook end with a drop', async () => {
  const emulator = await busyEmulator()
  await change(emulator, 'DELETE')
  await emulator.advance('1h')
  const reasons = drops(emulator).map(({ reason }) => reason)
  expect(reasons).toEqual(Array.from({ length: 3 }, () => 'the webhook was deleted'))
})

test('a full queue names the notification that it drops', async () => {
  const emulator = createEmulator({ world: 'empty', delivery: { maxInFlight: 1, maxQueued: 1 } })
  emulator.receiver({ url, answer: { latency: '8s' } })
  for (const name of ['One', 'Two', 'Three'])
    emulator.act.create('labels', { name, model_type: 'User' })
  const [drop] = emulator.journal({ kind: 'drop' })
  expect(drop?.notification).toMatch(/^00000003-/)
  expect(emulator.rows('webhook_notifications')).toHaveLength(2)
})

test('above the maximum of finished notifications, the oldest finished one is removed', async () => {
  const emulator = createEmulator({ world: 'empty', delivery: { maxFinished: 2 } })
  const hook = emulator.receiver({ url, answer: 503 })
  emulator.act.create('labels', { name: 'Fails', model_type: 'User' })
  await emulator.settle()
  hook.answer(204)
  for (const name of ['One', 'Two', 'Three'])
    emulator.act.create('labels', { name, model_type: 'User' })
  await emulator.settle()
  const numbers = () => emulator.rows('webhook_notifications').map(({ id }) => id.slice(0, 8))
  expect(numbers()).toEqual(['00000001', '00000003', '00000004'])
  const [waiting, oldest] = emulator.rows('webhook_notifications')
  expect(waiting?.status).toBe('retry')
  emulator.act.redeliver({ notification: String(oldest?.id) })
  await emulator.advance('1h')
  expect(numbers()).toEqual(['00000003', '00000004'])
})
