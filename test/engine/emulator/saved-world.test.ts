/** Saved worlds: their content, loading them, and invalid files. */
import { createEmulator, type Emulator, EmulatorError } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { seedOf } from '../../support/internals.ts'

const make = (options = {}): Emulator => createEmulator({ world: 'small-school', ...options })

const url = 'https://app.test/hooks'
const post = (emulator: Emulator, name: string): Promise<Response> =>
  emulator.fetch('/labels', {
    method: 'POST',
    headers: emulator.headers,
    body: JSON.stringify({ name, model_type: 'User' }),
  })

describe('a saved world', () => {
  test('contains rows, time, flags, assumptions and tokens', async () => {
    const assumptions = { 'enrollment.cancel.from': 'alternative' } as const
    const emulator = make({ seed: 5, flags: { Programs: false }, assumptions })
    const mia = emulator.given('users', { first_name: 'Mia' })
    const token = emulator.mintToken({ scopes: ['relations:read'] })
    await emulator.advance('26h')

    const loaded = createEmulator({ load: emulator.save() })
    expect(loaded.now()).toEqual(emulator.now())
    expect(seedOf(loaded)).toBe(5)
    expect(loaded.flags()).toEqual(emulator.flags())
    const headers = { authorization: `Bearer ${token}` }
    const response = await loaded.fetch(`/users/${mia.id}`, { headers })
    expect(await response.json()).toMatchObject({ first_name: 'Mia' })
    const { id } = loaded.given('enrollments', { status: 'canceled' })
    const put = { method: 'PUT', headers: loaded.headers }
    expect((await loaded.fetch(`/enrollments/${id}/cancel`, put)).status).toBe(200)
  })

  test('contains rate limit windows', async () => {
    const emulator = make({ rateLimit: { requestsPerWindowMax: 2 } })
    const ask = async (asked: Emulator) =>
      (await asked.fetch('/users/1', { headers: asked.headers })).status
    expect([await ask(emulator), await ask(emulator)]).toEqual([200, 200])
    const load = emulator.save()
    const loaded = createEmulator({ load, rateLimit: { requestsPerWindowMax: 2 } })
    expect(await ask(loaded)).toBe(429)
    await loaded.advance('5m')
    expect(await ask(loaded)).toBe(200)
  })

  test('is the same text when it is saved again, and accepts flag overrides', () => {
    const text = make().save()
    expect(createEmulator({ load: text }).save()).toBe(text)
    expect(createEmulator({ load: JSON.parse(text) as object }).save()).toBe(text)
    const loaded = createEmulator({ load: text, flags: { Programs: false } })
    expect(loaded.flags()).toMatchObject({ Programs: false, Departments: true })
  })

  test('is independent of the object that it was loaded from', () => {
    const parsed = JSON.parse(make().save()) as {
      cells: { tables: { users: { rows: unknown[][] } } }
    }
    const loaded = createEmulator({ load: parsed })
    const text = loaded.save()
    parsed.cells.tables.users.rows[0]?.fill('gone')
    expect(loaded.save()).toBe(text)
  })

  test('has a line for each row', () => {
    const emulator = make()
    const lines = () => emulator.save().split(/,?\n/)
    const before = lines()
    emulator.given('labels', { name: 'VIP' })
    const fresh = lines().filter((line) => !before.includes(line) && line.startsWith('['))
    expect(fresh.map((line) => line.includes('"VIP"'))).toEqual([true])
  })

  test('does not age on a running clock while it is in a file', () => {
    const saved = make({ start: '2026-02-02T12:00:00.000Z' }).save()
    using loaded = createEmulator({ load: saved, clock: 'system' })
    expect(loaded.now().getTime() - Date.parse('2026-02-02T12:00:00.000Z')).toBeLessThan(60_000)
    using again = createEmulator({ load: loaded.save(), clock: { scale: 60 } })
    expect(again.now().getTime() - loaded.now().getTime()).toBeLessThan(600_000)
  })
})

