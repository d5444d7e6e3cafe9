/** The command `explore` in several processes, and with an integration in Python over HTTP. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import type { ExplorationJson } from '../../../src/explore.ts'
import { freePort } from '../../support/free-port.ts'

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const cli = pathOf('../../../dist/cli.js')
const scenario = pathOf('renames.ts')
const python = pathOf('../../examples/python/mirror.py')
const folder = mkdtempSync(join(tmpdir(), 'explore-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
  /** The text of the JSON report; empty without one. */
  readonly json: string
}

let reportCount = 0

/** Runs `explore` with a JSON report. */
async function explore(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const report = join(folder, `${(reportCount += 1)}.json`)
  const child = spawn(process.execPath, [cli, 'explore', scenario, ...args, '--json', report], {
    env: { ...process.env, ...env },
  })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 2) return { code, out, err, json: '' }
  const written = `Wrote ${report}\n`
  expect(err).toContain(written)
  const others = err.replace(written, '').replaceAll(/^\d+ of \d+ schedules.*\n/gm, '')
  const json = readFileSync(report, 'utf8')
  return { code, out: withoutDuration(out), err: others, json: withoutDuration(json) }
}

/** Two runs take different times. */
const withoutDuration = (text: string): string =>
  text.replace(/\nTook .* s\.\n$/, '').replace(/,\n  "durationMs": \d+\n\}/, '\n}')

describe('in several processes', { timeout: 180_000 }, () => {
  const mirrored = ['--app', pathOf('mirror-app.ts')]

  test.each([
    ['counting-app.ts', ['--deviations', 'deliveries', '--depth', '1'], 1],
    // It keeps the name that arrives last, which an earlier read of two at once can be.
    ['mirror-app.ts', ['--runs', '200', '--seed', '3'], 1],
  ])('the result of %s is that of one process, byte by byte', async (app, options, exitCode) => {
    const args = ['--app', pathOf(app), ...options]
    const alone = await explore(args)
    expect([alone.code, alone.err]).toEqual([exitCode, ''])
    for (const jobs of ['2', '3']) expect(await explore([...args, '--jobs', jobs])).toEqual(alone)
  })

  test('Ctrl+C cancels each process, and the merged result says so', async () => {
    const { child, ended, closed, watcher } = await startJobs({})
    child.kill('SIGINT')
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    expect(await ended).toEqual([2, null])
    expect(out).toContain('the exploration was canceled')
    await closed
    watcher.close()
  })

  test('a second Ctrl+C ends processes that are blocked', async () => {
    const { child, ended, closed, watcher } = await startJobs({ DEFECT: 'blocks' })
    const timer = setInterval(() => child.kill('SIGINT'), 200)
    expect(await ended).toEqual([130, null])
    clearInterval(timer)
    await closed
    watcher.close()
  })

  /** Starts two jobs that connect to a server of the test. `closed` resolves when both connections are closed. */
  async function startJobs(env: Readonly<Record<string, string>>) {
    const watcher = createServer().listen(0, '127.0.0.1')
    await once(watcher, 'listening')
    const { port } = watcher.address() as AddressInfo
    const child = spawn(process.execPath, [cli, 'explore', scenario, ...mirrored, '--jobs', '2'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, WATCHER: String(port), ...env },
    })
    const ended = once(child, 'close') as Promise<[number | null, string | null]>
    const sockets: Socket[] = []
    while (sockets.length < 2) {
      const [socket] = (await once(watcher, 'connection')) as [Socket]
      sockets.push(socket.on('error', () => {}).resume())
    }
    const closed = Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')))
    return { child, ended, closed, watcher }
  }
})

/** Explores the integration in Python. `defect` is a flag of the program. */
async function explorePython(
  args: readonly string[],
  defect?: string,
): Promise<Ended & { readonly report: ExplorationJson | undefined }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const addresses = ['reset', 'state', 'resync', 'problems'].flatMap((name) => [
    `--${name}`,
    `${url}/${name}`,
  ])
  const file = join(folder, `${port}.json`)
  const flags = defect === undefined ? '' : ` --defect ${defect}`
  const start = `python3 ${python} --port ${port} --file ${file}${flags}`
  const ended = await explore(
    ['--to', `${url}/hooks`, ...addresses, '--start', start, '--depth', '1', ...args],
    // Note: the program reaches the service, although a proxy is set.
    { http_proxy: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' },
  )
  if (ended.code === 2) throw new Error(`This test needs python3 3.9 or newer: ${ended.err}`)
  const text = ended.json.replaceAll(url, 'http://process')
  return { ...ended, report: text === '' ? undefined : (JSON.parse(text) as ExplorationJson) }
}

