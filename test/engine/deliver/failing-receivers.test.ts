/** Failing receivers, in this process and on the network: each attempt is recorded. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEmulator, type Emulator, type Receiver } from 'course-admin-emulator'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

type Answer = Parameters<Receiver['answer']>[0]

const rejections: unknown[] = []
const note = (reason: unknown): void => void rejections.push(reason)
beforeAll(() => void process.on('unhandledRejection', note))
afterAll(() => void process.off('unhandledRejection', note))

/** Deletes a user; the webhook at the URL gets the event. */
function notify(url: string, timeoutMs = 10_000): Emulator {
  const emulator = createEmulator({
    world: 'empty',
    delivery: { timeoutMs },
    deliverTo: ['unknown-host.invalid'],
  })
  emulator.given('webhooks', { url, active: true, events: ['user.deleted'] })
  emulator.act.deleteUser({ user: emulator.given('users') })
  return emulator
}

/** The only attempt, after the emulator is idle and pending receivers had some turns. */
async function attemptOf(emulator: Emulator): Promise<object | undefined> {
  await emulator.settle()
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
  expect(rejections.splice(0)).toEqual([])
  const [notification] = emulator.rows('webhook_notifications')
  expect(notification?.status).toBe('retry')
  expect(notification?.send_attempts).toHaveLength(1)
  return notification?.send_attempts[0]
}

const failing = (response: unknown, status_code = 0) =>
  expect.objectContaining({ status_code, response })

/** An error page, as frameworks for `node:http` answer it. */
const errorPage = `<!DOCTYPE html>
<html lang="en">
<head><title>Error</title></head>
<body>
<pre>TypeError: Cannot read &#39;event&#39; of &lt;nothing&gt;<br> &nbsp; &nbsp;at app.js:7:3</pre>
</body>
</html>`

test.each([
  ['the first line of a text', '\nError: no table\n    at app.js:7:3', 500, '500: Error: no table'],
  ['the error of a page', errorPage, 502, "502: TypeError: Cannot read 'event' of <nothing>"],
  ['no page in a text', 'Error: <html> is not JSON', 500, '500: Error: <html> is not JSON'],
  ['the start of a long line', 'x'.repeat(300), 503, `503: ${'x'.repeat(90)}...`],
  ['no secret', 'token=whsec_c2VjcmV0c2VjcmV0c2VjcmV0', 500, '500: token=[redacted]'],
  ['nothing without a body', '', 500, '500'],
  ['nothing of a refusal', 'unknown event', 400, '400'],
])('the journal has the reason of a failure: %s', async (_, body, status, line) => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.receiver({ url: 'https://app.test/hooks', answer: () => new Response(body, { status }) })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.settle()
  expect(
    emulator
      .transcript()
      .replaceAll(/^.*answer +/gm, 'answer ')
      .split('\n'),
  ).toContain(`answer ${line}`)
})

describe('a receiver in this process', () => {
  const brokenBody = (): Response =>
    new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) }))
  const used = (): Response => {
    const response = new Response('once', { status: 500 })
    void response.text()
    return response
  }
  const cases: Record<string, [Answer, unknown]> = {
    throws: [() => { throw new Error('the queue is full') }, failing('the queue is full')], // prettier-ignore
    'throws a value that is not an error': [() => { throw 'no' }, failing('no')], // prettier-ignore
    'throws nothing at all': [() => { throw undefined }, failing('undefined')], // prettier-ignore
    'rejects with null': [() => Promise.reject(null), failing('null')], // prettier-ignore
    'has a body that breaks off': [brokenBody, failing('cut')],
    'has used its body up': [used, failing(expect.stringContaining('locked'))],
    redirects: [() => Response.redirect('https://app.test/elsewhere'), failing('', 302)],
    'breaks the connection': [() => Response.error(), failing('network error')],
    'sends an invalid latency': [
      () => ({ latency: 'soon' }),
      failing(expect.stringContaining('soon')),
    ],
  }
  test.each(Object.entries(cases))('that %s fails the attempt', async (_, [answer, seen]) => {
    const url = 'https://app.test/hooks'
    const emulator = notify(url)
    emulator.receiver({ url, register: false, answer })
    expect(await attemptOf(emulator)).toEqual(seen)
  })

  test.each([
    ['rejects', () => Promise.reject(new Error('later'))],
    ['is not a promise', () => 'done' as never],
  ])('whose later work %s succeeds', async (_, work) => {
    const url = 'https://app.test/hooks'
    const emulator = notify(url)
    emulator.receiver({
      url,
      register: false,
      answer: (_request, { waitUntil }) => void waitUntil(work()),
    })
    await emulator.settle()
    expect(emulator.rows('webhook_notifications')[0]?.status).toBe('succeeded')
    expect(rejections.splice(0)).toEqual([])
  })
})