describe('deliveries', () => {
  test('that are due or waiting for a retry are sent after a load', async () => {
    const emulator = make()
    emulator.receiver({ url, answer: 503 })
    await post(emulator, 'first')
    await emulator.settle()
    await post(emulator, 'second')
    const loaded = createEmulator({ load: emulator.save() })
    const hook = loaded.receiver({ url, register: false, answer: 204 })
    await loaded.advance('5m')
    expect(hook.transcript).toEqual([
      '09:00:00  label.created  attempt 1  503',
      '09:00:00  label.created  attempt 1  204',
      '09:05:00  label.created  attempt 2  204',
    ])
  })

  test('that were in flight are pending again, as in a fork', async () => {
    const emulator = make()
    emulator.receiver({ url, answer: () => emulator.sleep('8s').then(() => 204) })
    await post(emulator, 'slow')
    const running = emulator.advance('3s')
    await running
    expect(emulator.pending().map(({ kind }) => kind)).toContain('attempt timeout')

    const text = emulator.save()
    const [loaded, fork] = [createEmulator({ load: text }), emulator.fork()]
    const seen = [loaded, fork].map((each) => each.receiver({ url, register: false, answer: 204 }))
    await Promise.all([loaded.settle(), fork.settle()])
    expect(seen[0]?.transcript).toEqual(['09:00:03  label.created  attempt 1  204'])
    expect(seen[1]?.transcript).toEqual(seen[0]?.transcript)
    expect(loaded.save()).toBe(fork.save())
    await emulator.advance('8s')
  })
})

describe('load', () => {
  test('continues in an existing emulator, which keeps its receivers', async () => {
    const saved = make({ seed: 5 })
    saved.receiver({ url, answer: 500 })
    await saved.advance('1d')
    const emulator = createEmulator({ world: 'empty', seed: 6 })
    const hook = emulator.receiver({ url, answer: 204 })
    const started = emulator.save()
    emulator.restore(saved.save())
    expect(emulator.save()).toBe(saved.save())
    expect([seedOf(emulator), emulator.journal()]).toEqual([5, []])
    expect(emulator.given('users')).toEqual(saved.given('users'))

    await post(emulator, 'VIP')
    await emulator.settle()
    expect(hook.transcript).toEqual(['09:00:00  label.created  attempt 1  204'])
    emulator.reset()
    expect(emulator.save()).toBe(started)
  })

  test('restores the saved state any number of times', async () => {
    const emulator = make()
    const text = emulator.save()
    for (let i = 0; i < 2; i += 1) {
      await post(emulator, 'VIP')
      await emulator.advance('1h')
      emulator.restore(text)
      expect(emulator.save()).toBe(text)
    }
  })
})

test('the mark of UTF-8 before the text of a file is no mistake', () => {
  const text = make().save()
  expect(createEmulator({ load: `\uFEFF${text}` }).save()).toBe(text)
})

describe('an invalid file', () => {
  type World = Record<string, unknown> & {
    cells: Record<string, unknown> & {
      tables: Record<string, { columns: string[]; rows: unknown[][] }>
    }
  }
  const world = (): World => JSON.parse(make().save()) as World
  const users = (world: World) => world.cells.tables['users'] as World['cells']['tables'][string]
  const setLocale = (each: World, locale: string): void => {
    const { columns, rows } = users(each)
    if (rows[0]) rows[0][columns.indexOf('locale')] = locale
  }
  const setLabels = (each: World, ids: readonly number[]): void => {
    const { columns, rows } = users(each)
    if (rows[0]) rows[0][columns.indexOf('label_ids')] = ids
  }
  const changed = (change: (world: World) => void): World => {
    const one = world()
    change(one)
    return one
  }

  test.each<[string, string | object, string]>([
    ['no JSON', 'users,courses', 'it is not a saved world of course-admin-emulator'],
    [
      'a merge conflict',
      make().save().replace('"tables":', '<<<<<<< HEAD\n"tables":'),
      'it has the marks of a merge conflict. Save it again.',
    ],
    [
      'a comma too much',
      make().save().replace('"tables":', ',"tables":'),
      'it is no longer valid JSON',
    ],
    [
      'an edited time',
      changed((each) => Object.assign(each, { at: '2026-01-06T09:00:00.000Z' })),
      '"at" is "2026-01-06T09:00:00.000Z", and its clock is at 2026-01-05T09:00:00.000Z. Write "2026-01-05T09:00:00.000Z" there, and advance the clock',
    ],
    ['a promise of the text', Promise.resolve(make().save()), 'Await it.'],
    ...[new URL('file:///world.json'), Buffer.from(make().save()), make().fork()].map(
      (value): [string, object, string] => [
        `an instance of ${value.constructor.name}`,
        value,
        'Give text: that of the file, or what `save()` of the emulator returns.',
      ],
    ),
    ['nothing', 'null', 'it is not a saved world of course-admin-emulator'],
    ['another file', '{"users":[]}', 'Give the text that `save()`'],
    [
      'a newer format',
      changed((each) => Object.assign(each, { formatVersion: 9, packageVersion: '9.0.0' })),
      'version 9.0.0 wrote it in format 9, and version 0.1.0 reads format 2. Use course-admin-emulator 9.0.0',
    ],
    [
      'an unknown resource',
      changed(({ cells }) => (cells.tables['usres'] = users(world()))),
      'there is no resource "usres". Did you mean "users"?',
    ],
    [
      'an unknown field',
      changed((each) => (users(each).columns[1] = 'frist_name')),
      'there is no field "users.frist_name". Did you mean "users.first_name"?',
    ],
    [
      'a field too few',
      changed((each) => void users(each).columns.pop()),
      'so another version saved it. Load it with that version',
    ],
    [
      'a misspelt option',
      changed((each) => setLocale(each, 'en_GB')),
      '`locale` of a row of users is "en_GB". Did you mean "en-GB"?',
    ],
    [
      'an option that does not exist',
      changed((each) => setLocale(each, 'xx')),
      '`locale` of a row of users is "xx". Correct the value, or save the world again.',
    ],
    [
      'a list with a reference to no row',
      changed((each) => setLabels(each, [99])),
      '`label_ids` of a row of users refers to labels 99, which does not exist. Correct the value',
    ],
    [
      'a row that is not whole',
      changed((each) => void users(each).rows[0]?.pop()),
      'a row of users has the wrong number of values',
    ],
    [
      'rows out of order',
      changed((each) => void users(each).rows.reverse()),
      'the rows of users are not in the order of their ids',
    ],
    ['an unknown part', changed(({ cells }) => (cells['clok'] = 1)), 'there is no part "clok"'],
    [
      'an unknown flag',
      changed(({ cells }) => (cells['flags'] = { Progams: false })),
      'Did you mean "Programs"?',
    ],
    [
      'nonsense in it',
      changed(({ cells }) => (cells['clock.tasks'] = 7)),
      'its due tasks are not valid',
    ],
  ])('%s is refused, and changes nothing', (_, load, why) => {
    expect(() => createEmulator({ load })).toThrow(EmulatorError)
    expect(() => createEmulator({ load })).toThrow(why)
    const emulator = make()
    const text = emulator.save()
    expect(() => emulator.restore(load)).toThrow(why)
    expect(emulator.save()).toBe(text)
  })

  test.each(['world', 'seed', 'start'] as const)('together with a %s is rejected', (name) => {
    const said = { world: 'empty', seed: 1, start: '2026-01-05T09:00:00.000Z' } as const
    expect(() => createEmulator({ load: make().save(), [name]: said[name] })).toThrow(
      `it contains its own ${name}. Leave out "${name}" or "load".`,
    )
  })
})

