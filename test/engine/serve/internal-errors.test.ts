/** An exception inside the emulator: its response, its journal entry, and the failure of the test. */
import { createEmulator, type Emulator, EmulatorError } from 'course-admin-emulator'
import {
  assertNoInternalErrors,
  connectEmulator,
  emulatorMatchers,
  setupEmulator,
} from 'course-admin-emulator/node'
import { startServer } from 'course-admin-emulator/server'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Operation } from '../../../src/engine/define/operation.ts'
import { setUpJest } from '../../../src/adapters/testing/jest-setup.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { forkPrepared } from '../../../src/engine/emulator/worlds/prepared-emulator.ts'
import { takeInternalErrors } from '../../../src/engine/serve/internal-error.ts'
import { injectedError, injectInternalError } from '../../support/internal-error.ts'

beforeEach(() => expect.extend(emulatorMatchers))

const errorBody = { errors: {}, code: 500, message: 'Something went wrong on our side.' }

const thrownBy = async (work: () => unknown): Promise<EmulatorError> => {
  try {
    await work()
  } catch (error) {
    return error as EmulatorError
  }
  throw new Error('nothing was thrown')
}

const post = (emulator: Pick<Emulator, 'baseUrl' | 'headers'>): Promise<Response> =>
  fetch(`${emulator.baseUrl}/labels`, {
    method: 'POST',
    headers: emulator.headers,
    body: JSON.stringify({ name: 'New', model_type: 'User' }),
  })

test('is answered with the error body of the service, and the journal has the cause', async () => {
  const emulator = createEmulator({ world: 'empty' })
  injectInternalError(emulator)
  const response = await emulator.fetch('/users/1', { headers: emulator.headers })
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual(errorBody)
  expect(emulator.journal().at(-1)).toMatchObject({
    operation: 'get_user_by_id',
    status: 500,
    internalError: 'TypeError: an injected defect',
    reason: 'the emulator failed: TypeError: an injected defect',
  })
  expect(emulator.transcript()).toContain('TypeError: an injected defect')
  expect(emulator.received(undefined, { status: 500 })).toMatchObject([
    { path: '/users/1', status: 500 },
  ])
  expect((await emulator.fetch('/users/1', { headers: emulator.headers })).status).toBe(200)
})

test('writes nothing', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const operation = contextOf(emulator).catalog.operations.get('create_label') as Operation
  const { handle } = operation
  vi.spyOn(operation, 'handle').mockImplementationOnce((tx, input) => {
    handle(tx, input)
    throw injectedError()
  })
  const body = JSON.stringify({ name: 'New', model_type: 'User' })
  const init = { method: 'POST', headers: emulator.headers, body }
  expect((await emulator.fetch('/labels', init)).status).toBe(500)
  expect(emulator.rows('labels')).toEqual([])
  expect((await emulator.fetch('/labels', init)).status).toBe(201)
})

test('an error in a fork belongs to the emulator that it was forked from', async () => {
  const emulator = setupEmulator({ world: 'empty' })
  const fork = emulator.fork()
  injectInternalError(fork)
  await fork.fetch('/users/1', { headers: fork.headers })
  expect((await thrownBy(() => emulator.close())).message).toContain('GET /users/1')
})

test('an error in a fork of a prepared emulator belongs to this fork', async () => {
  const prepared = createEmulator({ world: 'empty' })
  const [fork, other] = [forkPrepared(prepared), forkPrepared(prepared)]
  injectInternalError(fork)
  await fork.fetch('/users/1', { headers: fork.headers })
  expect(fork).not.toHaveNoInternalErrors()
  for (const each of [prepared, other]) expect(each).toHaveNoInternalErrors()
})

test('an internal error beside a fault has the same body', async () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.fault({ operation: 'get_user_by_id', with: { latency_ms: 100 } })
  injectInternalError(emulator)
  const response = emulator.fetch('/users/1', { headers: emulator.headers })
  await emulator.advance('1s')
  expect(await (await response).json()).toEqual(errorBody)
  expect(emulator.received(undefined, { status: 500 })).toHaveLength(1)
})

test('a requested 500 is not an internal error', async () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.fault({ operation: 'get_user_by_id', with: { status: 500 } })
  await emulator.fetch('/users/1', { headers: emulator.headers })
  expect(emulator).toHaveNoInternalErrors()
})

