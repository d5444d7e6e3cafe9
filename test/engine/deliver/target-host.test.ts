/** The hosts that a delivery may reach over the network. */
import { createEmulator, type Emulator, type EmulatorOptions } from 'course-admin-emulator'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const sent: string[] = []
beforeEach(() => {
  vi.stubGlobal('fetch', (url: string) => {
    sent.push(url)
    return Promise.resolve(new Response(null, { status: 204 }))
  })
})
afterEach(() => {
  sent.length = 0
  vi.unstubAllGlobals()
})

function notify(url: string, options: EmulatorOptions = {}): Emulator {
  const emulator = createEmulator({ world: 'empty', ...options })
  emulator.given('webhooks', { url, active: true, events: ['user.deleted'] })
  emulator.act.deleteUser({ user: emulator.given('users') })
  return emulator
}

const responseOf = async (emulator: Emulator): Promise<string | undefined> => {
  await emulator.settle()
  return emulator.rows('webhook_notifications')[0]?.send_attempts[0]?.response
}

test.each([
  'http://localhost:3000/hooks',
  'http://LOCALHOST/hooks',
  'https://127.0.0.1/hooks',
  'http://127.9.9.9/hooks',
  'http://2130706433/hooks',
  'http://[::1]:3000/hooks',
  'http://[::ffff:127.0.0.1]/hooks',
])('%s is on this machine, and is reached', async (url) => {
  await responseOf(notify(url))
  expect(sent).toEqual([url])
})

test.each([
  ['https://hooks.example.test/a', 'hooks.example.test'],
  ['http://169.254.169.254/latest/meta-data', '169.254.169.254'],
  ['http://10.0.0.7/hooks', '10.0.0.7'],
  ['http://192.168.1.1/', '192.168.1.1'],
  ['http://172.16.0.1/', '172.16.0.1'],
  ['http://0.0.0.0:4010/', '0.0.0.0'],
  ['http://[fe80::1]/', '[fe80::1]'],
  ['http://[::ffff:10.0.0.7]/', '[::ffff:a00:7]'],
  ['http://0x0a000007/', '10.0.0.7'],
  ['http://localhost.evil.test/', 'localhost.evil.test'],
  ['http://127.0.0.1.evil.test/', '127.0.0.1.evil.test'],
])('%s is another host, and is not reached unless `deliverTo` names it', async (url, host) => {
  expect(await responseOf(notify(url))).toBe(
    `not sent: no \`emulator.receiver\` has this URL, and the host ${host} is not in deliverTo`,
  )
  expect(sent).toEqual([])
  await responseOf(notify(url, { deliverTo: [host] }))
  expect(sent).toEqual([url])
})

test.each([
  ['ftp://127.0.0.1/hooks', 'the scheme ftp is not http or https'],
  ['file:///etc/passwd', 'the scheme file is not http or https'],
  ['http://user:pass@127.0.0.1/hooks', 'the URL contains credentials'],
  ['http://user@127.0.0.1/hooks', 'the URL contains credentials'],
  ['http://:pass@127.0.0.1/hooks', 'the URL contains credentials'],
])('%s is not sent', async (url, reason) => {
  expect(await responseOf(notify(url, { deliverTo: ['127.0.0.1'] }))).toBe(
    `not sent: no \`emulator.receiver\` has this URL, and ${reason}`,
  )
  expect(sent).toEqual([])
})

test('a fork has the same hosts', async () => {
  const emulator = createEmulator({ world: 'empty', deliverTo: ['hooks.internal'] }).fork()
  emulator.act.registerWebhook({ url: 'http://hooks.internal/a' })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.settle()
  expect(sent).toEqual(['http://hooks.internal/a'])
})

test.each(['user:pass', 'user', ':pass'])(
  'the API refuses a webhook at %s@app.test',
  async (name) => {
    const emulator = createEmulator({ world: 'empty' })
    const response = await emulator.fetch('/webhooks', {
      method: 'POST',
      headers: emulator.headers,
      body: JSON.stringify({ url: `https://${name}@app.test/hooks`, events: [] }),
    })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      errors: { url: ['must not contain credentials'] },
    })
  },
)

describe('an invalid list is refused:', () => {
  test.each([
    ['hooks.internal', '"deliverTo" is "hooks.internal"'],
    [['hooks.internal:80'], '"deliverTo" contains "hooks.internal:80"'],
    [['127.0.0.1:80'], '"deliverTo" contains "127.0.0.1:80"'],
    [['cafe:80'], '"deliverTo" contains "cafe:80"'],
    [['localhost:'], '"deliverTo" contains "localhost:"'],
    [['http://hooks.internal'], '"deliverTo" contains "http://hooks.internal"'],
    [['*'], '"deliverTo" contains "*"'],
    [['127.999.0.1'], '"deliverTo" contains "127.999.0.1"'],
    [[''], '"deliverTo" contains ""'],
    [[5], '"deliverTo" contains 5'],
  ])('%j', (deliverTo, why) => {
    expect(() => createEmulator({ deliverTo: deliverTo as string[] })).toThrow(why)
  })
})
