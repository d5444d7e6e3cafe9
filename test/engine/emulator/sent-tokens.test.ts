/** The token of an emulator as clients send it: with the instance key, and instead of the default one. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'

test.each([
  [{}, 'course-admin-token'],
  [{ token: 'abc' }, 'abc'],
  [{ instanceKey: 'one' }, 'one~course-admin-token'],
  [{ token: 'abc', instanceKey: 'one' }, 'one~abc'],
])('with %j it is %s', async (options, token) => {
  const emulator = createEmulator({ world: 'small-school', ...options })
  expect(emulator.token).toBe(token)
  const minted = emulator.mintToken()
  const statusOf = async (sent: string): Promise<number> => {
    const headers = { authorization: `Bearer ${sent}` }
    return (await emulator.fetch('/users', { headers })).status
  }
  expect(await statusOf(token)).toBe(200)
  expect(await statusOf(minted)).toBe(200)
  expect(minted.startsWith('one~')).toBe('instanceKey' in options)
  for (const other of [
    'zzz',
    'two~abc',
    ...('token' in options ? ['course-admin-token'] : ['abc']),
  ])
    expect([other, await statusOf(other)]).toEqual([other, 403])
})