test('fails the matcher and the assertion, with the cause', async () => {
  const emulator = createEmulator({ world: 'empty' })
  expect(emulator).toHaveNoInternalErrors()
  assertNoInternalErrors(emulator)
  injectInternalError(emulator)
  await emulator.fetch('/users/1', { headers: emulator.headers })
  expect(emulator).not.toHaveNoInternalErrors()
  const { message } = await thrownBy(() => assertNoInternalErrors(emulator))
  expect(message).toContain('GET /users/1 -> 500: TypeError: an injected defect')
})

test('fails `close` of an emulator that listens, once and with the cause', async () => {
  const emulator = setupEmulator({ world: 'empty' }).listen()
  const error = injectedError()
  injectInternalError(emulator, error)
  const response = await post(emulator)
  expect([response.status, await response.json()]).toEqual([500, errorBody])
  const thrown = await thrownBy(() => emulator.close())
  expect(thrown).toBeInstanceOf(EmulatorError)
  expect(thrown.message).toContain('POST /labels (TypeError: an injected defect)')
  expect(thrown.cause).toBe(error)
  emulator.close()
})

test('fails `close` of an instance on a server, with the cause', async () => {
  const server = await startServer({ port: 0, world: 'empty' })
  const remote = await connectEmulator(server.url, { world: 'empty' })
  const { catalog } = contextOf(server.emulator)
  const operation = catalog.operations.get('get_user_by_id') as Operation
  vi.spyOn(operation, 'handle').mockImplementationOnce(() => {
    throw injectedError()
  })
  const response = await remote.fetch('/users/1')
  expect([response.status, await response.json()]).toEqual([500, errorBody])
  const { message } = await thrownBy(() => remote.close())
  expect(message).toContain('GET /users/1 (TypeError: an injected defect)')
  await server.close()
})

test('fails a test of Jest, with the cause', async () => {
  const hooks: (() => void)[] = []
  setUpJest({ afterEach: (hook) => void hooks.push(hook) })
  const [hook] = hooks as [() => void]
  takeInternalErrors()
  hook()
  const emulator = createEmulator({ world: 'empty' })
  const error = injectedError()
  injectInternalError(emulator, error)
  await emulator.fetch('/users/1', { headers: emulator.headers })
  expect(await thrownBy(hook)).toMatchObject({ code: 'internal_error', cause: error })
  hook()
})

test('a failed test of Jest prints the journal of the emulators that listen', async () => {
  const hooks: (() => void)[] = []
  setUpJest({ afterEach: (hook) => void hooks.push(hook) })
  const [hook] = hooks as [() => void]
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  const state = Symbol('JEST_STATE_SYMBOL')
  const running = { name: 'reads users', errors: [] as unknown[] }
  Object.assign(globalThis, { [state]: { currentlyRunningTest: running } })
  using emulator = setupEmulator({ world: 'empty' }).listen()
  await fetch(`${emulator.baseUrl}/users`, { headers: emulator.headers })
  hook()
  expect(printed).not.toHaveBeenCalled()
  running.errors.push([new Error('jest is not defined')])
  hook()
  expect(printed.mock.calls).toEqual([
    [
      expect.stringMatching(
        /^In "reads users":\n[^]+ GET \/users -> 200[^]+import \{ jest \} from '@jest\/globals'/,
      ),
    ],
  ])
  Reflect.deleteProperty(globalThis, state)
  printed.mockRestore()
})

test('a fault with an unknown id rejects a direct call, and fails an intercepted call', async () => {
  const emulator = setupEmulator({ world: 'empty' }).listen()
  emulator.fault({ with: { change: { act: 'delete_user', input: { id: 99 } } } })
  const refused = await thrownBy(() => emulator.fetch('/users/1'))
  expect(refused).toBeInstanceOf(EmulatorError)
  emulator.fault({ with: { change: { act: 'delete_user', input: { id: 99 } } } })
  const response = await post(emulator)
  expect([response.status, await response.json()]).toEqual([500, errorBody])
  expect((await thrownBy(() => emulator.close())).message).toBe(refused.message)
})

test('the first hundred exceptions are kept', async () => {
  const emulator = createEmulator({ world: 'empty' })
  for (let i = 0; i < 101; i += 1) {
    injectInternalError(emulator)
    const { status } = await emulator.fetch('/users/1', { headers: emulator.headers })
    expect(status).toBe(500)
  }
  expect(contextOf(emulator).settings.internalErrors).toHaveLength(100)
  expect(takeInternalErrors()).toHaveLength(100)
})
