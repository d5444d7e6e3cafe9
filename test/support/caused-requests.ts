/** Requests with different causes, for the tests of the inspector. */
import type { Emulator } from 'course-admin-emulator'

/** Sends a request of the test, and one of a receiver, which a delivery leads to. */
export async function sendCausedRequests(emulator: Emulator): Promise<void> {
  const { headers } = emulator
  await emulator.fetch('/users/1', { headers })
  emulator.receiver({
    url: 'https://app.test/hooks',
    events: ['user.deleted'],
    answer: async () => (await emulator.fetch('/users/2', { headers })).status,
  })
  emulator.act.deleteUser({ user: 4 as never })
  await emulator.settle()
}
