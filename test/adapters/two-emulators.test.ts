/** Emulators that listen at the same time, each at its own address. */
import { setupEmulator } from 'course-admin-emulator/node'
import { expect, test } from 'course-admin-emulator/vitest'
import { request } from 'undici'
import {
  addInterceptedAddress,
  isInterceptedAddress,
  removeInterceptedAddress,
} from '../../src/adapters/network/intercepted-addresses.ts'

const south = 'https://south.test/api/v1'
const west = 'https://west.test/api/v1'

test('each emulator gets the requests to its own address, once', async ({ emulator }) => {
  using second = setupEmulator({ world: 'empty', baseUrl: south }).listen()
  using third = setupEmulator({ world: 'empty', baseUrl: west }).listen()
  const emulators = [emulator, second, third]
  for (const { baseUrl, headers } of emulators) {
    expect((await fetch(`${baseUrl}/users`, { headers })).status).toBe(200)
    expect((await request(`${baseUrl}/users`, { headers })).statusCode).toBe(200)
  }
  for (const { journal } of emulators) expect(journal({ kind: 'request' })).toHaveLength(2)
})

test('one that closes leaves the others', async ({ emulator: { baseUrl, headers } }) => {
  setupEmulator({ baseUrl: south }).listen().close()
  expect((await fetch(`${baseUrl}/users`, { headers })).status).toBe(200)
})

test('an address is free when its last emulator ends', () => {
  addInterceptedAddress(west)
  addInterceptedAddress(west)
  removeInterceptedAddress(west)
  expect(isInterceptedAddress(`${west}/users`)).toBe(true)
  removeInterceptedAddress(west)
  expect(isInterceptedAddress(`${west}/users`)).toBe(false)
})

test('two cannot have one address', () => {
  using emulator = setupEmulator({ baseUrl: south }).listen()
  expect(emulator.listen()).toBe(emulator)
  const { listen } = setupEmulator({ baseUrl: south })
  expect(() => listen()).toThrow(`another emulator already intercepts ${south}. Close the other`)
})
