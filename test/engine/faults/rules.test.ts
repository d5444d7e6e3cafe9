/** Invalid fault rules: rejected with advice, in code and over HTTP, without any effect. */
import { createEmulator } from 'course-admin-emulator'
import { createHandler } from 'course-admin-emulator/server'
import { describe, expect, test } from 'vitest'

const ok = { status: 503 }

const refused: readonly (readonly [object, string])[] = [
  [{ operation: 'get_usres', with: ok }, 'Did you mean "get_users"?'],
  [{ group: 'user', with: ok }, 'Did you mean "users"?'],
  [{ path: '/usrs/{id}', with: ok }, 'Did you mean "/users/{id}"?'],
  [{ path: 'users', with: ok }, 'there is no path "users"'],
  [{ event: 'user.merge', with: { drop: true } }, 'Did you mean "user.merged"?'],
  [{ webhook: 'unknown', with: { drop: true } }, 'there is no webhook "unknown"'],
  [
    { operation: 'get_users', status: 500 },
    '"status" is an effect. Put it under "with": { with: { status: … } }.',
  ],
  [
    { operation: 'get_users', with: { drop: true } },
    'Select deliveries with "event" or "webhook".',
  ],
  [{ event: 'user.merged', with: { body: 'empty' } }, 'Select requests with "operation", "group"'],
  [{ opration: 'get_users', with: ok }, 'Did you mean "operation"?'],
  [{ with: { stauts: 503 } }, 'Did you mean "status"?'],
  [{ with: { change: { act: 'merge_user' } } }, 'Did you mean "merge_users"?'],
  [{ with: { change: { act: 'delete_user' } } }, 'the change "delete_user" has no "id"'],
  [{ with: { change: { act: 'delete_user', input: { usr: 4 } } } }, 'Did you mean "user"?'],
  [{ with: { change: { act: 'delete_user', input: { id: 4 }, nth: 2 } } }, 'no key "nth"'],
  [{ with: { change: { act: 'remove', input: { resource: 'user', id: 4 } } } }, '"users"'],
  [{ with: { change: { act: 'remove', input: { resource: 'users' } } } }, 'has no "id"'],
  [{ with: { change: { act: 'create', input: { resorce: 'users' } } } }, '"resource"'],
  [{ with: { change: 'delete_user' } }, 'Give { act, input }.'],
  [{ with: {} }, '"with" contains no effect'],
  [{ with: { reset: false } }, '"with" contains no effect'],
  [{}, '"with" contains no effect'],
  [{ with: { status: 99 } }, 'a whole number from 200 to 599'],
  [{ with: { latency_ms: -1 } }, 'a whole number from 0'],
  [{ with: { timeout: 'during' } }, '"before" or "after"'],
  [{ at: 'response', with: ok }, '"request" or "delivery"'],
  [{ nth: 0, with: ok }, '"nth" is 0. Give a whole number from 1'],
  [{ times: 1.5, with: ok }, 'a whole number from 1'],
  [{ at: 'request', with: { drop: true } }, 'at: "request" applies to requests, the effect to'],
  [
    { operation: 'get_users', with: { duplicate: true } },
    'applies to deliveries, "operation" to requests',
  ],
  [{ event: 'user.merged', with: { body: 'empty' } }, 'applies to requests, "event" to deliveries'],
  [{ event: 'user.merged', path: '/users', with: ok }, '"path" applies to requests, "event" to'],
  [{ with: { drop: true, retry_after: 1 } }, '"drop" and "retry_after" exclude each other'],
  [{ with: { body: 'empty', age_s: 1 } }, '"body" applies to requests, "age_s" to deliveries'],
  [{ with: { status: 500, timeout: 'after' } }, '"timeout" and "status" exclude each other'],
  [{ with: { reset: true, body: 'empty' } }, '"reset" and "body" exclude each other'],
  [{ with: { reorder: true, delay_ms: 5 } }, '"reorder" and "delay_ms" exclude each other'],
  [{ with: { signature: 'missing', age_s: 1 } }, 'Leave "age_s" out'],
  [{ operation: 'get_users', with: { delay: 5 } }, 'no effect "delay". Did you mean "latency_ms"'],
  [{ event: 'user.merged', with: { delay: 5 } }, 'no effect "delay". Did you mean "delay_ms"'],
  [{ from: 'soon', with: ok }, '"from" is "soon"'],
  [{ from: '2h', until: '1h', with: ok }, 'it would end before it starts'],
  [{ until: '2020-01-01', with: ok }, 'it would end'],
]

