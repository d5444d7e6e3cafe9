/** Every entry point closes all of its handles. */
import { connectEmulator, setupEmulator } from 'course-admin-emulator/node'
import { startServer } from 'course-admin-emulator/server'
import { emulatorPlugin } from 'course-admin-emulator/vite'
import { createServer } from 'vite'
import { expect, test } from 'vitest'

/** Open sockets, servers, timers and watchers, by kind. */
const open = (): string[] =>
  process
    .getActiveResourcesInfo()
    .filter((kind) => /TCP|Pipe|Timeout|FSEvent/.test(kind))
    .toSorted()

async function leavesNothing(work: () => Promise<unknown>): Promise<void> {
  const before = open()
  await work()
  await expect.poll(() => open().length).toBeLessThanOrEqual(before.length)
}

test('interception in the process', async () => {
  await leavesNothing(async () => {
    using emulator = setupEmulator({ world: 'empty', clock: 'system' }).listen()
    emulator.receiver({ url: 'https://app.test/hooks', answer: 503 })
    emulator.act.deleteUser({ user: emulator.given('users') })
    const response = await fetch(`${emulator.baseUrl}/users`, { headers: emulator.headers })
    expect(response.status).toBe(200)
  })
})

test('a server with instances, a listener of live events and a delivery that waits for its retry', async () => {
  await leavesNothing(async () => {
    await using server = await startServer({ port: 0, world: 'empty' })
    const emulator = await connectEmulator(server.url, { world: 'empty', clock: 'system' })
    await emulator.given('users')
    const live = await fetch(`${server.url}/_emulator/events`)
    expect(live.status).toBe(200)
    server.emulator.receiver({ url: 'https://app.test/hooks', answer: 503 })
    server.emulator.act.deleteUser({ user: server.emulator.given('users') })
    await server.emulator.settle()
  })
})

test('a dev server', async () => {
  await leavesNothing(async () => {
    const server = await createServer({
      configFile: false,
      logLevel: 'silent',
      server: { port: 0, host: '127.0.0.1', watch: null },
      optimizeDeps: { noDiscovery: true },
      plugins: [emulatorPlugin({ world: 'empty' })],
    })
    await server.listen()
    const [url] = server.resolvedUrls?.local ?? []
    expect((await fetch(new URL('/_emulator/health', url))).status).toBe(200)
    await server.close()
  })
})
