/** A process that is slow to answer `state` is read before time moves. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import { scenario } from '../../../src/scenarios.ts'
import { openProcess } from '../../../src/adapters/process/process-integration.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** More turns of the event loop than an idle integration is waited for. */
async function slowly(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

interface Connected {
  readonly baseUrl: string
  readonly token: string
  readonly control: string
}

/** Reads the user of an event five minutes after it, and answers `state` slowly until then. */
async function startProcess(): Promise<string> {
  let names: Record<string, string> = {}
  let isWaiting = false
  let connected: Connected
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${connected.control}/${path}`, { method: 'POST', body: JSON.stringify(body) })

  async function read(id: number): Promise<void> {
    const headers = { authorization: `Bearer ${connected.token}` }
    const response = await fetch(`${connected.baseUrl}/users/${id}`, { headers })
    isWaiting = false
    names[id] = ((await response.json()) as { last_name: string }).last_name
  }

  const routes: Record<string, (body: unknown) => unknown> = {
    async '/reset'(body) {
      connected = body as Connected
      names = {}
      await read(2)
    },
    async '/state'() {
      if (isWaiting) await slowly()
      return names
    },
    async '/hooks'(body) {
      const { event_data: data } = body as { event_data: { id: number } }
      await post('busy', {})
      isWaiting = true
      const work = post('sleep', { duration: '5m' }).then(() => read(data.id))
      void work.then(() => post('idle', {}))
    },
  }
  const server = createServer(async (incoming, outgoing) => {
    const body = incoming.method === 'POST' ? await json(incoming) : undefined
    const before = JSON.stringify(names)
    const result = await routes[incoming.url ?? '']?.(body)
    // Note: a state is that of the time of its request.
    const text = incoming.url === '/state' ? before : JSON.stringify(result ?? null)
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const renamed = scenario(
  'renamed',
  { world: 'empty', given: (emulator) => emulator.given('users') },
  async ({ emulator, step, given: user }) => {
    await step('A user marries', () => emulator.act.updateUser({ user, last_name: 'Berg' }))
    await step('An hour later', () => emulator.advance('1h'))
  },
)

test('time stands still until the state is read', async () => {
  const url = await startProcess()
  const process = await openProcess({
    to: `${url}/hooks`,
    state: `${url}/state`,
    reset: `${url}/reset`,
  })
  closing.push(() => process.close())
  const exploration = await explore(renamed, process.connect, { replay: 'baseline' })
  expect(exploration.failures).toEqual([])
  assertConverges(exploration)
})
