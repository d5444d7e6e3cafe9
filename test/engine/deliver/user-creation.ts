import type { Emulator } from 'course-admin-emulator'

/** Causes an event: creates a user over the API. */
export async function createUser(emulator: Emulator, first_name = 'Mia'): Promise<Response> {
  return emulator.fetch('/users', {
    method: 'POST',
    headers: emulator.headers,
    body: JSON.stringify({ first_name, last_name: 'Berg', email: `${first_name}@example.test` }),
  })
}
