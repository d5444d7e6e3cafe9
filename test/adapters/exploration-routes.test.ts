/** Explorations that a server runs against an integration over HTTP. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ExplorationView } from '../../src/inspector/api/exploration-views.ts'
import { type EmulatorServer, startServer } from '../../src/server.ts'
import { type MirrorProcess, startMirrorProcess } from './mirror-process.ts'

// Note: captured, because an exploration watches the globals of the process of its integration.
const hostFetch = globalThis.fetch
const secret = 'whsec_c2VjcmV0'
const requests = { deviations: ['requests'], runs: 8 }

let server: EmulatorServer
let mirror: MirrorProcess
beforeEach(async () => {
  server = await startServer({ port: 0, world: 'small-school', clock: 'virtual' })
})
afterEach(async () => {
  await server.close()
  await mirror.close()
})

async function control<T>(method: string, path: string, body?: object): Promise<T> {
  const init = body ? { method, body: JSON.stringify(body) } : { method }
  return (await hostFetch(`${server.inspector}${path}`, init)).json() as Promise<T>
}

/** Starts the integration and registers its webhook at the server. */
async function startMirror(options: { isForgetful?: boolean } = {}): Promise<void> {
  const { baseUrl, token } = server
  mirror = await startMirrorProcess({ baseUrl, token, secret, ...options })
  await control('POST', 'receivers', { url: `${mirror.url}/hooks`, secret })
}

const start = (body: object): Promise<ExplorationView> =>
  control('POST', 'explorations', {
    scenario: 'merge',
    state: `${mirror.url}/state`,
    reset: `${mirror.url}/reset`,
    ...requests,
    ...body,
  })

/** Waits for the end of the exploration. */
async function ended(): Promise<ExplorationView> {
  for (;;) {
    const view = await control<ExplorationView>('GET', 'explorations/last')
    if (view.status !== 'running') return view
  }
}

test('an integration over HTTP converges, and the server does not change', async () => {
  await startMirror()
  expect(await control('GET', 'explorations/last')).toEqual({ status: 'none' })
  const before = server.emulator.journal.length
  const rows = server.emulator.rows('users').length
  expect(await start({})).toMatchObject({ status: 'running', to: `${mirror.url}/hooks` })
  const { status, result, progress } = await ended()
  expect(result?.failures).toEqual([])
  expect({ status, ok: result?.ok }).toEqual({ status: 'finished', ok: true })
  expect(progress?.run).toBeGreaterThan(4)
  expect(server.emulator.journal.length).toBe(before)
  expect(server.emulator.rows('users').length).toBe(rows)
  const { headers } = server.emulator
  expect((await hostFetch(`${server.baseUrl}/users/1`, { headers })).status).toBe(200)
})

test('a failing history is found, and its report is an HTML file', async () => {
  await startMirror({ isForgetful: true })
  await start({})
  const { result } = await ended()
  expect(result?.ok).toBe(false)
  const [failure] = result?.failures ?? []
  expect(failure).toMatchObject({ verdict: 'silent', difference: [{ path: 'state.1' }] })
  expect(failure?.replay).toMatch(/^500 at GET \/users\/\d+ #1$/)
  expect(failure?.reference).toContain('-> 200')
  const report = await hostFetch(`${server.inspector}explorations/report`)
  expect(report.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await report.text()).toContain('Exploration of merge')
})

test('a second exploration is refused while one runs, and one can be canceled', async () => {
  await startMirror()
  await start({ runs: 5_000, depth: 3 })
  expect(await start({})).toEqual({
    error: { code: 'refused', message: 'An exploration is already running in this process.' },
  })
  await control('DELETE', 'explorations/last')
  const { status, result } = await ended()
  expect(status).toBe('canceled')
  expect(result?.coverage).toMatch(/the exploration was canceled$/)
})

test('invalid requests are refused', async () => {
  await startMirror()
  const messages = await Promise.all(
    [
      { scenario: 'merg' },
      { to: 'https://example.test/hooks' },
      { runs: 0 },
      { deviations: ['request'] },
      { other: 1 },
    ].map(
      async (body) => ((await start(body)) as unknown as { error: { code: string } }).error.code,
    ),
  )
  expect(messages).toEqual([
    'unknown_scenario',
    'host_not_allowed',
    'bad_option',
    'unknown_deviation_kind',
    'unknown_option',
  ])
  expect((await hostFetch(`${server.inspector}explorations/report`)).status).toBe(404)
})
