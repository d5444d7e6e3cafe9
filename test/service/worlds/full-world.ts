/** A saved world with a value in each cell: deliveries in every state, faults, windows and sleeps. */
import { createEmulator } from 'course-admin-emulator'
import { webhookOf } from '../../support/internals.ts'

export async function saveFullWorld(): Promise<string> {
  const emulator = createEmulator({
    world: 'small-school',
    assumptions: { 'webhook.order': 'alternative' },
    flags: { Departments: false },
    delivery: { maxInFlight: 1 },
  })
  const create = (name: string): unknown =>
    emulator.act.create('labels', { name, model_type: 'User' })
  const ok = emulator.receiver({ url: 'https://app.test/ok', answer: 204 })
  emulator.receiver({ url: 'https://app.test/failing', answer: 500 })
  const slow = emulator.receiver({
    url: 'https://app.test/slow',
    answer: { status: 204, latency: '4s' },
  })
  create('first')
  await emulator.settle()
  await emulator.advance('5s')
  emulator.fault({ webhook: ok.url, with: { reorder: true } })
  emulator.fault({ operation: 'get_users', nth: 100, with: { status: 503, latency_ms: 5 } })
  emulator.outage({ from: '1d', until: '2d' })
  for (const name of ['second', 'third', 'fourth']) create(name)
  void emulator.sleep('3h')
  await emulator.fetch('/users/1', { headers: emulator.headers })
  await emulator.advance('1s')
  const [finished] = webhookOf(emulator, slow.webhook as string)?.notifications ?? []
  emulator.act.redeliver({ notification: finished?.id as string })
  await emulator.settle()
  emulator.mintToken({ application: 'app' })
  return emulator.save()
}
