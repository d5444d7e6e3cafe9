/** Requests that reach no emulator, or another one. */
import { channel } from 'node:diagnostics_channel'
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { setupEmulator } from 'course-admin-emulator/node'
import { runScenario, scenario } from 'course-admin-emulator/scenarios'
import { expect, test, vi } from 'vitest'
import { assertListenersHandled } from '../../../src/adapters/network/node.ts'
import { noteEndedTest } from '../../../src/engine/emulator/failed-connections.ts'

/** The error that the `fetch` of Node publishes when it cannot connect to a host. */
function failedConnection(host: string): Error {
  const error = new Error(`getaddrinfo ENOTFOUND ${host}`)
  channel('undici:client:connectError').publish({ error, connectParams: { host } })
  return error
}

test('says how code reaches the emulator', () => {
  // Note: an emulator at the default address may have been that of a test which ended.
  const hosts = ['unreached.test', 'school.test']
  for (const host of hosts) createEmulator({ world: 'empty', baseUrl: `https://${host}/api` })
  for (const host of hosts) {
    const { message, stack } = failedConnection(host)
    expect(message).toBe(
      `getaddrinfo ENOTFOUND ${host}. No emulator intercepts the request: call \`setupEmulator().listen()\`, or use \`fetch\` of the emulator or of the connection`,
    )
    expect(stack).toContain(message)
  }
})

test('names the test whose emulator ended', () => {
  const baseUrl = 'https://ended.test/api'
  createEmulator({ world: 'empty', baseUrl })
  noteEndedTest(baseUrl, 'lists users')
  expect(failedConnection('ended.test').message).toBe(
    'getaddrinfo ENOTFOUND ended.test. No emulator intercepts the request: that of "lists users" ended with its test. Await the code that sends the request in that test, or use the argument `emulator` of the test that sends it',
  )
  createEmulator({ world: 'empty', baseUrl })
  expect(failedConnection('ended.test').message).toContain('call `setupEmulator().listen()`')
})

test('names the base URL of an emulator that listens, and one that is closed', () => {
  const emulator = setupEmulator({ world: 'empty', baseUrl: 'https://listens.test/api' })
  emulator.listen({ onUnhandledRequest: 'bypass' })
  expect(failedConnection('listens.test').message).toContain(
    'the emulator that listens has the base URL https://listens.test/api, and the request is not below it',
  )
  emulator.close()
  expect(failedConnection('listens.test').message).toContain(
    'no emulator listens at this address any more. Await the code that sends the request in its test, call `listen()`',
  )
})

test('fails the end of an emulator that never listened', () => {
  const emulator = setupEmulator({ world: 'empty', baseUrl: 'https://silent.test/api/v1' })
  failedConnection('silent.test')
  expect(() => emulator.close()).toThrow('Call `listen()` before the code under test')
  const other = setupEmulator({ world: 'empty', baseUrl: 'https://silent.test/api/v1' })
  other.close()
})

test('fails the test of an emulator that never listened, once, and not after it listened', () => {
  const emulator = setupEmulator({ world: 'empty', baseUrl: 'https://unheard.test/api/v1' })
  expect(assertListenersHandled).not.toThrow()
  failedConnection('other.test')
  expect(assertListenersHandled).not.toThrow()
  failedConnection('unheard.test')
  expect(assertListenersHandled).toThrow(
    'a request to https://unheard.test/api/v1 found no emulator',
  )
  expect(assertListenersHandled).not.toThrow()
  failedConnection('unheard.test')
  emulator.listen()
  expect(assertListenersHandled).not.toThrow()
  emulator.close()
  failedConnection('unheard.test')
  expect(assertListenersHandled).not.toThrow()
})

test('is explained once, also if the module is loaded twice', async () => {
  // Note: an emulator of another test at the default address may wait for its `listen()`.
  const baseUrl = 'https://twice.test/api/v1'
  createEmulator({ world: 'empty', baseUrl })
  vi.resetModules()
  const again = await import('../../../src/engine/emulator/failed-connections.ts')
  again.explainFailedConnections(baseUrl)
  expect(failedConnection('twice.test').message.match(/No emulator/g)).toHaveLength(1)
})

test('is that of the network for another host, and for a server of this machine', () => {
  createEmulator({ world: 'empty', baseUrl: 'http://127.0.0.1:4010/api/v1' })
  for (const host of ['no-emulator-has-this.test', '127.0.0.1:4010'])
    expect(failedConnection(host).message).toBe(`getaddrinfo ENOTFOUND ${host}`)
})

test('handlers of one address that are read together are warned of', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const [first, second] = [createEmulator({ world: 'empty' }), createEmulator({ world: 'empty' })]
  const other = createEmulator({ world: 'empty', baseUrl: 'https://school.test/api' })
  const read = (...emulators: Emulator[]): void => emulators.forEach(({ handlers }) => handlers)
  read(first, first, other)
  await Promise.resolve()
  read(second)
  expect(warn).not.toHaveBeenCalled()
  await Promise.resolve()
  read(first, second)
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^Two emulators have the base URL https:\/\/service\.test\/api\/v1\./)],
  ])
  warn.mockRestore()
})

test('fails a scenario whose integration reaches no emulator', async () => {
  const host = 'scenario.test'
  createEmulator({ world: 'empty', baseUrl: `https://${host}/api` })
  const farewell = scenario('farewell', async ({ emulator, step }) => {
    const user = emulator.given('users')
    await step('a user leaves', () => emulator.act.deleteUser({ user }))
  })
  const integration = {
    fetch() {
      throw new TypeError('fetch failed', { cause: failedConnection(host) })
    },
  }
  await expect(runScenario(farewell, integration)).rejects.toThrow(
    'Could not run the scenario: the integration calls the global `fetch`, and no emulator intercepts it. Use `fetch`',
  )
})

test('fails a scenario whose integration hides that it reaches no emulator', async () => {
  const host = 'hidden.test'
  const emulator = createEmulator({ world: 'empty', baseUrl: `https://${host}/api` })
  const farewell = scenario('farewell', async ({ step }) => {
    const user = emulator.given('users')
    await step('a user leaves', () => emulator.act.deleteUser({ user }))
  })
  const run = (name: string) => {
    const fetch = (): number => {
      failedConnection(name)
      return 204
    }
    return runScenario(farewell, { fetch }, { emulator })
  }
  await expect(run(host)).rejects.toThrow('calls the global `fetch`')
  expect((await run('elsewhere.test')).transcript).toContain('204')
})