test('an unusable secret is an attempt with the reason', async () => {
  const url = 'https://app.test/hooks'
  const emulator = createEmulator({ world: 'empty' })
  const hook = emulator.receiver({ url })
  emulator.given('webhooks', { url, active: true, events: ['user.deleted'], secret: 'x' })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.settle()
  const attempts = emulator.rows('webhook_notifications').map((each) => each.send_attempts[0])
  expect(attempts.map((each) => each?.response)).toEqual([
    '',
    expect.stringContaining('not signed: Base64Coder'),
  ])
  // Note: only the delivery of the other webhook at this address arrived.
  expect(hook.deliveries).toHaveLength(1)
})

describe('a receiver on the network', () => {
  let server: Server | undefined
  async function listen(listener: RequestListener): Promise<string> {
    server = createServer(listener)
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  }
  afterEach(async () => {
    server?.closeAllConnections()
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
    server = undefined
  })

  test('that redirects is not followed', async () => {
    const paths: string[] = []
    const url = await listen((request, response) => {
      paths.push(request.url as string)
      response.writeHead(307, { location: '/elsewhere' }).end('over there')
    })
    expect(await attemptOf(notify(url))).toEqual(failing('over there', 307))
    expect(paths).toEqual(['/hooks'])
  })

  test('whose response never ends is read in part', async () => {
    const chunk = 'x'.repeat(4_096)
    const url = await listen((_, response) => {
      response.writeHead(500)
      const write = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', write)
      }
      write()
    })
    expect(await attemptOf(notify(url))).toEqual(failing('x'.repeat(16_384), 500))
  })

  test('that breaks the connection or the response is an attempt with the reason', async () => {
    const url = await listen((request) => request.socket.destroy())
    expect(await attemptOf(notify(url))).toEqual(failing(expect.stringMatching(/closed|hang up/)))
    server?.removeAllListeners('request').on('request', (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half')
      setImmediate(() => response.destroy())
    })
    expect(await attemptOf(notify(url))).toEqual(
      failing(expect.stringMatching(/closed|terminated/)),
    )
  })

  test.each([
    ['answers nothing', () => undefined],
    [
      'begins to answer and stops',
      (_: unknown, response: { write(text: string): void }) => response.write('…'),
    ],
  ])('that %s times out', async (_, listener) => {
    const emulator = notify(await listen(listener as RequestListener), 50)
    await emulator.settle()
    await emulator.advance('1s')
    const [notification] = emulator.rows('webhook_notifications')
    expect(notification).toMatchObject({ status: 'retry', send_attempts: [{ status_code: 0 }] })
    expect(rejections.splice(0)).toEqual([])
  })

  test.each([
    ['http://127.0.0.1:1/hooks', /ECONNREFUSED|bad port/],
    ['http://unknown-host.invalid/hooks', /ENOTFOUND|EAI_AGAIN/],
    ['ftp://127.0.0.1/hooks', /scheme|protocol/],
    ['http://user:secret@127.0.0.1/hooks', /credentials/],
  ])('at %s, an invalid address, is an attempt with the reason', async (url, reason) => {
    expect(await attemptOf(notify(url))).toEqual(failing(expect.stringMatching(reason)))
  })
})