/** Reads all users each minute of virtual time, and serves their last names. */
const poller = `const names = {}
let current = 0
async function poll({ baseUrl, control, token }) {
  const number = (current += 1)
  const headers = { authorization: 'Bearer ' + token }
  while (number === current) {
    const answer = await fetch(baseUrl + '/users?per_page=100', { headers }).catch(() => undefined)
    const users = answer?.ok ? await answer.json() : []
    for (const { id, last_name } of users) names[id] = last_name
    await fetch(control + '/sleep', { method: 'POST', body: '{"duration":"1m"}' })
  }
}
require('node:http').createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  if (request.url === '/reset') {
    for (const id of Object.keys(names)) delete names[id]
    // Note: the connection is reset when a schedule ends.
    poll(JSON.parse(body)).catch(() => {})
  }
  response.end(JSON.stringify({ names }))
}).listen(Number(process.argv[2]), '127.0.0.1')
`

describe('over HTTP', { timeout: 180_000 }, () => {
  test('the correct integration in Python converges, also after crashes', async () => {
    const kinds = ['--deviations', 'deliveries,crashes']
    const { code, report } = await explorePython(kinds)
    expect([code, report?.failures]).toEqual([0, []])
    expect(report?.verdicts.converged).toBeGreaterThan(25)
    expect(report?.schedules.notRun).toBe(0)
    expect(report?.matrix.rows.map(({ point }) => point)).toContain(
      'answer to user.updated id=2 #1',
    )
  })

  test.each([
    ['counts-deliveries', 'deliveries', 'state.count'],
    ['gives-up', 'requests', 'state.names.2'],
    ['trusts-the-event', 'deliveries', 'state.names.2'],
  ])('the incorrect integration %s is found', async (defect, kind, path) => {
    const { code, report } = await explorePython(['--deviations', kind, '--runs', '18'], defect)
    expect(code).toBe(1)
    const [first] = report?.failures ?? []
    expect([first?.verdict, first?.difference[0]?.path]).toEqual(['diverged', path])
    expect(first?.deviations).toHaveLength(1)
  })

  const refused = ['--replay', '500 at GET /users/2 #1', '--timeout', '3']
  test.each([
    ['ends-at-500', 'failed', 'the process ended with exit code 3'],
    ['hangs-at-500', 'hung', 'the process did not answer within 3 s'],
    ['has-no-json', 'failed', 'http://process/state answered with text that is not JSON'],
  ])('a process with the defect %s is %s', async (defect, verdict, reason) => {
    const { code, report } = await explorePython(refused, defect)
    expect(code).toBe(1)
    expect(report?.failures).toMatchObject([{ verdict, reason }])
  })

  test('a process that only polls has a state and no endpoint', async () => {
    const port = await freePort()
    const file = join(folder, 'poller.cjs')
    writeFileSync(file, poller)
    const url = `http://127.0.0.1:${port}`
    const start = `"${process.execPath}" "${file}" ${port}`
    const addresses = ['--state', `${url}/state`, '--reset', `${url}/reset`, '--start', start]
    const replay = ['--replay', '500 at GET /users?per_page=100 #2']
    const { code, json } = await explore([...addresses, ...replay])
    expect([code, JSON.parse(json)]).toMatchObject([
      0,
      { verdicts: { converged: 2 }, failures: [] },
    ])
  })

  test.each([
    ['Ctrl+C', 'SIGINT', 130],
    ['hangup of the terminal', 'SIGHUP', 129],
  ] as const)('a second %s ends the command and its process', async (_, signal, status) => {
    // Note: a process that gets a request never answers.
    const { child, ended, calls, watcher } = await startWatched(
      'const call = () => setInterval(() => socket.write("called"), 100)',
      '60',
    )
    calls.on('data', () => child.kill(signal))
    const closed = once(calls, 'close')
    expect(await ended).toEqual([status, null])
    await closed
    watcher.close()
  })

  test('a hangup of the terminal ends the command and its process', async () => {
    const { child, ended, calls, watcher } = await startWatched(
      'const call = (_, response) => (socket.write("called"), response.end("{}"))',
      '5',
    )
    calls.once('data', () => child.kill('SIGHUP'))
    const closed = once(calls, 'close')
    expect((await ended)[1]).toBeNull()
    await closed
    watcher.close()
  })

  /**
   * Explores a process that connects to a server of the test, so that the test sees its end. `call` is the code
   * that handles a request, with the `socket` to the test.
   */
  async function startWatched(call: string, timeout: string) {
    const watcher = createServer().listen(0, '127.0.0.1')
    await once(watcher, 'listening')
    const port = await freePort()
    const { port: watcherPort } = watcher.address() as AddressInfo
    const file = join(folder, `watched-${port}.cjs`)
    const source = `const socket = require('node:net').connect(${watcherPort}, '127.0.0.1')
      ${call}
      require('node:http').createServer(call).listen(${port}, '127.0.0.1')`
    writeFileSync(file, source)
    const to = ['--to', `http://127.0.0.1:${port}/hooks`, '--timeout', timeout]
    const args = [cli, 'explore', scenario, ...to, '--start', `"${process.execPath}" "${file}"`]
    const child = spawn(process.execPath, args, { stdio: 'ignore' })
    const ended = once(child, 'exit') as Promise<[number | null, string | null]>
    const [calls] = (await once(watcher, 'connection')) as [Socket]
    calls.on('error', () => {})
    return { child, ended, calls, watcher }
  }
})
