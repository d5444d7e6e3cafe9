/** An integration in another process: what each address receives, and why a run ends. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createEmulator } from 'course-admin-emulator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  openProcess,
  type ProcessOptions,
} from '../../../src/adapters/process/process-integration.ts'
import { emptyStorage } from '../../../src/conformance/check/story-variant.ts'
import { RunEnd } from '../../../src/conformance/run/run-end.ts'
import type { Connection, Integration } from '../../../src/conformance/scenario/integration.ts'
import { StoredRunValues } from '../../../src/conformance/scenario/storage.ts'
import { freePort } from '../../support/free-port.ts'

interface Received {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly body: string
  readonly type: string | undefined
}

/** The server of the process: the answers by path, and what it received. */
let received: Received[]
let answers: Record<string, readonly [status: number, body: string] | 'nothing' | 'reset'>
let url: string
let stop: () => void

beforeEach(async () => {
  ;[received, answers] = [[], {}]
  const server = createServer((incoming, outgoing: ServerResponse) => {
    void text(incoming).then((body) => {
      const { method, url: path = '', headers } = incoming
      received.push({ method, path, body, type: headers['content-type'] })
      const answer = answers[path] ?? [200, 'null']
      if (answer === 'reset') return void incoming.socket.resetAndDestroy()
      if (answer !== 'nothing') outgoing.writeHead(answer[0]).end(answer[1])
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stop = () => {
    server.close()
    server.closeAllConnections()
  }
})

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
  stop()
})

const storage = () =>
  new StoredRunValues().open({ isAlive: () => true, write: (_, __, perform) => perform() })

const connectionOf = (emulator = createEmulator({ world: 'empty' })): Connection => ({
  emulator,
  baseUrl: emulator.baseUrl,
  token: 'token-1',
  secret: 'whsec_c2VjcmV0',
  fetch: emulator.fetch,
  now: () => emulator.now(),
  sleep: async () => {},
  signal: new AbortController().signal,
  storage: storage(),
})

async function open(options: ProcessOptions) {
  const process = await openProcess(options)
  opened.push(process)
  return process
}

const connect = async (options: ProcessOptions): Promise<Integration> =>
  (await open(options)).connect(connectionOf())

const delivery = (): Request =>
  new Request('https://school.test/hooks', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'webhook-id': 'msg-1' },
    body: '{"event":"user.created"}',
  })

const deliver = async ({ fetch }: Integration): Promise<Response> =>
  (await (fetch as (request: Request) => Promise<Response>)(delivery())) as Response

/** The option of each part of an integration, and how the part is called. */
const parts = [
  ['fetch', 'to', deliver],
  ['resync', 'resync', (integration: Integration) => integration.resync?.()],
  ['state', 'state', (integration: Integration) => integration.state?.()],
  ['effects', 'effects', (integration: Integration) => integration.effects?.()],
  ['problems', 'problems', (integration: Integration) => integration.problems?.()],
] as const

const always = ['problems', 'process', 'stop']

describe('parts', () => {
  test.each(parts)('%s exists if its address is given', async (part, option) => {
    const integration = await connect({ [option]: `${url}/${option}` })
    expect(Object.keys(integration).toSorted()).toEqual([...new Set([...always, part])].toSorted())
    expect(integration.process).toEqual({ resets: false, restarts: false })
    expect(received).toEqual([])
  })

  test('the paths that no run compares and the interval of polls are those of the options', async () => {
    const given = { ignore: ['log'], pollEvery: '30m' } as const
    const integration = await connect({ state: `${url}/state`, ...given })
    expect(integration).toMatchObject(given)
  })

  test.each([
    ['to', 'POST', '{"event":"user.created"}', 'application/json', [202, ''], 202],
    ['resync', 'POST', '', 'application/json', [204, ''], undefined],
    ['state', 'GET', '', 'application/json', [200, '{"a":[1]}'], { a: [1] }],
    ['effects', 'GET', '', 'application/json', [200, '[1,{"b":2}]'], [1, { b: 2 }]],
    ['problems', 'GET', '', 'application/json', [200, '["lost"]'], ['lost']],
  ] as const)('the address %s gets one %s', async (option, method, body, type, answer, result) => {
    answers[`/${option}`] = answer
    const integration = await connect({ [option]: `${url}/${option}` })
    const [, , call] = parts.find(([, each]) => each === option) as (typeof parts)[number]
    const value = await call(integration)
    expect(value instanceof Response ? value.status : value).toEqual(result)
    expect(received).toEqual([{ method, path: `/${option}`, body, type }])
  })

  test('without an address there are no problems', async () => {
    expect(await (await connect({ to: `${url}/to` })).problems?.()).toEqual([])
  })

  test.each([200, 201, 299, 300, 400, 500, 599])(
    'a delivery has the status of the process: %i',
    async (status) => {
      answers['/to'] = [status, 'text']
      const response = await deliver(await connect({ to: `${url}/to` }))
      expect([response.status, await response.text()]).toEqual([status, ''])
    },
  )
})

