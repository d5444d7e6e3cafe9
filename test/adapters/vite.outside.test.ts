/** The plugin on a real dev server, and its absence from a build. */
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emulatorPlugin, type VitePluginOptions, type WorldPath } from 'course-admin-emulator/vite'
import {
  build,
  createLogger,
  createServer,
  preview,
  type InlineConfig,
  type ViteDevServer,
} from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'

const worldSaying = (name: string): string => `
  export default {
    world: 'empty',
    prepare: (emulator) => emulator.given('courses', { name: '${name}' }),
  }
`

let root: string
let server: ViteDevServer | undefined
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'page-'))
  writeFileSync(join(root, 'index.html'), '<script type="module" src="/app.js"></script>')
  writeFileSync(join(root, 'app.js'), "document.title = 'courses'")
  writeFileSync(join(root, 'world.js'), worldSaying('Knitting'))
})
afterEach(async () => {
  await server?.close()
  server = undefined
  rmSync(root, { recursive: true, force: true })
})

/** Starts a dev server with the plugin and returns a client for it. */
async function serving(options: VitePluginOptions, config: InlineConfig = {}) {
  server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    ...config,
    server: { port: 0, host: '127.0.0.1' },
    plugins: [emulatorPlugin(options)],
  })
  await server.listen()
  return async (path: string, init: RequestInit = {}) => {
    const [url] = server?.resolvedUrls?.local ?? []
    const headers = { authorization: 'Bearer course-admin-token', ...init.headers }
    const response = await fetch(new URL(path, url), { ...init, headers })
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, said: isJson ? await response.json() : await response.text() }
  }
}

const names = (said: unknown): string[] => (said as { name: string }[]).map(({ name }) => name)

test('the service is on the origin of the page, next to the other content', async () => {
  const ask = await serving({ world: 'small-school', path: '/backend/v1' })
  expect((await ask('/backend/v1/courses')).said).toHaveLength(3)
  expect((await ask('/_emulator/health')).said).toMatchObject({ status: 'ok' })
  expect((await ask('/')).said).toContain('app.js')
  expect((await ask('/mockServiceWorker.js')).said).toContain('INTEGRITY_CHECKSUM')
})

test('a second plugin at the same path is refused', async () => {
  const starting = (...paths: string[]) =>
    createServer({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: paths.map((path) => emulatorPlugin({ world: 'empty', path })),
    })
  await expect(starting('/api/v1', '/api/v1')).rejects.toThrow(
    'Could not start the Vite plugin: another `emulatorPlugin` already answers /api/v1. Remove one of them',
  )
  await (await starting('/api/v1', '/other/v1')).close()
})

test('below its own addresses, the dev server prints the address, the token and the inspector', async () => {
  const lines: string[] = []
  const logger = { ...createLogger('silent'), info: (line: string) => void lines.push(line) }
  const ask = await serving({ world: 'empty' }, { customLogger: logger })
  server?.printUrls()
  const [origin] = server?.resolvedUrls?.local ?? []
  expect(lines.slice(-3)).toEqual([
    `  ➜  API:       ${origin}api/v1`,
    '  ➜  Token:     course-admin-token',
    `  ➜  Inspector: ${origin}_emulator/`,
  ])
  expect((await ask('/api/v1/users')).status).toBe(200)
})

test('a call of the page beside the path of the service is warned of once', async () => {
  const lines: string[] = []
  const logger = { ...createLogger('silent'), warn: (line: string) => void lines.push(line) }
  const ask = await serving({ world: 'empty' }, { customLogger: logger })
  const asFetch = { headers: { 'sec-fetch-dest': 'empty', authorization: '' } }
  await ask('/api/users/1?x=1', asFetch)
  await ask('/api/users/1', asFetch)
  await ask('/api/users/2', { headers: { authorization: '' } })
  await ask('/unknown', asFetch)
  expect(lines).toEqual([
    'GET /api/users/1 does not reach the emulator, which is at /api/v1: call /api/v1/users/1.',
  ])
})

test('a client that is no browser is warned of a path beside that of the service', async () => {
  const lines: string[] = []
  const logger = { ...createLogger('silent'), warn: (line: string) => void lines.push(line) }
  const ask = await serving({ world: 'empty' }, { customLogger: logger })
  await ask('/api/users', { headers: { authorization: 'Basic dXNlcjpwYXNz' } })
  await ask('/api/users', { headers: { authorization: 'Bearer course-admin-token' } })
  expect(lines).toEqual([
    'GET /api/users does not reach the emulator, which is at /api/v1: call /api/v1/users.',
  ])
})

test('below another base, the page is told the path of the service', async () => {
  const lines: string[] = []
  const logger = { ...createLogger('silent'), warn: (line: string) => void lines.push(line) }
  const ask = await serving({ world: 'empty' }, { customLogger: logger, base: '/app/' })
  await ask('/app/api/v1/users', { headers: { 'sec-fetch-dest': 'empty' } })
  expect(lines).toEqual([
    'GET /app/api/v1/users does not reach the emulator, which is at /api/v1: call /api/v1/users.',
  ])
})

test('the preview of a build warns that it has no emulator', async () => {
  const lines: string[] = []
  const customLogger = { ...createLogger('silent'), warn: (line: string) => void lines.push(line) }
  const plugins = [emulatorPlugin({ world: 'empty' })]
  const address = { port: 0, host: '127.0.0.1' }
  const previewing = await preview({
    root,
    configFile: false,
    customLogger,
    plugins,
    preview: address,
  })
  await previewing.close()
  expect(lines).toEqual([
    'No emulator answers at /api/v1 in a preview. Start one with `npx course-admin-emulator`, and pass the calls on with the option preview.proxy of Vite.',
  ])
})

