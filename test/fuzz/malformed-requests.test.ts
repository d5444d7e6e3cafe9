/**
 * Malformed requests: none is answered with a 5xx, crashes, hangs or leaves a rejected promise. A refused
 * request has a JSON body. `RUNS=100000 npx vitest run test/fuzz` sends more of them.
 */
import { request as sendRequest } from 'node:http'
import { createEmulator } from 'course-admin-emulator'
import { createHandler, startServer } from 'course-admin-emulator/server'
import { asyncProperty, sample } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeInternalErrors } from '../../src/engine/serve/internal-error.ts'
import corpus from './corpus.json' with { type: 'json' }
import { deepRequests, type MalformedRequest, malformedRequests } from './malformed-requests.ts'
import { assertProperty, propertyTimes } from '../support/property-runs.ts'

const runs = Number(process.env['RUNS'] ?? 2_000)
const rejections: unknown[] = []
const onRejection = (reason: unknown): void => void rejections.push(reason)
beforeAll(() => void process.on('unhandledRejection', onRejection))
afterAll(() => void process.off('unhandledRejection', onRejection))

const start = createEmulator({
  world: 'small-school',
  rateLimit: { requestsPerWindowMax: Infinity },
})

/** Sends a request to a new copy of the emulator, and returns why the response is wrong. */
async function defectOf(malformed: MalformedRequest): Promise<string | undefined> {
  const { method, target, headers, body } = malformed
  const url = `http://localhost${target}`
  if (!URL.canParse(url)) return undefined
  const emulator = start.fork()
  const handle = createHandler(emulator)
  const hasBody = body !== null && method !== 'GET' && method !== 'HEAD'
  const response = await handle(new Request(url, { method, headers, ...(hasBody && { body }) }))
  const defect = await defectIn(response, method)
  handle.close()
  emulator.close()
  const [internal] = takeInternalErrors()
  return internal ? String((internal.error as Error).stack) : defect
}

async function defectIn(response: Response, method: string): Promise<string | undefined> {
  const { status, headers } = response
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return undefined
  }
  const text = await response.text()
  if (status >= 500) return `${status} ${text}`
  if (status < 400 || method === 'HEAD') return undefined
  return text.startsWith('{') ? undefined : `${status} without a JSON body`
}

test.each(corpus as MalformedRequest[])('$method $target is answered', async (malformed) => {
  expect(await defectOf(malformed)).toBeUndefined()
})

test('a body with more than 100 levels is answered with 400 on each route', async () => {
  for (const request of deepRequests) expect(await defectOf(request)).toBeUndefined()
  const send = (levels: number): Promise<Response> =>
    start.fetch('/users', {
      method: 'POST',
      headers: { authorization: `Bearer ${start.token}` },
      body: `{"first_name":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`,
    })
  expect((await send(100)).status).toBe(422)
  const refused = await send(101)
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { errors: { base: ['has more than 100 levels'] } },
  ])
})

test(
  `${runs} requests in process`,
  async () => {
    await assertProperty(
      asyncProperty(malformedRequests, async (malformed) => {
        expect(await defectOf(malformed)).toBeUndefined()
      }),
      { numRuns: runs, endOnFailure: true },
    )
    expect(rejections).toEqual([])
  },
  (30_000 + runs * 10) * propertyTimes,
)

test('300 requests over sockets', async () => {
  await using server = await startServer({
    port: 0,
    world: 'small-school',
    clock: 'virtual',
    rateLimit: { requestsPerWindowMax: Infinity },
  })
  const { hostname, port } = new URL(server.url)
  const exchange = ({ method, target, headers, body }: MalformedRequest): Promise<number> =>
    new Promise((resolve, reject) => {
      // Note: a connection of its own, because the server may close an idle one while the next request is sent.
      const agent = false
      const options = { hostname, port, method, path: target, headers, agent, timeout: 10_000 }
      const sent = sendRequest(options, (response) => {
        response.resume()
        resolve(response.statusCode as number)
        if (response.headers['content-type']?.startsWith('text/event-stream')) sent.destroy()
      })
      sent.on('timeout', () => sent.destroy(new Error('no response in 10 s')))
      sent.on('error', reject)
      sent.end(body ?? undefined)
    })
  // Note: Node itself refuses to send these characters.
  const isSendable = ({ target, headers }: MalformedRequest): boolean =>
    /^[\x21-\x7e]+$/.test(target) &&
    Object.values(headers).every((each) => /^[\t\x20-\x7e]*$/.test(each))
  const all = sample(malformedRequests, 400).filter(isSendable).slice(0, 300)
  for (const malformed of all) {
    const status = await exchange(malformed)
    const sent = JSON.stringify(malformed).slice(0, 2_000)
    expect({ sent, isServerError: status >= 500 }).toEqual({ sent, isServerError: false })
  }
  expect(takeInternalErrors()).toEqual([])
  expect((await fetch(`${server.url}/_emulator/health`)).status).toBe(200)
  expect(rejections).toEqual([])
}, 60_000)
