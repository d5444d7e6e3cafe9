/** Explorations that a server runs against an integration over HTTP. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ServerExploration } from '../../src/adapters/hosting/server-exploration.ts'
import type { ExplorationView } from '../../src/inspector/api/exploration-views.ts'
import { type EmulatorServer, startServer } from '../../src/server.ts'
import { type MirrorProcess, startMirrorProcess } from './mirror-process.ts'

const secret = 'whsec_c2VjcmV0'
const requests = { deviations: ['requests'], runs: 12 }
const long = { timeout: 90_000 }

const runs = vi.spyOn(ServerExploration.prototype, 'run')

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
  return (await fetch(`${server.inspector}${path}`, init)).json() as Promise<T>
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

const last = (): Promise<ExplorationView> => control('GET', 'explorations/last')

/** Waits for the end of the exploration. */
async function ended(): Promise<ExplorationView> {
  await Promise.all(runs.mock.results.map(({ value }) => value as Promise<void>))
  return last()
}

/** The verdicts about the errors of the only call, by deviation. */
function verdictsOfCall({ result }: ExplorationView): Record<string, string | null | undefined> {
  const { columns = [], rows = [] } = result?.matrix ?? {}
  expect(rows.map(({ point }) => point)).toEqual(['GET /users/2 #1'])
  const names = ['500', '503', '429', 'reset', 'truncated']
  return Object.fromEntries(names.map((name) => [name, rows[0]?.cells[columns.indexOf(name)]]))
}

test('the calls of an integration reach forks, and the server does not change', long, async () => {
  await startMirror()
  expect(await last()).toEqual({ status: 'none' })
  const before = server.emulator.journal.length
  const rows = server.emulator.rows('users').length
  expect(await start({})).toMatchObject({ status: 'running', to: `${mirror.url}/hooks` })
  const view = await ended()
  expect(view).toMatchObject({ status: 'finished', progress: { run: 13 } })
  expect(new Set(Object.values(verdictsOfCall(view)))).toEqual(new Set(['same']))
  expect(server.emulator.journal.length).toBe(before)
  expect(server.emulator.rows('users').length).toBe(rows)
  const { headers } = server.emulator
  expect((await fetch(`${server.baseUrl}/users/1`, { headers })).status).toBe(200)
})

test('failing histories are found, and their report is an HTML file', long, async () => {
  await startMirror({ isForgetful: true })
  await start({ seed: 5 })
  const view = await ended()
  expect(new Set(Object.values(verdictsOfCall(view)))).toEqual(new Set(['silent']))
  const { result } = view
  expect(result?.ok).toBe(false)
  const [failure] = result?.failures ?? []
  expect(failure).toMatchObject({ verdict: 'silent', difference: [{ path: 'state.2' }] })
  expect(failure?.reference).toContain('GET /users/2 -> 200')
  expect(failure?.test).toBe(`test('merge converges after: ${failure?.replay}', async () => {
  const exploration = await explore(merge, connect, {
    replay: "${failure?.replay}",
    seed: 5,
  })
  expect(exploration).toConverge()
})`)
  const report = await fetch(`${server.inspector}explorations/report`)
  expect(report.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await report.text()).toContain('Exploration of merge')
})

test('an exploration that could not tell has no test', long, async () => {
  await startMirror()
  await start({ deviations: ['steps'] })
  const { result } = await ended()
  expect(result?.failures).toMatchObject([{ verdict: 'could not tell' }])
  expect(result?.failures[0]).not.toHaveProperty('test')
})

test('a second exploration is refused while one runs, and one can be canceled', long, async () => {
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
    'unknown_key',
  ])
  expect((await fetch(`${server.inspector}explorations/report`)).status).toBe(404)
})
