/** The received calls and the delivered events are those of the journal, with their parts. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { beforeAll, describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { newCoverage, openSession, runStep } from '../../golden/session.ts'

const none = (): void => undefined
/** The actions that begin another journal. */
const withoutEnds = { fork: none, load: none, reset: none, restore: none }

const emulators: Emulator[] = []
beforeAll(async () => {
  for (const seed of [0, 1, 3, 5]) {
    const session = openSession(seed, newCoverage(), withoutEnds)
    for (let step = 0; step < 40; step += 1) await runStep(session)
    emulators.push(session.emulator)
  }
})

const requestsOf = (emulator: Emulator) => emulator.journal({ kind: 'request' })

describe('received', () => {
  test('returns each call to the API once, oldest first', () => {
    for (const emulator of emulators) {
      const calls = emulator.received()
      expect(
        calls.map(({ number, at, method, path, status }) => ({ number, at, method, path, status })),
      ).toEqual(
        requestsOf(emulator).map(({ number, at, method, path, status }) => ({
          number,
          at,
          method,
          path,
          status,
        })),
      )
      const ids = new Set(calls.flatMap(({ operation }) => operation ?? []))
      for (const id of ids)
        expect(emulator.received(id)).toEqual(calls.filter(({ operation }) => operation === id))
    }
  })

  test('takes a call apart: the path without its parameters is that of the operation', async () => {
    const { paths } = (await (emulators[0] as Emulator).openapi()) as unknown as {
      paths: Record<string, Record<string, { operationId: string }>>
    }
    const pathOf = new Map(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.values(methods).map(({ operationId }) => [operationId, path] as const),
      ),
    )
    for (const { path, operation, params, query, body } of emulators.flatMap((each) =>
      each.received(),
    )) {
      const [plain = '', search] = path.split('?', 2)
      const template = pathOf.get(operation ?? '')
      if (operation === undefined) expect(params).toEqual({})
      else
        expect(template?.replaceAll(/\{(\w+)\}/g, (_, name) => params[name] ?? '')).toBe(
          decodeURIComponent(plain),
        )
      const sent = new URLSearchParams(search)
      expect(Object.keys(query)).toEqual([...new Set(sent.keys())])
      for (const [name, value] of Object.entries(query))
        expect([value].flat()).toEqual(sent.getAll(name))
      if (typeof body === 'string') expect(() => JSON.parse(body)).toThrow(SyntaxError)
    }
  })

  test('finds a call by each of its parts, and not by another value', () => {
    for (const emulator of emulators)
      for (const call of emulator.received()) {
        const { operation, number, params, query, body, status } = call
        if (operation === undefined || status === undefined) continue
        const found = emulator.received(operation, { params, query, status })
        expect(found.map((each) => each.number)).toContain(number)
        const numbers = Object.entries(params).filter(([, text]) => /^\d+$/.test(text))
        const asNumbers = Object.fromEntries(numbers.map(([name, text]) => [name, Number(text)]))
        expect(emulator.received(operation, { params: asNumbers })).toContainEqual(call)
        expect(emulator.received(operation, { status: 599 })).toEqual([])
        for (const [part, value] of Object.entries({ params, query, body })) {
          if (typeof value !== 'object' || value === null) continue
          const matched = emulator.received(operation, { [part]: expect.objectContaining(value) })
          expect(matched).toContainEqual(call)
          const other = expect.objectContaining({ zzz: 1 })
          expect(emulator.received(operation, { [part]: other })).toEqual([])
        }
        for (const name of Object.keys(params))
          expect(emulator.received(operation, { params: { [name]: 'zzz' } })).toEqual([])
      }
  })

  test.each([
    ['GET', 'get_user_by_id'],
    ['HEAD', 'get_user_by_id'],
    ['PUT', 'update_user_by_id'],
    ['PATCH', 'update_user_by_id'],
  ] as const)('has a %s call that the rate limit refused as %s', async (method, operation) => {
    const emulator = createEmulator({ world: 'empty', rateLimit: { requestsPerWindowMax: 1 } })
    const { id } = emulator.given('users')
    const body = method.startsWith('P') ? '{}' : null
    const init = { method, headers: emulator.headers, body }
    for (let call = 0; call < 2; call += 1) await emulator.fetch(`/users/${id}`, init)
    const calls = emulator.received(operation)
    const params = { id: String(id) }
    expect(calls).toMatchObject([
      { method, params, status: 200 },
      { method, params, status: 429 },
    ])
  })

  test('takes each parameter and each field of an operation, and no other', () => {
    const emulator = createEmulator({ world: 'empty' })
    const anyOf = (names: readonly string[]): object =>
      Object.fromEntries(names.map((name) => [name, expect.anything()]))
    for (const operation of contextOf(emulator).catalog.operations.values()) {
      const { id, path, query, body, alternativeBody } = operation
      const parts = {
        params: path.match(/(?<=\{)\w+/g) ?? [],
        query: Object.keys(query),
        body: Object.keys({ ...body, ...alternativeBody?.body }),
      }
      for (const [part, names] of Object.entries(parts)) {
        const received = (all: readonly string[]) =>
          emulator.received(id as never, { [part]: anyOf(all) })
        expect(received(names)).toEqual([])
        expect(() => received([...names, 'zzz'])).toThrow('"zzz"')
      }
    }
  })

  test.each([
    ...[7, 'x', true, null, [], ['x']].flatMap((value) => [{ params: value }, { query: value }]),
    ...['200', {}, true, []].map((status) => ({ status })),
  ])('refuses %j', (expected) => {
    const emulator = createEmulator({ world: 'empty' })
    expect(() => emulator.received('get_users', expected as never)).toThrow(
      expect.objectContaining({ code: 'bad_query' }),
    )
  })

  test('has the body of a call: parsed JSON, or the text, or none', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const { headers } = emulator
    for (const body of ['{"a":1}', '[1]', '7', 'null', '{', ' ', '', null])
      await emulator.fetch('/users', { method: 'POST', headers, body })
    const bodies = emulator.received('create_user').map(({ body }) => body)
    expect(bodies).toEqual([{ a: 1 }, [1], 7, null, '{', ' ', undefined, undefined])
  })
})