describe('reset', () => {
  const bodies = (): Record<string, unknown>[] =>
    received.filter(({ path }) => path === '/reset').map(({ body }) => JSON.parse(body) as never)

  test('tells the process where the service is', async () => {
    const process = await open({ to: `${url}/to`, reset: `${url}/reset` })
    const connection = connectionOf()
    const { process: abilities } = await process.connect(connection)
    expect(abilities).toEqual({ resets: true, restarts: false })
    expect(received).toMatchObject([{ method: 'POST', type: 'application/json' }])
    const [body] = bodies() as [Record<string, string>]
    expect(body).toEqual({
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/schedule-1\/api\/v1$/),
      control: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/schedule-1\/control$/),
      token: 'token-1',
      secret: 'whsec_c2VjcmV0',
      now: connection.now().toISOString(),
      restarted: false,
    })
    const { authorization } = connection.emulator.headers
    const users = await fetch(`${body['baseUrl']}/users`, {
      headers: { authorization: authorization as string },
    })
    expect([users.status, await users.json()]).toMatchObject([200, [{ id: 1 }]])
  })

  test('tells a second connection of a run that the process keeps its storage, if it does', async () => {
    const process = await open({ to: `${url}/to`, reset: `${url}/reset` })
    const connection = connectionOf()
    for (const each of [connection, connection, { ...connection, storage: emptyStorage() }])
      await process.connect(each)
    await process.connect(connectionOf())
    expect(bodies().map(({ restarted }) => restarted)).toEqual([false, true, false, false])
  })

  test('a second connection ends the requests of the first one', async () => {
    const process = await open({ to: `${url}/to`, reset: `${url}/reset` })
    const first = await process.connect(connectionOf())
    await process.connect(connectionOf())
    const [body] = bodies() as [Record<string, string>]
    await expect(fetch(`${body['control']}/clock`)).rejects.toThrow('fetch failed')
    await expect(deliver(first)).rejects.toThrow(/abort/)
  })

  test('a connection follows one that fails', async () => {
    const process = await open({ to: `${url}/to`, reset: `${url}/reset` })
    const now = (): never => {
      throw new Error('no clock')
    }
    const failed = process.connect({ ...connectionOf(), now })
    const second = process.connect(connectionOf())
    await expect(failed).rejects.toThrow('no clock')
    expect((await deliver(await second)).status).toBe(200)
  })

  test('stop ends the requests of the process', async () => {
    const integration = await connect({ to: `${url}/to`, reset: `${url}/reset` })
    integration.stop?.()
    const [body] = bodies() as [Record<string, string>]
    await expect(fetch(`${body['control']}/clock`)).rejects.toThrow('fetch failed')
    await expect(deliver(integration)).rejects.toThrow(/abort/)
  })
})