test('a refused request prints its reason', async () => {
  const lines: string[] = []
  const logger = { ...createLogger('silent'), warn: (line: string) => void lines.push(line) }
  const ask = await serving({ world: 'empty' }, { customLogger: logger })
  await ask('/api/v1/userz')
  expect(lines.join('\n')).toContain('404 GET /userz: there is no operation GET /userz.')
})

test('a world file that does not exist is named with its folder', async () => {
  mkdirSync(join(root, 'page'))
  await expect(serving({ world: './world.js' }, { root: join(root, 'page') })).rejects.toThrow(
    `Could not read the world in ./world.js: there is no file ${join(root, 'page', 'world.js')}. Give its path from the root of Vite.`,
  )
})

test.each<readonly [WorldPath, string]>([
  ['/world.js', '.'],
  ['./world.js', '.'],
  ['../world.js', 'page'],
])('the changed world file %s is reloaded; time and tokens continue', async (world, folder) => {
  mkdirSync(join(root, folder), { recursive: true })
  const ask = await serving({ world, clock: 'virtual' }, { root: join(root, folder) })
  expect(names((await ask('/api/v1/courses')).said)).toEqual(['Knitting'])
  await ask('/_emulator/clock', { method: 'POST', body: '{"advance":"3d"}' })
  const { token } = (await ask('/_emulator/tokens', { method: 'POST' })).said as { token: string }

  writeFileSync(join(root, 'world.js'), worldSaying('Sewing'))
  const reloaded = new Promise((resolve) => {
    const { ws } = server as ViteDevServer
    const send = ws.send.bind(ws)
    ws.send = ((message: unknown) => (send(message as never), resolve(message))) as typeof ws.send
  })
  server?.watcher.emit('change', join(root, 'world.js'))
  expect(await reloaded).toMatchObject({ type: 'full-reload' })

  const headers = { authorization: `Bearer ${token}` }
  expect(names((await ask('/api/v1/courses', { headers })).said)).toEqual(['Sewing'])
  expect((await ask('/_emulator/clock')).said).toMatchObject({ now: '2026-01-08T09:00:00.000Z' })
})

/** Starts a receiver that refuses deliveries and counts them by path. */
async function startRefusing() {
  const counts: Record<string, number> = {}
  const receiver = createHttpServer(({ url = '' }, response) => {
    counts[url] = (counts[url] ?? 0) + 1
    response.writeHead(503, { connection: 'close' }).end()
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const { port } = receiver.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** Resolves when a path has received more deliveries. Returns the count of another path. */
    async more(path: string, extra: number, other = path): Promise<number> {
      const target = (counts[path] ?? 0) + extra
      await expect.poll(() => counts[path] ?? 0, { timeout: 10_000 }).toBeGreaterThanOrEqual(target)
      return counts[other] ?? 0
    },
    [Symbol.dispose]: () => void receiver.close(),
  }
}

test.for<[string, (restarted: ViteDevServer) => Promise<unknown>]>([
  ['closes', (closed) => closed.close().then(startRetrying)],
  ['restarts', (restarted) => restarted.restart()],
])('deliveries end when the dev server %s', async ([, end]) => {
  using receiver = await startRefusing()
  const ask = await startRetrying()
  const post = (path: string, body: object) =>
    ask(`/_emulator/${path}`, { method: 'POST', body: JSON.stringify(body) })
  async function deliverTo(path: string): Promise<void> {
    await post('receivers', { url: `${receiver.url}${path}` })
    const { said } = await post('given', { resource: 'users', values: {} })
    await post('acts/delete_user', { user: (said as { id: number }).id })
    await receiver.more(path, 1)
  }
  await deliverTo('/before')
  await end(server as ViteDevServer)
  await deliverTo('/after')
  const before = await receiver.more('/after', 1, '/before')
  expect(await receiver.more('/after', 5, '/before')).toBe(before)
})

/** Starts a dev server whose emulator repeats a refused delivery every 50 ms. */
function startRetrying() {
  const retryDelaysMs = Array.from({ length: 200 }, () => 50)
  return serving({ world: 'empty', delivery: { retryDelaysMs } })
}

test.for<[unknown, string]>([
  [5, "the options are 5. Give an object such as { world: 'small-school' }."],
  [{ wrold: 'empty' }, 'there is no option "wrold". Did you mean "world"?'],
  [{ allowHost: [] }, 'there is no option "allowHost". Did you mean "allowHosts"?'],
  [{ baseUrl: 'http://localhost/api' }, 'there is no option "baseUrl". Did you mean "path"?'],
  [{ path: 'api' }, '"path" is "api". Give a path that starts with "/", such as "/api/v1".'],
  [{ path: '/' }, '"path" is "/". Give a path'],
  [{ path: '/api?v=1' }, '"path" is "/api?v=1". Give a path'],
  [{ path: 5 }, '"path" is 5. Give a path'],
])('the plugin refuses the options %j', ([options, message]) => {
  expect(() => emulatorPlugin(options as VitePluginOptions)).toThrow(
    `Could not create the Vite plugin: ${message}`,
  )
})

test('a production build contains none of it', async () => {
  const outDir = join(root, 'out')
  const plugins = [emulatorPlugin()]
  await build({ root, configFile: false, logLevel: 'silent', plugins, build: { outDir } })
  const files = readdirSync(outDir, { recursive: true, withFileTypes: true })
  const texts = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  expect(texts.join('\n')).toContain('courses')
  expect(texts.join('\n')).not.toMatch(/emulator|mockServiceWorker/i)
})