test('delivered returns the notifications of the journal that succeeded', () => {
  for (const emulator of emulators) {
    const attempts = emulator.journal({ kind: 'attempt' })
    for (const event of new Set(attempts.map((each) => each.event))) {
      const tried = new Set(
        attempts.flatMap((each) => (each.event === event ? each.notification : [])),
      )
      const rows = emulator.rows('webhook_notifications', (row) => tried.has(row.id))
      const succeeded = rows.filter(({ status }) => status === 'succeeded')
      const delivered = emulator.delivered(event)
      expect(delivered).toHaveLength(succeeded.length)
      for (const each of delivered) {
        expect(each.event).toBe(event)
        expect(each.payload).toHaveProperty('event', event)
        expect(emulator.delivered(event, { to: each.to, attempts: each.attempts })).toContainEqual(
          each,
        )
        expect(emulator.delivered(event, { attempts: 99 })).toEqual([])
        for (const match of [
          { to: expect.stringContaining(each.to) },
          { payload: expect.objectContaining(each.payload) },
          { attempts: expect.any(Number) },
        ])
          expect(emulator.delivered(event, match)).toContainEqual(each)
        for (const part of ['to', 'payload', 'attempts'])
          expect(emulator.delivered(event, { [part]: expect.any(Map) })).toEqual([])
      }
    }
  }
})

test.each([
  ...[7, {}, null, [], true].map((to) => ({ to })),
  ...['1', {}, [], true].map((attempts) => ({ attempts })),
])('delivered refuses %j', (expected) => {
  const emulator = createEmulator({ world: 'empty' })
  expect(() => emulator.delivered('user.deleted', expected as never)).toThrow(
    expect.objectContaining({ code: 'bad_query' }),
  )
})
