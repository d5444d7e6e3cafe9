/** The command `serve` in this process: what it prints, what it applies, and what it writes when it stops. */
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { openapiCommand, serveCommand } from '../../src/adapters/cli/serve-command.ts'
import { flagNames } from '../../src/service/flags.ts'

const folder = mkdtempSync(join(tmpdir(), 'serve-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const fileOf = (name: string): string => join(folder, name)

interface Served {
  readonly url: string
  readonly baseUrl: string
  readonly token: string
  readonly inspector: string
}

/** Serves on a free port until `use` has ended. */
async function serve(args: readonly string[], use: (served: Served) => unknown = () => {}) {
  const output = { out: '', err: '' }
  const controller = new AbortController()
  const json = args.includes('--json') ? [] : ['--json', '-']
  const running = serveCommand.run(['--port', '0', ...json, ...args], {
    stdout: (text) => void (output.out += text),
    stderr: (text) => void (output.err += text),
    cancellation: () => controller.signal,
  })
  let isRunning = true
  const ended = running.finally(() => (isRunning = false))
  const used = vi
    .waitUntil(() => output.out !== '' || !isRunning, { timeout: 60_000, interval: 5 })
    .then(() => (isRunning ? use(output.out.startsWith('{') ? JSON.parse(output.out) : never) : 0))
    .finally(() => controller.abort())
  const [code] = await Promise.all([ended, used])
  return { code, ...output }
}

const never = {} as Served

const control = async <T>({ url }: Served, path: string, init?: RequestInit): Promise<T> =>
  (await (await fetch(`${url}/_emulator/${path}`, init)).json()) as T

test('--json - prints the addresses in one line, and the server stops with the signal', async () => {
  let given = never
  const { code, out, err } = await serve(['--world', 'empty'], async (served) => {
    given = served
    const headers = { authorization: `Bearer ${served.token}` }
    expect((await fetch(`${served.baseUrl}/users`, { headers })).status).toBe(200)
  })
  const { url, ...others } = given
  expect(others).toEqual({
    baseUrl: `${url}/api/v1`,
    token: 'course-admin-token',
    inspector: `${url}/_emulator/`,
  })
  expect([code, err, out]).toEqual([0, '', `${JSON.stringify(given)}\n`])
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

test('without --json - a command to copy is printed, and a file has the addresses', async () => {
  const json = fileOf('address.json')
  const { out, err } = await serve(['--world', 'empty', '--json', json, '--token', 'mine'])
  const { baseUrl, inspector } = JSON.parse(readFileSync(json, 'utf8')) as Served
  expect(out).toBe(`API:       ${baseUrl}
Token:     mine
Inspector: ${inspector}

Try it:
  curl -H 'Authorization: Bearer mine' '${baseUrl}/courses?per_page=2'

Ctrl+C stops it.
`)
  expect(err).toBe(`Wrote ${json}\n`)
})

test('--host of other machines: what is printed says that the token is random', async () => {
  const open = ['--world', 'empty', '--json', fileOf('open.json'), '--host', '0.0.0.0']
  expect((await serve(open)).out).toMatch(
    /^Token: {5}\S{32} \(random at each start, .* --token TEXT/m,
  )
  expect((await serve([...open, '--token', 'mine'])).out).toContain('\nToken:     mine\n')
})

test('--clock virtual: what is printed says that the clock stands still, and how it advances', async () => {
  const clock = ['--world', 'empty', '--json', fileOf('clock.json'), '--clock']
  const { out } = await serve([...clock, 'virtual'])
  expect(out).toContain(
    `Clock:     stands still, so that no webhook leaves. Advance it with POST /_emulator/clock {"advance":"5m"}, or use --clock auto.`,
  )
  for (const other of ['auto', 'x60'])
    expect((await serve([...clock, other])).out).not.toContain('Clock:')
})

/** The address of a port at which nothing listens any more. */
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return `http://127.0.0.1:${port}/`
}

test('a delivery that is not sent is printed once for each URL, with what to do', async () => {
  const closed = await closedAddress()
  const { err } = await serve(['--world', 'empty', '--clock', 'virtual'], async (served) => {
    const post = (path: string, body: object) =>
      control<{ id: number }>(served, path, { method: 'POST', body: JSON.stringify(body) })
    for (const url of [
      'http://hooks.test:3000/in',
      'https://a:b@127.0.0.1/',
      'http://127.0.0.1:1/',
      closed,
    ])
      await post('receivers', { url })
    await post('receivers', { url: 'https://answered.test/', answer: 503 })
    for (let i = 0; i < 2; i += 1) {
      const { id } = await post('given', { resource: 'users' })
      await post('acts/delete_user', { user: id })
    }
    await post('clock', { advance: '15m' })
  })
  expect(err.split('\n').toSorted()).toEqual([
    '',
    `${closed}: connect ECONNREFUSED ${new URL(closed).host}. Does the app listen there?`,
    'http://hooks.test:3000/in: not sent: the host hooks.test is not in deliverTo. Start the server with --deliver-to hooks.test.',
    'https://a:b@127.0.0.1/: not sent: the URL contains credentials.',
  ])
})

test('a PORT in the environment that is not read is named', async () => {
  const errors: string[] = []
  const environment = { stdout: () => undefined, stderr: (text: string) => void errors.push(text) }
  vi.stubEnv('PORT', '4811')
  await expect(serveCommand.run(['--host', ''], environment)).rejects.toThrow('`host` is not')
  await expect(serveCommand.run(['--host', '', '--port', '0'], environment)).rejects.toThrow(
    '`host` is not',
  )
  vi.unstubAllEnvs()
  expect(errors).toEqual(['PORT is 4811 in the environment, and is not read. Give --port 4811.\n'])
})

test('a flag that npm took is named, with and without its value', async () => {
  const errors: string[] = []
  const environment = { stdout: () => undefined, stderr: (text: string) => void errors.push(text) }
  vi.stubEnv('npm_lifecycle_event', 'emulator')
  vi.stubEnv('npm_config_world', 'true')
  await expect(serveCommand.run(['demo'], environment)).rejects.toThrow(
    '"demo" is one argument too many. npm took --world. Put -- before it: npm run emulator -- --world demo',
  )
  vi.stubEnv('npm_config_world', 'demo')
  await expect(serveCommand.run(['--host', ''], environment)).rejects.toThrow('`host` is not')
  vi.unstubAllEnvs()
  expect(errors.at(-1)).toBe(
    'npm took --world=demo. Put -- before it: npm run emulator -- --world=demo\n',
  )
})

interface State {
  readonly seed: number
  readonly flags: Readonly<Record<string, boolean>>
  readonly counts: Readonly<Record<string, number>>
}

test.each([
  [['--world', 'small-school'], { counts: { courses: 3, users: 8 }, seed: 1 }],
  [['--world', 'small-school', '--scale', '3'], { counts: { courses: 9 } }],
  [['--world', 'empty', '--seed', '7'], { seed: 7, counts: { users: 1 } }],
])('%j gives the state %j', async (args, expected) => {
  await serve(args, async (served) =>
    expect(await control<State>(served, 'state')).toMatchObject(expected),
  )
})

test.each(flagNames)('--no-flag switches "%s" off, in any case and with hyphens', async (name) => {
  const given = name.toUpperCase().replaceAll(' ', '-')
  await serve(['--world', 'empty', '--no-flag', given], async (served) => {
    const { flags } = await control<State>(served, 'state')
    expect(Object.entries(flags).filter(([, isOn]) => !isOn)).toEqual([[name, false]])
  })
})

test('--clock and --locale are those of the emulator', async () => {
  const clocks = { virtual: 'virtual', system: 'system', x60: 60, 'x1.5': 1.5 }
  for (const name of Object.keys(clocks)) {
    const { flags } = serveCommand
    const expected = name.startsWith('x') ? { scale: clocks[name as 'x60'] } : name
    expect(flags.clock.read([name], '--clock')).toEqual(expected)
  }
  for (const name of ['ax60', 'x60s', 'x', 'x1.', 'x1x2'])
    expect(() => serveCommand.flags.clock.read([name], '--clock')).toThrow(
      `Could not use --clock ${name}: it is not a valid clock.`,
    )
  await serve(['--world', 'empty', '--clock', 'virtual'], async (served) => {
    expect(await control(served, 'clock')).toMatchObject({ now: '2026-01-05T09:00:00.000Z' })
  })
  expect(serveCommand.parse(['--locale', 'en']).values.locale).toBe('en')
  expect(() => serveCommand.parse(['--locale', 'enn'])).toThrow(
    'Could not find the locale "enn": the name is unknown. Did you mean "en"?',
  )
})

test('a refused request prints its status, its reason and the assumption behind it, whose alternatives are printed once', async () => {
  const { err } = await serve(['--world', 'empty'], async ({ baseUrl }) => {
    await fetch(`${baseUrl}/users`)
    await fetch(`${baseUrl}/labels`)
  })
  const refused = 'a missing, malformed or unknown token is answered with'
  expect(err).toBe(`403 GET /users: no token was sent
    assumption auth.refused: ${refused} 403
    --assume auth.refused=401: ${refused} 401
    --assume auth.refused=404: ${refused} 404
403 GET /labels: no token was sent
    assumption auth.refused: ${refused} 403
`)
})

test('--save and --story write the world and what happened when the server stops', async () => {
  const [world, story, data] = ['world.json', 'story.html', 'story.json'].map(fileOf)
  const start = ['--world', 'empty', '--clock', 'virtual']
  const { code } = await serve(
    [...start, '--save', world as string, '--story', story as string],
    async (served) => {
      expect([world, story].map((file) => existsSync(file as string))).toEqual([false, false])
      const body = JSON.stringify({ advance: '3d' })
      await control(served, 'clock', { method: 'POST', body })
    },
  )
  expect(code).toBe(0)
  expect(readFileSync(story as string, 'utf8')).toMatch(/^<!doctype html>/i)
  await serve(
    ['--clock', 'virtual', '--load', world as string, '--story', data as string],
    async (served) =>
      expect(await control(served, 'state')).toMatchObject({ now: '2026-01-08T09:00:00.000Z' }),
  )
  expect(JSON.parse(readFileSync(data as string, 'utf8'))).toHaveProperty('entries')
  await expect(serve(['--load', world as string, '--seed', '7'])).rejects.toThrow(
    'Leave out "seed" or "load".',
  )
})

test('a world that cannot be saved gives the exit code 1 and the reason', async () => {
  const own = fileOf('gone')
  const file = join(own, 'world.json')
  mkdirSync(own)
  const { code, err } = await serve(['--world', 'empty', '--save', file], () =>
    rmSync(own, { recursive: true }),
  )
  expect([code, err]).toEqual([
    1,
    `Could not save the world to ${file}: its folder does not exist.\n`,
  ])
})

/** Files that a server would write when it stops are refused before it starts. */
test.each([
  ['--save', '/nowhere/world.json'],
  ['--save', folder],
  ['--story', '/nowhere/story.html'],
  ['--json', '/nowhere/address.json'],
])('%s %s is refused before a server starts', async (flag, file) => {
  const stdout = vi.fn<(text: string) => void>()
  await expect(
    serveCommand.run(['--port', '0', flag, file], { stdout, stderr: () => {} }),
  ).rejects.toThrow(`Could not save to "${file}"`)
  expect(stdout).not.toHaveBeenCalled()
})

test('openapi writes the document to a file, and names an IPv6 address in brackets', async () => {
  const file = fileOf('openapi.json')
  const output = { out: '', err: '' }
  const environment = {
    stdout: (text: string) => void (output.out += text),
    stderr: (text: string) => void (output.err += text),
  }
  expect(await openapiCommand.run(['--host', '::1', '--json', file], environment)).toBe(0)
  expect(output).toEqual({ out: '', err: `Wrote ${file}\n` })
  const text = readFileSync(file, 'utf8')
  expect(JSON.parse(text)).toMatchObject({ servers: [{ url: 'http://[::1]:4010/api/v1' }] })
  expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)
  await expect(openapiCommand.run(['--host', ''], environment)).rejects.toThrow(
    '`host` is not a host name or address: ""',
  )
  writeFileSync(file, '')
  await expect(openapiCommand.run(['--json', join(file, 'a.json')], environment)).rejects.toThrow(
    'a part of its path is no folder',
  )
  expect(readFileSync(file, 'utf8')).toBe('')
})

test.each([
  ['--story what.txt', '--story what.txt has the extension .txt. Give a file that ends with .html'],
  ['--start never', '`start` is not a valid date: "never"'],
  ['--host http://localhost:1', 'Give the name alone, localhost, and the port'],
])('%s is refused', async (args, message) => {
  const environment = { stdout: () => undefined, stderr: () => undefined }
  await expect(serveCommand.run(['--port', '0', ...args.split(' ')], environment)).rejects.toThrow(
    message,
  )
})

test('a misspelt field is told once', async () => {
  const { err } = await serve(['--world', 'empty'], async ({ baseUrl, token }) => {
    const init = {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: 'Mia', last_name: 'Bos', email: 'a@b.test', local: 'nl' }),
    }
    for (let i = 0; i < 2; i += 1) await fetch(`${baseUrl}/users`, init)
  })
  expect(err.match(/POST \/users ignores the body field "local". Did you mean/g)).toHaveLength(1)
})