describe('an invalid rule', () => {
  test.each(refused)('%j is rejected in code', (rule, why) => {
    const emulator = createEmulator({ world: 'empty' })
    expect(() => emulator.fault(rule as never)).toThrow(why)
    expect(emulator.faults()).toEqual([])
  })

  test.each(refused)('%j is rejected over HTTP', async (rule, why) => {
    const emulator = createEmulator({ world: 'empty' })
    const control = createHandler(emulator)
    const url = 'http://localhost/_emulator/faults'
    const response = await control(new Request(url, { method: 'POST', body: JSON.stringify(rule) }))
    const { error } = (await response.json()) as { error: { message: string } }
    expect([response.status, error.message]).toEqual([422, expect.stringContaining(why)])
    expect(emulator.faults()).toEqual([])
  })

  test.each([
    [{ of: 'webhook' }, 'Did you mean "webhooks"?'],
    [{ form: '1h' }, 'Did you mean "from"?'],
    [{ for: '3h' }, 'there is no key "for". Use "until" for the end of the outage.'],
    [{ status: 500 }, '"status" is an effect. Put it under "with"'],
    [undefined, 'Give an object such as { until: "2h", of: "api" }.'],
    [{ until: '0s' }, 'Could not set the outage: it would end before it starts'],
    [{ with: { drop: true } }, 'the effect to deliveries'],
    [{ of: 'webhooks', with: { body: 'empty' } }, 'the effect to requests'],
  ])('%j is rejected as an outage', (options, why) => {
    const emulator = createEmulator({ world: 'empty' })
    expect(() => emulator.outage(options as never)).toThrow(why)
    expect(emulator.faults()).toEqual([])
    expect(emulator.journal()).toEqual([])
  })
})

describe('the control plane', () => {
  test('sets faults and outages, lists them with their hits, and ends them', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const control = createHandler(emulator)
    const ask = async (method: string, path: string, body?: object) => {
      const init = { method, ...(body && { body: JSON.stringify(body) }) }
      const response = await control(new Request(`http://localhost/_emulator/${path}`, init))
      return [response.status, await response.json()] as const
    }
    const rule = { operation: 'get_users', times: 1, with: { status: 503 } }
    expect(await ask('POST', 'faults', rule)).toEqual([
      200,
      {
        id: 'fault-1',
        at: 'request',
        ...rule,
        from: '2026-01-05T09:00:00.000Z',
        matched: 0,
        hits: 0,
      },
    ])
    await emulator.fetch('/users')
    await emulator.fetch('/users')
    expect(await ask('GET', 'faults')).toMatchObject([200, [{ matched: 2, hits: 1 }]])
    expect(await ask('DELETE', 'faults/fault-2')).toMatchObject([
      404,
      { error: { message: 'There is no fault fault-2. There are: fault-1.' } },
    ])
    expect(await ask('DELETE', 'faults/fault-1')).toEqual([200, { ended: 1, matched: 2, hits: 1 }])
    expect(await ask('POST', 'outages', { until: '72h' })).toMatchObject([
      200,
      {
        id: 'outage-1',
        faults: [
          { at: 'request', outage: 'outage-1', until: '2026-01-08T09:00:00.000Z' },
          { at: 'delivery', outage: 'outage-1', with: { timeout: 'before' } },
        ],
      },
    ])
    expect(await ask('DELETE', 'faults')).toEqual([200, { ended: 2 }])
    expect(await ask('GET', 'faults')).toEqual([200, []])
  })
})
