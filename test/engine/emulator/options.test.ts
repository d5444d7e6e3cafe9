/** Emulator options and clock arguments: invalid values are rejected without any effect. */
import { createEmulator, EmulatorError } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { assertSupportedNode } from '../../../src/engine/errors/node-version.ts'

const empty = (options = {}) => createEmulator({ world: 'empty', ...options })

const own = { name: 'own', about: 'Of our own.', size: 'none' }

describe('an invalid option is rejected, and the message lists the valid ones', () => {
  test.each([
    [{ clock: 'nope' }, '"nope" is not a valid clock'],
    [{ clock: 'virtaul' }, 'Did you mean "virtual"?'],
    [{ clock: {} }, '{} is not a valid clock. Give "virtual", "auto", "system" or { scale: 60 }'],
    [{ clock: { scale: Number.NaN } }, 'is not a valid clock'],
    [{ clock: { scale: 0 } }, '{"scale":0} is not a valid clock'],
    [{ clock: { scale: -1 } }, 'is not a valid clock'],
    [{ clock: { scale: 1e300 } }, 'is not a valid clock'],
    [{ clock: { scale: '60' } }, '{"scale":"60"} is not a valid clock'],
    [{ start: 123 }, '`start` is not a valid date: 123'],
    [{ start: null }, '`start` is not a valid date: null'],
    [{ start: '+010000-01-01T00:00:00Z' }, 'is not a valid date'],
    [{ start: '2026-02-30' }, '`start` is not a valid date: "2026-02-30"'],
    [{ start: '05-01-2026' }, '`start` is not a valid date: "05-01-2026"'],
    [{ start: '2026-01-05T09:00:00' }, 'is not a valid date'],
    [{ world: null }, 'null is not a world. Give the name of a world: empty'],
    [{ world: 5 }, '5 is not a world'],
    [{ world: {} }, 'it has no name'],
    [
      { world: { users: [{ first_name: 'Mia' }] } },
      '"users" is a resource. Give { name: "mine", size: "none", amounts: { users: 5 } }. Your own records come from `given`, such as in `prepare`.',
    ],
    [{ world: { name: 'mine', users: 5 } }, '"users" is a resource'],
    [{ world: { ...own, size: 'smal' } }, 'Did you mean "small"?'],
    [{ world: { ...own, amount: {} } }, 'Did you mean "amounts"?'],
    [{ world: { ...own, amounts: { users: -1 } } }, '"users" is -1'],
    [{ world: { ...own, amounts: { users: 1e9 } } }, 'a whole number from 0 to 1000000'],
    [{ flags: 5 }, '5 is not an object'],
    [{ flags: null }, 'null is not an object'],
    [{ flags: { Programs: 'no' } }, '"Programs" is "no", not true or false'],
    [{ assumptions: 5 }, '5 is not an object'],
    [{ assumptions: 'lenent' }, 'there is no preset "lenent". Did you mean "lenient"?'],
    [{ assumptions: { preset: 'toString' } }, 'there is no preset "toString". Known are: lenient.'],
    [{ assumptions: { 'invoice.open': -1 } }, '-1 is not a whole number from 0 to 36500'],
    [{ assumptions: { 'invoice.open': 1.5 } }, '1.5 is not a whole number'],
    [{ assumptions: { 'enrollment.duration': 'long' } }, 'Give a number, or "default" for 30.'],
    [
      { journalEntriesMax: 0 },
      '"journalEntriesMax" is 0. Give a whole number from 1, or Infinity.',
    ],
    [{ journalEntriesMax: -1 }, '"journalEntriesMax" is -1'],
    [{ journalBytesMax: 0.5 }, '"journalBytesMax" is 0.5'],
    [{ rateLimit: { windowMs: -1 } }, '"rateLimit.windowMs" is -1'],
    [{ rateLimit: { requestsPerWindow: 5 } }, 'Did you mean "requestsPerWindowMax"?'],
    [{ rateLimit: 5 }, '"rateLimit" is 5'],
    [{ delivery: { timeoutMs: -1 } }, '"delivery.timeoutMs" is -1'],
    [{ delivery: { timeoutMs: 0 } }, '"delivery.timeoutMs" is 0. Give a whole number from 1'],
    [{ delivery: { retryDelaysMs: [-1] } }, '"delivery.retryDelaysMs" is [-1]'],
    [{ delivery: { timeOutMs: 1 } }, 'Did you mean "timeoutMs"?'],
    [{ signatureClock: 'reel' }, 'Did you mean "real"?'],
    [{ signing: 5 }, '"signing" is 5'],
    [{ baseUrl: 'https://service.test/api?a=1' }, 'has a query or a fragment'],
    [{ baseUrl: 'https://service.test/api#a' }, 'has a query or a fragment'],
    [{ baseUrl: 'https://me:secret@service.test/api' }, 'has a user name'],
    [{ baseUrl: 'ftp://service.test/api' }, 'is not an HTTP URL'],
    [{ baseUrl: 5 }, '5 is not an HTTP URL'],
    [{ instanceKey: 5 }, 'the instance key 5 is not valid'],
    [{ sead: 5 }, 'Did you mean "seed"?'],
  ])('%j', (options, why) => {
    const making = () => empty(options)
    expect(making).toThrow(EmulatorError)
    expect(making).toThrow(why)
  })

  test.each(['http://localhost:8080', 'http://localhost:8080/'])(
    'the base URL can be %s, without a path',
    async (baseUrl) => {
      const emulator = empty({ baseUrl })
      const { status } = await emulator.fetch('/courses', { headers: emulator.headers })
      expect(status).toBe(200)
    },
  )

  test('undefined options have their defaults', async () => {
    const emulator = empty({
      rateLimit: { windowMs: undefined },
      delivery: { retryDelaysMs: undefined },
    })
    const { status } = await emulator.fetch('/courses', { headers: emulator.headers })
    expect(status).toBe(200)
  })

  test('a fork rejects the same keys as an emulator', () => {
    expect(() => empty().fork({ instanceKey: 'a b~c' })).toThrow(
      'Could not fork the emulator: the instance key "a b~c" is not valid',
    )
  })

  test('flags accept only true and false', () => {
    const emulator = empty()
    expect(() => emulator.flags({ Departments: 'yes' } as never)).toThrow(
      'Could not switch flags: "Departments" is "yes", not true or false.',
    )
    expect(emulator.flags().Departments).toBe(true)
  })
})