test('a snapshot can be restored in its emulator and in forks only', () => {
  const emulator = make()
  const snapshot = emulator.snapshot()
  emulator.given('users', 3)
  const before = emulator.save()
  const restore = (given: unknown) => () => emulator.restore(given as never)
  expect(restore(make().snapshot())).toThrow(
    'Could not restore a snapshot: it is a copy, or it belongs to an unrelated emulator.',
  )
  for (const none of [{ at: 'x' }, structuredClone({ at: snapshot.at }), null, undefined, 'x']) {
    expect(restore(none)).toThrow(EmulatorError)
  }
  expect(emulator.save()).toBe(before)
  const fork = emulator.fork()
  fork.restore(snapshot)
  expect(fork.rows('users')).toHaveLength(emulator.rows('users').length - 3)
})

test.each([
  { history: {} },
  { history: {}, cells: 'x' },
  { history: null, cells: {} },
  { history: 'x', cells: {} },
])('%j is not a snapshot and is refused as a saved world', (none) => {
  expect(() => make().restore(none as never)).toThrow(
    'Could not load the saved world: it is not a saved world of course-admin-emulator.',
  )
})

test.each([
  ['tables', 'it has no tables'],
  ['api_keys', 'it has no api_keys'],
])('a file without %s is rejected, and no state is lost', (part, why) => {
  const emulator = make()
  const before = emulator.save()
  const world = JSON.parse(before) as { cells: Record<string, Record<string, unknown>> }
  delete world.cells[part]
  delete world.cells['tables']?.[part]
  expect(() => emulator.restore(world)).toThrow(why)
  expect(() => createEmulator({ load: world })).toThrow(why)
  expect(emulator.save()).toBe(before)
})

test.each([
  ['a clock that is none', (world: Loose) => (world.cells['clock.base'] = 'x'), 'its clock'],
  ['no number for its journal', (world: Loose) => (world.lastEntryNumber = 'x'), 'its journal'],
])('a file with %s is refused', (_, harm, why) => {
  const world = JSON.parse(make().save()) as Loose
  harm(world)
  expect(() => createEmulator({ load: world })).toThrow(why)
})

interface Loose {
  lastEntryNumber: unknown
  cells: Record<string, unknown>
}
