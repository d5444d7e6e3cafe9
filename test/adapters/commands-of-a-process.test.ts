/** The commands explore, check and run reach an integration behind addresses, in this process. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CommandEnvironment } from '../../src/adapters/cli/command.ts'
import type { Connection, Integration } from '../../src/conformance/scenario/integration.ts'
import { connect } from './explore/mirror-app.ts'
import { commandLoaders } from '../../src/adapters/cli/command-list.ts'

let received: string[]
let url: string
let stop: () => void

/** The mirror of `mirror-app.ts` as a process: it gets its connection with each reset. */
beforeEach(async () => {
  received = []
  let integration: Integration | undefined
  const deliver = (request: Request): unknown =>
    (integration?.fetch as ((each: Request) => unknown) | undefined)?.(request)
  const answers: Readonly<Record<string, (body: string) => unknown>> = {
    async '/reset'(body) {
      const connection = JSON.parse(body) as Pick<Connection, 'baseUrl' | 'token'>
      const given = { ...connection, fetch, sleep: async () => {} }
      integration = await connect(given as Partial<Connection> as Connection)
    },
    '/hooks': (body) => deliver(new Request(url, { method: 'POST', body })),
    '/resync': () => integration?.resync?.(),
    '/state': () => integration?.state?.(),
  }
  const server = createServer((incoming, outgoing) => {
    void text(incoming).then(async (body) => {
      const { method, url: path = '' } = incoming
      received.push(`${method} ${path}`)
      const answer = await answers[path]?.(body)
      outgoing.writeHead(200).end(path === '/state' ? JSON.stringify(answer) : '')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stop = () => {
    server.close()
    server.closeAllConnections()
  }
})
afterEach(() => stop())

async function run(name: keyof typeof commandLoaders, args: readonly string[]) {
  const output = { out: '', err: '' }
  const environment: CommandEnvironment = {
    stdout: (part) => void (output.out += part),
    stderr: (part) => void (output.err += part),
  }
  const command = await commandLoaders[name]()
  return { code: await command.run([...args], environment), ...output }
}

const addresses = () =>
  ['to hooks', 'resync resync', 'state state', 'reset reset'].flatMap((each) => {
    const [option, path] = each.split(' ')
    return [`--${option}`, `${url}/${path}`]
  })

const count = (call: string): number => received.filter((each) => each === call).length

test('explore delivers to the address, reads the state, and resets the process before each run', async () => {
  const scenario = 'test/adapters/explore/renames.ts'
  const args = [scenario, '--runs', '2', '--deviations', 'deliveries', ...addresses()]
  const { code, out } = await run('explore', args)
  expect([code, out]).toEqual([0, expect.stringMatching(/2 of \d+ schedules/)])
  expect(count('POST /reset')).toBeGreaterThanOrEqual(3)
  expect(count('POST /hooks')).toBeGreaterThanOrEqual(3)
  expect(count('GET /state')).toBeGreaterThanOrEqual(3)
})

test('check runs a check against the addresses', async () => {
  const { code, out } = await run('check', ['--only', 'stale-event', ...addresses()])
  expect([code, out]).toEqual([0, expect.stringContaining('1 check: 1 passed.')])
  expect(count('POST /reset')).toBeGreaterThan(1)
  expect(count('POST /resync')).toBeGreaterThan(0)
})