describe('time', () => {
  test.each(['0000-01-01', '0999-12-31T23:59:59Z', '9900-01-01', '9999-12-01'])(
    'does not start at %s, where a world has no room for its dates',
    (start) => {
      expect(() => createEmulator({ start })).toThrow(
        `Could not create an emulator: \`start\` is "${start}", which is not in the years 1000 to 9899.`,
      )
    },
  )

  test.each(['1000-01-01', '9899-12-31'])('starts at %s, also in a generated world', (start) => {
    const emulator = createEmulator({ start, world: 'small-school', seed: 7 })
    expect(emulator.rows('users').length).toBeGreaterThan(0)
  })

  test('reaches the end of the year 9999, and stays where it was if asked for more', async () => {
    const emulator = empty()
    const before = emulator.now()
    for (const much of ['99999999d', { ms: 1e300 }]) {
      await expect(emulator.advance(much)).rejects.toMatchObject({ code: 'bad_duration' })
      await expect(emulator.sleep(much)).rejects.toMatchObject({ code: 'bad_duration' })
    }
    expect([emulator.now(), emulator.pending(), emulator.journal()]).toEqual([before, [], []])
    await emulator.advance('5m')
    await expect(emulator.advance({ to: '+010000-01-01T00:00:00Z' })).rejects.toThrow(
      'is not a valid time',
    )
    const { now } = await emulator.advance({ to: '9999-12-31T23:59:59.999Z' })
    expect(now).toBe('9999-12-31T23:59:59.999Z')
    await expect(emulator.advance({ ms: 1 })).rejects.toThrow('after 9999-12-31T23:59:59.999Z')
  })

  test('of two concurrent advances that exceed the limit together, the second is rejected', async () => {
    const emulator = empty()
    const moves = await Promise.allSettled([
      emulator.advance('2000000d'),
      emulator.advance('2000000d'),
    ])
    expect(moves.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(emulator.now().getUTCFullYear()).toBe(7501)
  })

  test.each([null, undefined, {}, 1n, [], Number.NaN])(
    '%s is not a valid duration',
    async (duration) => {
      const emulator = empty()
      await expect(emulator.advance(duration as never)).rejects.toThrow(EmulatorError)
      await expect(emulator.advance(duration as never)).rejects.toThrow('is not a valid duration')
      await expect(emulator.sleep(duration as never)).rejects.toThrow('is not a valid duration')
    },
  )

  test.each([123, null, undefined, {}, 'soon', '2026-02-30', new Date(Number.NaN)])(
    '%s is not a valid time',
    async (moment) => {
      const emulator = empty()
      await expect(emulator.advance({ to: moment as never })).rejects.toThrow(EmulatorError)
      await expect(emulator.advance({ to: moment as never })).rejects.toThrow('is not a valid time')
      await expect(emulator.advance({ to: moment as never })).rejects.toMatchObject({
        code: 'bad_time',
      })
    },
  )

  test('a fault starts and ends before the end of the year 9999', () => {
    const emulator = empty()
    const set = (rule: object) => () => emulator.fault({ with: { status: 503 }, ...rule })
    expect(set({ from: '99999999d' })).toThrow('"from" is "99999999d"')
    expect(set({ until: '2026-02-30' })).toThrow('"until" is "2026-02-30"')
    expect(set({ until: new Date(Number.NaN) })).toThrow(EmulatorError)
    expect(set({ with: { latency_ms: 1e15 } })).toThrow('a whole number from 0 to')
    expect(emulator.faults()).toEqual([])
  })
})

test('an older version of Node is refused, with the version that is necessary', () => {
  expect(() => assertSupportedNode('18.19.0')).toThrow(
    expect.objectContaining({ code: 'old_node', message: expect.stringContaining('Node 18.19.0') }),
  )
  expect(() => assertSupportedNode()).not.toThrow()
})

test('the smallest time limit of a delivery is a millisecond', () => {
  expect(() => createEmulator({ world: 'empty', delivery: { timeoutMs: 1 } })).not.toThrow()
})
