/** The received calls and the delivered events are those of the journal, with their parts. */
import type { Emulator } from 'course-admin-emulator'
import { beforeAll, describe, expect, test } from 'vitest'
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
        const { operation, number, params, query, status } = call
        if (operation === undefined || status === undefined) continue
        const found = emulator.received(operation, { params, query, status })
        expect(found.map((each) => each.number)).toContain(number)
        const numbers = Object.entries(params).filter(([, text]) => /^\d+$/.test(text))
        const asNumbers = Object.fromEntries(numbers.map(([name, text]) => [name, Number(text)]))
        expect(emulator.received(operation, { params: asNumbers })).toContainEqual(call)
        expect(emulator.received(operation, { status: 599 })).toEqual([])
        for (const name of Object.keys(params))
          expect(emulator.received(operation, { params: { [name]: 'zzz' } })).toEqual([])
      }
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
      }
    }
  }
})
