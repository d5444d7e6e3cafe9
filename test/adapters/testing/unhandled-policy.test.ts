/** Which requests that no emulator answers pass, fail or are told. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  addInterceptedAddress,
  removeInterceptedAddress,
} from '../../../src/adapters/network/intercepted-addresses.ts'
import {
  pageDefaults,
  testDefaults,
  withUnhandledPolicy,
} from '../../../src/adapters/network/unhandled-policy.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'

type Policy = Parameters<typeof withUnhandledPolicy>[1]

let warned: string[] = []
beforeEach(() => {
  warned = []
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void warned.push(line))
})
afterEach(() => void vi.restoreAllMocks())

function policyWith(
  policy: Partial<Policy> = {},
  emulator: Emulator = createEmulator({ world: 'empty' }),
) {
  const errors: string[] = []
  const requests: string[] = []
  const responder = {
    matches: (url: string) => url.includes('match'),
    respond: async () => new Response('answered'),
    mayPass: () => expect.unreachable(),
  }
  const wrapped = withUnhandledPolicy(responder, {
    onRequest: ({ method, url }) => void requests.push(`${method} ${url}`),
    emulators: () => [emulator],
    strategyOf: () => undefined,
    defaults: testDefaults,
    onError: (line) => void errors.push(line),
    ...policy,
  })
  const pass = (url: string, method = 'GET') => wrapped.mayPass?.({ method, url })
  return { wrapped, pass, emulator, errors, requests }
}

test('matching requests reach the responder, and each request is noted', async () => {
  const { wrapped, pass, requests } = policyWith()
  expect([wrapped.matches('https://match.test/'), wrapped.matches('https://other.test/')]).toEqual([
    true,
    false,
  ])
  const response = await wrapped.respond(new Request('https://match.test/', { method: 'PUT' }))
  expect(await response.text()).toBe('answered')
  pass('https://other.test/a', 'POST')
  expect(requests).toEqual(['PUT https://match.test/', 'POST https://other.test/a'])
})

describe('the defaults', () => {
  test.each([
    ['https://service.test/other', 'error', 'warn'],
    ['https://other.test/api/v1/users', 'error', 'warn'],
    ['http://127.0.0.1:3000/people', 'bypass', 'bypass'],
    ['http://localhost:3000/_emulator/state', 'bypass', 'bypass'],
    ['http://127.0.0.1:4010/api/v1/users', 'error', 'warn'],
    ['http://127.0.0.1:4010/api/v1/_emulator/state', 'bypass', 'bypass'],
    ['https://other.test/', 'warn', 'bypass'],
  ] as const)('%s: %s in a test, %s in a page', (url, inTest, inPage) => {
    for (const [defaults, strategy] of [
      [testDefaults, inTest],
      [pageDefaults, inPage],
    ] as const) {
      warned = []
      const { pass, errors, emulator } = policyWith({ defaults })
      expect([pass(url), pass(url)]).toEqual(Array(2).fill(strategy !== 'error'))
      const line = expect.stringMatching(/^Unhandled request: GET http/)
      expect(errors).toEqual(strategy === 'error' ? [line] : [])
      expect(warned).toEqual(strategy === 'warn' ? [line] : [])
      expect(contextOf(emulator).unhandledRequests).toHaveLength(strategy === 'bypass' ? 0 : 1)
    }
  })
})

test.each(['error', 'warn', 'bypass'] as const)(
  'the strategy %s of the user is that of all',
  (strategy) => {
    const { pass } = policyWith({ strategyOf: () => strategy })
    for (const url of ['https://service.test/', 'http://127.0.0.1:3000/', 'https://other.test/'])
      expect(pass(url)).toBe(strategy !== 'error')
  },
)

test.each(['not a url', 'http://', ''])('what is no URL passes: %j', (url) => {
  expect(policyWith({ strategyOf: () => 'error' }).pass(url)).toBe(true)
})

test('the address of another emulator that is intercepted passes', () => {
  const url = 'https://second.test/api/v1'
  const { pass } = policyWith({ strategyOf: () => 'error' })
  addInterceptedAddress(url)
  expect(pass(`${url}/users`)).toBe(true)
  removeInterceptedAddress(url)
  expect(pass(`${url}/users`)).toBe(false)
})

test('the URL of a webhook of one of the emulators passes', () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.receiver({ url: 'https://app.test/hooks' })
  const emulators = () => [createEmulator({ world: 'empty' }), emulator]
  const { pass } = policyWith({ strategyOf: () => 'error', emulators })
  expect(pass('https://app.test/hooks')).toBe(true)
  expect(pass('https://app.test/hooks/1')).toBe(true)
  expect(pass('https://app.test/')).toBe(false)
})

test('each emulator that a caller may have meant decides, and is told', () => {
  const emulators = [createEmulator({ world: 'empty' }), createEmulator({ world: 'empty' })]
  const { pass } = policyWith({
    emulators: () => emulators,
    strategyOf: (each) => (each === emulators[0] ? 'error' : 'warn'),
  })
  expect(pass('https://other.test/')).toBe(false)
  expect(emulators.map((each) => contextOf(each).unhandledRequests.length)).toEqual([1, 1])
  expect(policyWith({ emulators: () => [] }).pass('https://service.test/')).toBe(true)
})
