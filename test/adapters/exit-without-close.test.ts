/** A process that ends without `close`: it fails for what `close` would report. */
import type { ListeningEmulator } from 'course-admin-emulator/node'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type NodeModule = typeof import('../../src/adapters/network/node.ts')

let copyCount = 0
let emulator: ListeningEmulator
/** The handlers of the end of the process that `listen` adds. They are not added to this process. */
let handlers: (() => void)[]

beforeEach(async () => {
  handlers = []
  const once = process.once.bind(process)
  vi.spyOn(process, 'once').mockImplementation((event, listener: () => void) => {
    if (event === 'exit') handlers.push(listener)
    else once(event as never, listener)
    return process
  })
  // Note: the module watches the end of the process once, so that each test needs a copy of it.
  copyCount += 1
  const path = `../../src/adapters/network/node.ts?copy=${copyCount}`
  const { setupEmulator } = (await import(/* @vite-ignore */ path)) as NodeModule
  emulator = setupEmulator({ world: 'empty' }).listen()
})
afterEach(() => {
  vi.restoreAllMocks()
  emulator.close()
})

const call = (path: string): Promise<Response> =>
  fetch(emulator.baseUrl + path, { headers: emulator.headers })

/** Ends the process with an exit code. Returns what it prints, and its exit code then. */
function end(exitCode?: number): { readonly printed: unknown[]; readonly exitCode: unknown } {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const before = process.exitCode
  process.exitCode = exitCode
  try {
    for (const handler of handlers) handler()
    return { printed: errors.mock.calls.flat() as unknown[], exitCode: process.exitCode }
  } finally {
    process.exitCode = before
  }
}

const message =
  'EmulatorError: Could not answer GET /user/2: the service has no such operation. Did you mean GET /users/{id}?'

test.each([
  [undefined, 1],
  [0, 1],
  [3, 3],
])('an unhandled call is printed; the exit code %s becomes %s', async (code, expected) => {
  await call('/user/2')
  expect(end(code)).toEqual({ printed: [message], exitCode: expected })
})

test.each([undefined, 3])('without one, the exit code %s stays', async (code) => {
  await call('/users/1')
  expect(end(code)).toEqual({ printed: [], exitCode: code })
})

test('the end is watched once, however often it listens', () => {
  emulator.close()
  emulator.listen()
  expect(handlers).toHaveLength(1)
})

test('an emulator that was closed is not judged again', async () => {
  await call('/user/2')
  expect(() => emulator.close()).toThrow('Could not answer GET /user/2')
  expect(end()).toEqual({ printed: [], exitCode: undefined })
})
