/** The error of a request whose response never arrives, for each way to send the request. */
import type { Emulator } from 'course-admin-emulator'
import { setupEmulator } from 'course-admin-emulator/node'
import { startServer } from 'course-admin-emulator/server'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Sends a request whose response is lost, and returns its error. */
function errorOf(emulator: Emulator, send: () => Promise<unknown>): Promise<unknown> {
  emulator.fault({ operation: 'get_users', times: 1, with: { timeout: 'before' } })
  return send().catch((error: unknown) => error)
}

describe('in the process', () => {
  const emulator = setupEmulator({ world: 'empty', clock: 'auto' })
  const { baseUrl, headers } = emulator
  beforeAll(() => emulator.listen())
  afterAll(() => emulator.close())

  test('emulator.fetch fails with the headers timeout as its cause', async () => {
    expect(await errorOf(emulator, () => emulator.fetch('/users', { headers }))).toMatchObject({
      message: 'fetch failed',
      cause: { message: 'Headers Timeout Error', code: 'UND_ERR_HEADERS_TIMEOUT' },
    })
  })

  test('a request of undici fails with the headers timeout', async () => {
    const error = await errorOf(emulator, () => request(`${baseUrl}/users`, { headers }))
    expect(error).toMatchObject({ message: 'Headers Timeout Error' })
  })

  test('an intercepted fetch fails', async () => {
    const error = await errorOf(emulator, () => fetch(`${baseUrl}/users`, { headers }))
    // Note: msw 3 fails the request as `fetch` does, msw 2 without the cause.
    expect((error as Error).message).toMatch(/^(Failed to fetch|fetch failed)$/)
  })
})

test('a fetch to a port fails with a reset connection', async () => {
  const { emulator, baseUrl, close } = await startServer({ port: 0, world: 'empty', clock: 'auto' })
  const { headers } = emulator
  const error = await errorOf(emulator, () => fetch(`${baseUrl}/users`, { headers }))
  expect(error).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } })
  await close()
})