describe('failures', () => {
  /** Every address that must answer JSON, or a list. */
  test.each([
    ['state', [404, '{}'], 'answered 404'],
    ['state', [300, '{}'], 'answered 300'],
    ['state', [200, '<html>'], 'answered with text that is not JSON'],
    ['effects', [500, '[]'], 'answered 500'],
    ['effects', [200, ''], 'answered with text that is not JSON'],
    [
      'effects',
      [200, '{"length":0}'],
      'answered with JSON that is not a list, which --effects needs',
    ],
    ['problems', [503, '[]'], 'answered 503'],
    ['problems', [200, '"text"'], 'answered with JSON that is not a list, which --problems needs'],
  ] as const)('%s with %j ends the run', async (option, answer, reason) => {
    answers[`/${option}`] = answer
    const integration = await connect({ to: `${url}/to`, [option]: `${url}/${option}` })
    const [, , call] = parts.find(([, each]) => each === option) as (typeof parts)[number]
    const message = `${url}/${option} ${reason}`
    await expect(call(integration)).rejects.toMatchObject({ reason: 'failed', message })
    // Note: each later call has the first reason, and sends nothing.
    const count = received.length
    answers = {}
    for (const each of [deliver, parts[4][2]])
      await expect(each(integration)).rejects.toMatchObject({ reason: 'failed', message })
    expect(received).toHaveLength(count)
  })

  test.each([200, 299])('a synchronization that is answered %i has succeeded', async (status) => {
    answers['/resync'] = [status, '']
    expect(await (await connect({ resync: `${url}/resync` })).resync?.()).toBeUndefined()
  })

  test.each([300, 500])('a synchronization that is answered %i has failed', async (status) => {
    answers['/resync'] = [status, '']
    const integration = await connect({ resync: `${url}/resync` })
    const failed = integration.resync?.() as Promise<unknown>
    await expect(failed).rejects.toThrow(`${url}/resync answered ${status}`)
    await expect(failed).rejects.not.toBeInstanceOf(RunEnd)
    expect(await integration.problems?.()).toEqual([])
  })

  test.each([600, 999])('a delivery with the status %i ends the run', async (status) => {
    answers['/to'] = [status, '']
    await expect(deliver(await connect({ to: `${url}/to` }))).rejects.toMatchObject({
      reason: 'failed',
      message: `the process answered a delivery with the status ${status}`,
    })
  })

  test('a process that closes its connections, and one that does not listen, are told', async () => {
    answers['/state'] = 'reset'
    const integration = await connect({ state: `${url}/state` })
    await expect(integration.state?.()).rejects.toThrow(
      `the process closed the connection to ${url}/state without an answer`,
    )
    const absent = `http://127.0.0.1:${await freePort()}`
    const other = await connect({ state: `${absent}/state` })
    await expect(other.state?.()).rejects.toThrow(`no server answers at ${absent}/state`)
  })

  test('a refused reset names the runs that the process answered before', async () => {
    const process = await open({ to: `${url}/to`, reset: `${url}/reset` })
    for (const before of ['', '; it answered in 1 run before', '; it answered in 2 runs before']) {
      answers['/reset'] = [503, '']
      const message = `${url}/reset answered 503 to the POST of --reset${before}`
      const refused = process.connect(connectionOf())
      await expect(refused).rejects.toMatchObject({ reason: 'failed', message })
      answers = {}
      await process.connect(connectionOf())
    }
  })

  test('a connection of the same run is no further run', async () => {
    const process = await open({ to: `${url}/to`, reset: `${url}/reset` })
    const connection = connectionOf()
    for (let i = 0; i < 3; i += 1) await process.connect(connection)
    answers['/reset'] = [503, '']
    await expect(process.connect(connectionOf())).rejects.toThrow('it answered in 1 run before')
  })

  test('a process that hangs ends its run, and no later run waits for it', async () => {
    answers['/reset'] = 'nothing'
    const process = await open({ to: `${url}/to`, reset: `${url}/reset`, timeoutMs: 50 })
    const end = {
      reason: 'hung',
      message: 'the process did not answer within 0.05 s',
    }
    for (let i = 0; i < 2; i += 1)
      await expect(process.connect(connectionOf())).rejects.toMatchObject(end)
    expect(received).toHaveLength(1)
  })

  test('a delivery that hangs ends the run with its limit', async () => {
    answers['/to'] = 'nothing'
    const integration = await connect({ to: `${url}/to`, timeoutMs: 50 })
    const end = { reason: 'hung', message: 'the process did not answer within 0.05 s' }
    await expect(deliver(integration)).rejects.toMatchObject(end)
    await expect(integration.problems?.()).rejects.toMatchObject(end)
  })
})
