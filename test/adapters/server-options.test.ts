/** Invalid options of a server. */
import { expect, test } from 'vitest'
import { startServer } from 'course-admin-emulator/server'

test.each([null, 4010, []])('options %o are refused', async (options) => {
  await expect(startServer(options as never)).rejects.toMatchObject({
    name: 'EmulatorError',
    code: 'bad_option',
    message: expect.stringContaining('Could not start the server'),
  })
})

test.each([
  [{ port: -1 }, '"port" is -1. Give a whole number from 0 to 65535.'],
  [{ port: 70_000 }, '"port" is 70000'],
  [{ port: 1.5 }, '"port" is 1.5'],
  [{ port: 'x' }, '"port" is "x"'],
  [{ port: '80' }, '"port" is "80"'],
])('%j is refused', async (options, why) => {
  await expect(startServer(options as never)).rejects.toMatchObject({
    name: 'EmulatorError',
    code: 'bad_option',
    message: expect.stringContaining(`Could not start the server: ${why}`),
  })
})

test.each([
  [{ faults: [] }, 'there is no option "faults". Call `emulator.fault` for each of them.'],
  [{ emulator: {} }, 'a server creates its own emulator. Give its options, and use'],
])('%j is refused with its place', async (options, why) => {
  await expect(startServer(options as never)).rejects.toThrow(`Could not start the server: ${why}`)
})

test.each([
  ['http://localhost:4725', 'Give the name alone, localhost, and the port'],
  ['localhost:4725', 'Give the name alone, localhost, and the port'],
  ['://', 'Give the name alone, 127.0.0.1, and the port'],
  [' ', 'Use 127.0.0.1, or 0.0.0.0'],
])('the host "%s" is refused', async (host, advice) => {
  await expect(startServer({ port: 0, host })).rejects.toThrow(advice)
})

test('the address of the API is no option, because it follows from the others', async () => {
  const options = { port: 0, baseUrl: 'http://127.0.0.1/api/v1' }
  await expect(startServer(options as never)).rejects.toMatchObject({
    name: 'EmulatorError',
    code: 'unknown_option',
    message:
      'Could not start the server: `baseUrl` follows from the host and the port. ' +
      'Omit it, or mount an emulator with `createHandler`.',
  })
})

test('an address that this machine does not have, and a port in use, are told apart', async () => {
  // Note: this range is for documentation, so no machine has it.
  await expect(startServer({ port: 0, host: '192.0.2.1' })).rejects.toThrow(
    /^Could not listen on 192\.0\.2\.1:0: .*EADDRNOTAVAIL.*\. Use another host or port\.$/,
  )
  await using server = await startServer({ port: 0 })
  const { port } = new URL(server.url)
  await expect(startServer({ port: Number(port) })).rejects.toThrow(
    `Could not listen on 127.0.0.1:${port}: the port is in use by another emulator. End it, or use another port, or 0 for a free port.`,
  )
})
