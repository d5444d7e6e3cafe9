/** Interception of the undici package: what it covers, what it does not, and its removal. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { EmulatorError } from 'course-admin-emulator'
import { setupEmulator } from 'course-admin-emulator/node'
import { Agent, fetch as undiciFetch, getGlobalDispatcher, request, stream } from 'undici'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'

/** Requests that are not intercepted fail at a port without a server. */
const baseUrl = `http://127.0.0.1:${await freePort()}/api/v1`
const mia = { first_name: 'Mia', last_name: 'Berg', email: 'mia@example.test' }

const emulator = setupEmulator({ world: 'small-school', baseUrl })
const headers = { ...emulator.headers, 'content-type': 'application/json' }
beforeEach(() => {
  emulator.reset()
  emulator.listen()
})
afterEach(() => emulator.close())

describe('what is intercepted', () => {
  test('request, with the query and every form of headers', async () => {
    const forms = [
      headers,
      Object.entries(headers).flat(),
      new Map(Object.entries(headers)),
      { ...headers, accept: ['application/json', 'text/plain'] },
    ]
    for (const form of forms) {
      const query = { per_page: 2 }
      const { statusCode, body } = await request(`${baseUrl}/users`, { headers: form, query })
      expect([statusCode, await body.json()]).toEqual([200, emulator.rows('users').slice(0, 2)])
    }
  })

  test.each([
    ['a text', () => JSON.stringify(mia)],
    ['bytes', () => Buffer.from(JSON.stringify(mia))],
    [
      'a stream',
      () => Readable.from([JSON.stringify(mia).slice(0, 9), JSON.stringify(mia).slice(9)]),
    ],
  ])('a body that is %s', async (_, body) => {
    const options = { method: 'POST', headers, body: body() } as const
    const answer = await request(`${baseUrl}/users`, options)
    expect([answer.statusCode, await answer.body.json()]).toMatchObject([201, mia])
  })

  test('its fetch', async () => {
    const init = { method: 'POST', headers, body: JSON.stringify(mia) }
    const made = await undiciFetch(`${baseUrl}/users`, init)
    expect([made.status, await made.json()]).toMatchObject([201, mia])
    const read = await undiciFetch(`${baseUrl}/users?per_page=1`, { headers })
    expect(read.headers.get('link')).toContain('rel="next"')
    expect(await read.json()).toHaveLength(1)
  })

  test('stream', async () => {
    const chunks: string[] = []
    await stream(`${baseUrl}/users/1`, { method: 'GET', headers }, ({ statusCode }) => {
      chunks.push(String(statusCode))
      return new Writable({ write: (chunk, _, done) => (chunks.push(String(chunk)), done()) })
    })
    expect(chunks[0]).toBe('200')
    expect(JSON.parse(chunks.slice(1).join(''))).toEqual(emulator.row('users', 1))
  })

  test('a lost response breaks the connection', async () => {
    emulator.fault({ operation: 'get_user_by_id', times: 2, with: { reset: true } })
    const lost = request(`${baseUrl}/users/1`, { headers })
    await expect(lost).rejects.toMatchObject({ code: 'ECONNRESET' })
    await expect(undiciFetch(`${baseUrl}/users/1`, { headers })).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { code: 'ECONNRESET' },
    })
  })

  test('an aborted request is reported once', async () => {
    emulator.fault({ operation: 'get_user_by_id', times: 2, with: { latency_ms: 60_000 } })
    for (const send of [request, undiciFetch]) {
      const aborting = new AbortController()
      const pending = send(`${baseUrl}/users/1`, { headers, signal: aborting.signal })
      aborting.abort(new Error('changed my mind'))
      await expect(pending).rejects.toThrow('changed my mind')
    }
    await emulator.advance('1m')
  })
})

describe('what is not intercepted', () => {
  test('a custom dispatcher', async () => {
    const dispatcher = new Agent()
    const refused = request(`${baseUrl}/users/1`, { headers, dispatcher })
    await expect(refused).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await dispatcher.close()
  })

  test('other addresses', async () => {
    emulator.close()
    emulator.listen({ onUnhandledRequest: 'bypass' })
    const server = createServer((_, response) => response.end('elsewhere')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { body } = await request(`http://127.0.0.1:${port}/api/v1/users`)
    expect(await body.text()).toBe('elsewhere')
    server.closeAllConnections()
    server.close()
  })

  test('any request after it is closed', async () => {
    const during = getGlobalDispatcher()
    emulator.close()
    expect(getGlobalDispatcher()).not.toBe(during)
    await expect(request(`${baseUrl}/users/1`)).rejects.not.toBeInstanceOf(EmulatorError)
    await expect(request(`${baseUrl}/users/1`)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})
