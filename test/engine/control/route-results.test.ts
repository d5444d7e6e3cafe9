/** What a route of the control plane returns or throws becomes a response in one way. */
import { createEmulator } from 'course-admin-emulator'
import { createHandler } from 'course-admin-emulator/server'
import { afterAll, expect, test } from 'vitest'
import { createControlPlane } from '../../../src/engine/control/control-plane.ts'
import { Problem } from '../../../src/engine/define/problems.ts'
import { EmulatorError } from '../../../src/engine/errors/errors.ts'

const refusal = new EmulatorError('bad_tea', {
  action: 'make tea',
  reason: 'this is a pot for coffee',
  advice: 'Use another pot.',
})

const outcomes: readonly (readonly [name: string, () => unknown, status: number, body: object])[] =
  [
    ['nothing', () => undefined, 200, {}],
    ['a value', () => [1], 200, [1]],
    ['a promise', async () => ({ a: 1 }), 200, { a: 1 }],
    ['its own response', () => Response.json({ a: 1 }, { status: 202 }), 202, { a: 1 }],
    ...[
      ['a problem', new Problem(409, { message: 'No.' }), 409, 'refused', 'No.'] as const,
      ['an error of the emulator', refusal, 422, 'bad_tea', refusal.message] as const,
      ['another error', new TypeError('boom'), 500, 'failure', 'TypeError: boom'] as const,
      ['a text', 'boom', 500, 'failure', 'boom'] as const,
    ].map(([name, thrown, status, code, message]) => {
      const fail = (): never => {
        throw thrown
      }
      return [name, fail, status, { error: { code, message } }] as const
    }),
  ]

const control = createControlPlane(createEmulator({ world: 'empty' }), {
  routes: Object.fromEntries(outcomes.map(([, route], i) => [`GET outcomes${i}`, route])),
  addInstance: () => undefined,
  allowedHosts: new Set(),
})
afterAll(() => control.close())

test.each(outcomes.map(([name, , ...expected], i) => [name, i, ...expected] as const))(
  '%s',
  async (_, i, status, body) => {
    const response = await control(new Request(`http://localhost/_emulator/outcomes${i}`))
    expect([response.status, await response.json()]).toEqual([status, body])
  },
)

test('a webhook that the API registered has a transcript before its first delivery', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const url = 'https://app.test/registered'
  const headers = { ...emulator.headers, 'content-type': 'application/json' }
  const body = JSON.stringify({ url, events: ['user.created'] })
  expect((await emulator.fetch('/webhooks', { method: 'POST', headers, body })).status).toBe(201)
  const handle = createHandler(emulator)
  const read = (of: string) =>
    handle(new Request(`http://127.0.0.1/_emulator/receivers?url=${encodeURIComponent(of)}`))
  expect((await read(url)).status).toBe(200)
  expect((await read(`${url}s`)).status).toBe(422)
})

test('a search of a table looks at no hidden field', async () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.given('courses', { name: 'First aid', conditions: 'Bring boots' } as never)
  const handle = createHandler(emulator)
  const found = async (search: string) => {
    const url = `http://127.0.0.1/_emulator/tables/courses?search=${search}`
    return ((await (await handle(new Request(url))).json()) as { rows: unknown[] }).rows.length
  }
  expect([await found('first'), await found('boots')]).toEqual([1, 0])
})
