/** The program that the command starts for an integration in another process: its start, its end and its errors. */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createEmulator } from 'course-admin-emulator'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { openProcess } from '../../../src/adapters/process/process-integration.ts'
import { Program } from '../../../src/adapters/process/program.ts'
import type { Connection } from '../../../src/conformance/scenario/integration.ts'
import { freePort } from '../../support/free-port.ts'

const folder = mkdtempSync(join(tmpdir(), 'program-'))
afterAll(() => rmSync(folder, { recursive: true }))

const started: Program[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const program of started.splice(0)) await program.stop()
})

function programOf(command: string, url: string, startTimeoutMs?: number): Program {
  const program = new Program({
    command,
    url,
    ...(startTimeoutMs !== undefined && { startTimeoutMs }),
  })
  started.push(program)
  return program
}

const server = fileURLToPath(new URL('../start-server.mjs', import.meta.url))

const isAnswered = async (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )

test('a program is not started while another one listens at its address', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  try {
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const program = programOf('exit 3', `${url}/hooks`)
    await expect(program.start()).rejects.toMatchObject({
      code: 'start_failed',
      message: `Could not start "exit 3": something already listens at ${url}. End it first.`,
    })
    expect(program.exit).toBe('the process does not run')
  } finally {
    other.close()
  }
})

test('a program that does not listen in time names the limit', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  await expect(programOf('sleep 60', url, 50).start()).rejects.toMatchObject({
    message: `Could not start "sleep 60": nothing listens at ${url} after 0.05 s. Check --start, or give a longer --start-timeout.`,
  })
})

test('a program that listens elsewhere shows its output', async () => {
  const command = 'echo listening on 24510; sleep 60'
  const start = programOf(command, `http://127.0.0.1:${await freePort()}`, 500).start()
  await expect(start).rejects.toThrow(/--start-timeout\.\nlistening on 24510$/)
})

test.each([
  ['exit 3', 'the process ended with exit code 3. Check --start.'],
  ['exit 0', 'the process ended with exit code 0. Check --start.'],
  ['kill -KILL $$', 'the process ended with SIGKILL. Check --start.'],
  ['echo no file >&2; exit 4', 'the process ended with exit code 4. Check --start.\nno file'],
])('a program that ends before it listens tells how: %s', async (command, text) => {
  const program = programOf(command, `http://127.0.0.1:${await freePort()}`)
  const message = `Could not start "${command}": ${text}`
  await expect(program.start()).rejects.toMatchObject({ message })
  expect(message).toContain(`${await program.exitSoon()}.`)
})

test('the error has the end of a long standard error', async () => {
  const command = `printf 'x%.0s' $(seq 3000) >&2; printf end >&2; exit 1`
  const program = programOf(command, `http://127.0.0.1:${await freePort()}`)
  const { message } = (await program.start().catch((error: Error) => error)) as Error
  expect(message.split('\n').at(-1)).toBe(`${'x'.repeat(1_997)}end`)
})

test('a program runs until it is stopped, and can be started again', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const program = programOf(`node ${server} ${port}`, url)
  expect(program.exit).toBe('the process does not run')
  for (let i = 0; i < 2; i += 1) {
    await program.start()
    expect([program.exit, await isAnswered(url)]).toEqual([undefined, true])
  }
  const before = process.listenerCount('exit')
  await program.stop()
  expect([program.exit, await isAnswered(url)]).toEqual(['the process does not run', false])
  expect(process.listenerCount('exit')).toBe(before - 1)
  await program.stop()
})

test('a program in the background of its shell ends with it', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const program = programOf(`node ${server} ${port} & sleep 1`, url)
  await program.start()
  for (let i = 0; i < 4 && program.exit === undefined; i += 1) await program.exitSoon()
  await program.stop()
  expect(await isAnswered(url)).toBe(false)
})

test.each([
  [undefined, undefined, '127.0.0.1,localhost'],
  ['a.test', undefined, 'a.test,127.0.0.1,localhost'],
  [undefined, 'b.test', 'b.test,127.0.0.1,localhost'],
  ['a.test', 'b.test', 'a.test,127.0.0.1,localhost'],
])('no_proxy=%s NO_PROXY=%s leads past a proxy', async (lower, upper, hosts) => {
  vi.stubEnv('no_proxy', lower)
  vi.stubEnv('NO_PROXY', upper)
  const file = join(folder, 'environment')
  const program = programOf(
    `echo "$no_proxy $NO_PROXY" > ${file}; exit 1`,
    `http://127.0.0.1:${await freePort()}`,
  )
  await expect(program.start()).rejects.toThrow('exit code 1')
  expect(readFileSync(file, 'utf8')).toBe(`${hosts} ${hosts}\n`)
})

const connectionOf = (): Connection => {
  const emulator = createEmulator({ world: 'empty' })
  return { emulator, now: () => emulator.now(), token: '', secret: '' } as unknown as Connection
}

test('a process that ended is started again for the next run, and for a crash', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const source = `require('node:http').createServer((request, response) => {
    if (request.url === '/end') process.exit(3)
    response.end(String(process.pid))
  }).listen(${port}, '127.0.0.1')`
  const opened = await openProcess({
    state: `${url}/state`,
    resync: `${url}/end`,
    start: `node -e "${source}"`,
  })
  try {
    const pidOf = async (connection: Connection): Promise<unknown> =>
      (await opened.connect(connection)).state?.()
    const first = connectionOf()
    const pids = [await pidOf(first), await pidOf(connectionOf()), await pidOf(first)]
    expect(pids[1]).toBe(pids[0])
    expect(pids[2]).not.toBe(pids[0])
    const ending = await opened.connect(connectionOf())
    expect(ending.process).toEqual({ resets: false, restarts: true })
    const end = { reason: 'failed', message: 'the process ended with exit code 3' }
    await expect(ending.resync?.()).rejects.toMatchObject(end)
    await expect(ending.problems?.()).rejects.toMatchObject(end)
    expect(await pidOf(connectionOf())).not.toBe(pids[2])
  } finally {
    await opened.close()
  }
  expect(await isAnswered(url)).toBe(false)
})

test('a process that cannot be started opens nothing', async () => {
  const to = `http://127.0.0.1:${await freePort()}/hooks`
  await expect(openProcess({ to, start: 'exit 5' })).rejects.toThrow('exit code 5')
  await expect(openProcess({ start: 'exit 5' })).rejects.toThrow(
    'Could not start the process: no address of it is given. Give the webhook endpoint',
  )
  for (const option of ['to', 'state', 'resync', 'reset'])
    await expect(openProcess({ [option]: to, start: 'exit 6' })).rejects.toThrow('exit code 6')
})
