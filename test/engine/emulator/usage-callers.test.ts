/** Advice names file and line of the code that sent the calls. */
import msw from 'msw/package.json' with { type: 'json' }
import { afterAll, expect, test, vi } from 'vitest'
import { createExchange } from '../../../src/engine/journal/kinds/request.ts'
import { callSiteIn, throwSiteIn } from '../../../src/engine/journal/call-site.ts'
import { CallSiteSampler } from '../../../src/engine/serve/call-site-sampler.ts'

// Note: the mock that checks each response would be the callSite.
vi.doUnmock('../../../src/engine/serve/fetch-handler.ts')
vi.resetModules()
const { createEmulator } = await import('../../../src/index.ts')
const { setupEmulator } = await import('../../../src/node.ts')
// Note: later files of the worker need the sources with the mock.
afterAll(() => void vi.resetModules())

/** The path and the line of a call of this function. */
function here(): string {
  const line = new Error('here').stack?.split('\n')[2] ?? ''
  return /(\/[^()]+:\d+):\d+\)?$/.exec(line)?.[1] ?? line
}

test('names the caller of `emulator.fetch`', async () => {
  const emulator = createEmulator()
  emulator.given('users', 12)
  const { headers } = emulator
  let line = ''
  for (let id = 1; id <= 12; id += 1) {
    line = here()
    await emulator.fetch(`/users/${id}`, { headers })
  }
  const expected = line.replace(/\d+$/, (number) => String(Number(number) + 1))
  expect(emulator.usage().advice[0]).toMatchObject({ id: 'n-plus-one', callSites: [expected] })
})

const isMsw3 = msw.version.startsWith('3')

test('names the caller of an intercepted `fetch`', async () => {
  const emulator = setupEmulator()
  emulator.listen()
  try {
    emulator.given('users', 12)
    const { headers, baseUrl } = emulator
    let line = ''
    for (let id = 1; id <= 12; id += 1) {
      line = here()
      await fetch(`${baseUrl}/users/${id}`, { headers })
    }
    const expected = line.replace(/\d+$/, (number) => String(Number(number) + 1))
    // Note: MSW 3 starts the response in a task of its own, which has no stack of the callSite.
    expect(emulator.usage().advice[0]?.callSites).toEqual(isMsw3 ? [] : [expected])
  } finally {
    emulator.close()
  }
})

test('samples the 4th, 8th, 16th and so on call of an operation', () => {
  const sampler = new CallSiteSampler()
  const isSampled = (operation: string): boolean => {
    const exchange = createExchange({})
    sampler.count(operation, exchange)
    return exchange.callSite !== undefined
  }
  const calls = Array.from({ length: 40 }, (_, i) => i + 1)
  expect(calls.filter(() => isSampled('get_users'))).toEqual([4, 8, 16, 32])
  expect(isSampled('get_orders')).toBe(false)
})

test('keeps the stack limit of the process', async () => {
  const { stackTraceLimit } = Error
  const emulator = createEmulator()
  for (let i = 0; i < 5; i += 1) await emulator.fetch('/users', { headers: emulator.headers })
  expect(Error.stackTraceLimit).toBe(stackTraceLimit)
})

test('finds the caller in stacks of all engines', () => {
  const own = '/app/node_modules/course-admin-emulator/dist'
  expect(
    callSiteIn(`Error: stack
    at sample (file://${own}/chunk-a.js:1:2)
    at file://${own}/index.js:3:4
    at fetchProxy (file:///app/node_modules/@mswjs/interceptors/fetch.mjs:236:10)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)
    at new Promise (<anonymous>)
    at async sync users (/app/with space/@team/sync.ts:41:7)`),
  ).toBe('/app/with space/@team/sync.ts:41')
  expect(
    callSiteIn(
      'at a (C:\\work\\dist\\a.js:1:2)\nat b (C:\\work\\dist\\b.js:1:2)\nat C:\\app.js:9:1',
    ),
  ).toBe('C:/app.js:9')
  const page = 'http://localhost:5173'
  expect(
    callSiteIn(
      `count@${page}/src/serve/a.ts:1:2\nanswer@${page}/src/b.ts:1:2\nsync@${page}/app.ts:7:1`,
    ),
  ).toBe(`${page}/app.ts:7`)
  expect(callSiteIn('')).toBeUndefined()
  expect(callSiteIn('Error: stack\n    at <anonymous>')).toBeUndefined()
})

test('finds the place of a user that an error is from, also below code of the host', () => {
  expect(
    throwSiteIn(`TypeError: Invalid URL
    at new URL (node:internal/url:797:36)
    at parse (file:///app/node_modules/urls/index.js:3:4)
    at receive (file:///app/src/app.js:7:9)
    at fetch (file:///app/src/server.js:1:2)`),
  ).toBe('/app/src/app.js:7')
  expect(throwSiteIn('Error: stack\n    at <anonymous>')).toBeUndefined()
})
