/** The matchers of `expect(emulator)`, their messages, and the same assertions for other runners. */
import {
  describe,
  expect,
  expectTypeOf,
  it,
  test,
  testWith,
  vi,
} from 'course-admin-emulator/vitest'
import {
  assertDelivered,
  assertNoUnhandledCalls,
  assertReceived,
  assertRow,
} from 'course-admin-emulator/node'
import { createEmulator, type Emulator, type Receiver } from 'course-admin-emulator'

const send = (emulator: Emulator, method: string, path: string, body?: object) =>
  fetch(emulator.baseUrl + path, {
    method,
    headers: { ...emulator.headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })

const mia = { first_name: 'Mia', last_name: 'Jansen', email: 'mia@example.org', locale: 'en' }

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('it held')
}

describe('toHaveReceived', () => {
  test('finds a call by parts of its body, query, path and response', async ({ emulator }) => {
    const response = await send(emulator, 'POST', '/users', mia)
    const { id } = (await response.json()) as { id: number }
    await send(emulator, 'PUT', `/users/${id}`, { first_name: 'Mie' })
    await send(emulator, 'GET', '/courses?per_page=5&label_ids[]=1&label_ids[]=2')

    expect(emulator).toHaveReceived('create_user')
    expect(emulator).toHaveReceived('create_user', { body: { first_name: 'Mia' }, status: 201 })
    expect(emulator).toHaveReceived('create_user', {
      body: { email: expect.stringContaining('@'), last_name: /^Jan/ },
      times: 1,
    })
    expect(emulator).toHaveReceived('update_user_by_id', { params: { id } })
    expect(emulator).toHaveReceived('get_courses', {
      query: { per_page: 5, 'label_ids[]': [1, 2] },
    })
    expect(emulator).not.toHaveReceived('create_user', { body: { first_name: 'Tom' } })
    expect(emulator).not.toHaveReceived('create_user', { times: 2 })
    expect(emulator).not.toHaveReceived('get_users')
    expect(emulator).toHaveReceived('get_users', { times: 0 })
  })

  test('shows the closest call, how it differs, and the recent journal', async ({ emulator }) => {
    await send(emulator, 'POST', '/users', { ...mia, first_name: 'Tom', email: 'tom@example.org' })
    await send(emulator, 'POST', '/users', { ...mia, first_name: 'Mie' })
    const message = messageOf(() =>
      expect(emulator).toHaveReceived('create_user', {
        body: { first_name: 'Mia', email: expect.stringMatching(/^mia/) },
        status: 201,
      }),
    )
    expect(message).toMatch(/^Expected the emulator to have received create_user with \{ body: /)
    expect(message).toContain('0 of 2 candidates matched.')
    expect(message).toMatch(
      /The closest is:\n {2}\d+: POST \/users -> 201\n {2}body\.first_name {2}expected "Mia", was "Mie"\n/,
    )
    expect(message).toMatch(/Recent journal entries:\n {2}-- Mon 2026-01-05\n.*POST \/users/)
  })

  test('shows the end of a long journal, with dates and times', async ({ emulator }) => {
    for (let i = 1; i <= 32; i += 1) {
      await send(emulator, 'GET', `/users/${i}`)
      if (i === 2) await emulator.advance('5m')
    }
    const message = messageOf(() => expect(emulator).toHaveReceived('create_user'))
    const [, story = ''] = message.split('Recent journal entries:\n')
    expect(story.split('\n').slice(0, 3)).toEqual([
      '  … 3 earlier; `emulator.transcript()` prints all',
      '  -- Mon 2026-01-05',
      expect.stringMatching(/^ {3}4 {2}09:05:00 {2}request +GET \/users\/3 /),
    ])
    expect(story.split('\n')).toHaveLength(32)
  })

  test('shows an unexpected call', async ({ emulator }) => {
    await send(emulator, 'GET', '/users/1')
    expect(messageOf(() => expect(emulator).not.toHaveReceived('get_user_by_id'))).toContain(
      'not to have received get_user_by_id, but it has:\n  1: GET /users/1 -> 200',
    )
  })

  test('suggests the nearest operation', ({ emulator }) => {
    expect(() => expect(emulator).toHaveReceived('get_usres' as never)).toThrow(
      'Did you mean "get_users"?',
    )
    expect(() => expect({}).toHaveReceived('get_users')).toThrow('not an emulator of this process')
  })

  test('an emulator of another copy of the package', async () => {
    vi.resetModules()
    const copy = await import('../../src/index.ts')
    // Note: later files of the worker need the sources of the set-up files.
    vi.resetModules()
    const other = copy.createEmulator({ world: 'empty' })
    expect(() => expect(other).toHaveReceived('get_users')).toThrow(
      'another copy of the package made the emulator. Import the package once.',
    )
  })
})

describe('toHaveDelivered', () => {
  test('needs a 2xx response, and advises what to do before', async ({ emulator }) => {
    const hook = emulator.receiver({ url: 'https://app.test/hooks', answer: 503 })
    const [first, double] = emulator.given('users', 2)
    emulator.act.mergeUsers({ primary: first, secondary: double })
    expect(messageOf(() => expect(emulator).toHaveDelivered('user.merged'))).toContain(
      'emulator.settle()',
    )
    await emulator.settle()
    const message = messageOf(() => expect(emulator).toHaveDelivered('user.merged'))
    expect(message).toContain('user.merged to https://app.test/hooks, attempts: 1, not yet')
    expect(message).toContain('emulator.advance("5m")')

    hook.answer(204)
    await emulator.advance('5m')
    expect(emulator).toHaveDelivered('user.merged', { to: hook.url, attempts: 2, times: 1 })
    expect(emulator).toHaveDelivered('user.merged', { payload: { event: 'user.merged' } })
    expect(emulator).not.toHaveDelivered('user.created')
    expect(emulator.delivered('user.merged', { attempts: 1 })).toEqual([])
    expect(() => expect(emulator).toHaveDelivered('user.merge' as never)).toThrow('user.merged')
  })

  test('a redirect as the answer of a receiver is named', async ({ emulator }) => {
    const hook = emulator.receiver({ url: 'https://app.test/hooks', answer: 301 })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.settle()
    const why = (attempt: number): string =>
      `attempt ${attempt} was answered 301, and only a 2xx counts`
    expect(() => expect(hook).toHaveDelivered('user.deleted')).toThrow(
      `not yet delivered: ${why(1)}; the next attempt is due`,
    )
    await emulator.advance('1h')
    expect(() => expect(hook).toHaveDelivered('user.deleted')).toThrow(`failed: ${why(3)}`)
  })
})

describe('a delivery that is due', () => {
  const due = 'A delivery of user.deleted is due: `await emulator.settle()` first.'

  test('fulfils no expectation, and no negated one', async ({ emulator }) => {
    const hook = emulator.receiver({ url: 'https://app.test/hooks' })
    const { id } = emulator.given('users')
    emulator.act.deleteUser({ user: id })
    const asks = [
      () => expect(hook).not.toHaveDelivered('user.deleted'),
      () => expect(emulator).not.toHaveDelivered('user.deleted', { attempts: 1 }),
      () => expect(hook).toHaveDelivered('user.deleted', { times: 0 }),
      () => expect(hook).not.toHaveDelivered('user.deleted', { times: 2 }),
      () => expect(hook).toHaveDelivered('user.deleted'),
      () => assertDelivered(hook, 'user.deleted', { times: 0 }),
    ]
    for (const ask of asks) expect(messageOf(ask)).toContain(due)
    const titles = asks.slice(1, 3).map((ask) => messageOf(ask).split(' user.deleted')[0])
    expect(titles).toEqual([
      'Expected the emulator not to have delivered',
      'Expected the emulator to have delivered',
    ])
    expect(emulator).not.toHaveDelivered('user.deleted', { attempts: 2 })
    await emulator.settle()
    expect(hook).toHaveDelivered('user.deleted', { attempts: 1, times: 1 })
    emulator.act.deleteUser({ user: emulator.given('users') })
    expect(hook).toHaveDelivered('user.deleted')
    expect(messageOf(() => expect(hook).toHaveDelivered('user.deleted', { times: 1 }))).toContain(
      due,
    )
  })

  test('to a receiver without the event fulfils no negated expectation', ({ emulator }) => {
    const hook = emulator.receiver({ url: 'https://app.test/hooks', events: ['user.created'] })
    emulator.receiver({ url: 'https://other.test' })
    for (const ask of [
      () => expect(hook).not.toHaveDelivered('user.deleted'),
      () => expect(emulator).not.toHaveDelivered('user.deleted', { to: hook.url }),
    ])
      expect(messageOf(ask)).toContain(
        'The webhook at https://app.test/hooks does not subscribe to user.deleted.',
      )
    expect(emulator).not.toHaveDelivered('user.deleted')
    expect(hook).not.toHaveDelivered('user.created')
  })

  test('is answered 404: the path is in doubt', async ({ emulator }) => {
    const hook = emulator.receiver({ url: 'https://app.test/hooks', answer: 404 })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.settle()
    expect(messageOf(() => expect(hook).toHaveDelivered('user.deleted'))).toContain(
      'attempt 1 was answered 404: check its path; the next attempt is due',
    )
  })

  test.for([
    [
      'a late answer',
      { answer: { latency: '4s' } },
      {},
      'under way until 2026-01-05 09:00:04',
      '4s',
    ],
    ['no answer', { answer: { latency: '1m' } }, {}, 'under way until 2026-01-05 09:00:10', '10s'],
    ['a delay', {}, { delay_ms: 60_000 }, 'due at 2026-01-05 09:01:00', '1m'],
    ['a failed attempt', { answer: 503 }, {}, 'due at 2026-01-05 09:05:00', '5m'],
  ] as const)(
    'later advises a time after %s',
    async ([, options, effect, when, by], { emulator }) => {
      const hook = emulator.receiver({ url: 'https://app.test/hooks', ...options })
      if ('delay_ms' in effect) emulator.fault({ event: 'user.deleted', with: effect })
      emulator.act.deleteUser({ user: emulator.given('users') })
      await emulator.settle()
      expect(hook).not.toHaveDelivered('user.deleted')
      const message = messageOf(() => expect(hook).toHaveDelivered('user.deleted'))
      expect(message).toContain(`${when}: \`await emulator.advance("${by}")\``)
      expect(message).not.toContain('emulator.settle()')
    },
  )
})

describe('toHaveRow', () => {
  test('matches stored and serialized values', ({ emulator }) => {
    const { id } = emulator.given('users', { first_name: 'Mia' })
    const [one] = emulator.given('enrollments', 1, { student_id: id, status: 'active' })
    expect(emulator).toHaveRow('enrollments', { student_id: id, status: 'active', times: 1 })
    expect(emulator).toHaveRow('users', { first_name: 'Mia', is_admin: false, roles: ['student'] })
    expect(emulator).not.toHaveRow('enrollments', { student_id: id, status: 'canceled' })
    expect(
      messageOf(() =>
        expect(emulator).toHaveRow('enrollments', { id: one.id, status: 'canceled' }),
      ),
    ).toContain(`enrollments ${one.id}\n  status  expected "canceled", was "active"`)
  })
})

describe('an assertion with an unknown name', () => {
  const wrong: [string, (emulator: Emulator) => unknown, string][] = [
    ['a field', (e) => expect(e).not.toHaveRow('users', { firstname: 'x' } as never), 'first_name'],
    [
      'a word',
      (e) => expect(e).not.toHaveRow('enrollments', { status: 'cancelled' } as never),
      '"canceled"',
    ],
    ['a key of a call', (e) => e.received('get_users', { querry: {} } as never), '"query"'],
    ['a parameter', (e) => e.received('get_user_by_id', { params: { idd: 1 } }), '"id"'],
    ['a key of a delivery', (e) => e.delivered('user.merged', { too: 1 } as never), '"to"'],
    [
      'a field of a body',
      (e) => expect(e).not.toHaveReceived('create_user', { body: { firstName: 'A' } }),
      'Could not match calls of create_user: there is no field of the body "firstName". Did you mean "first_name"?',
    ],
    [
      'a field in an object of a body',
      (e) => e.received('create_user', { body: { address_attributes: { zip: '1011' } } }),
      'there is no field of address_attributes "zip"',
    ],
    [
      'a body of an operation without one',
      (e) => e.received('get_users', { body: { first_name: 'A' } }),
      'there is no field of the body "first_name". There is none.',
    ],
    [
      'a query parameter',
      (e) => expect(e).not.toHaveReceived('get_users', { query: { perPage: 10 } }),
      'Could not match calls of get_users: there is no parameter "perPage". Did you mean "per_page"?',
    ],
    [
      'a field of the data of an event',
      (e) =>
        expect(e).not.toHaveDelivered('user.deleted', { payload: { event_data: { user_id: 2 } } }),
      'Could not match deliveries of user.deleted: there is no field of event_data "user_id". Known are: id.',
    ],
    [
      'a field of the data outside of it',
      (e) => expect(e).not.toHaveDelivered('user.deleted', { payload: { id: 2 } }),
      'there is no field of the payload "id". Did you mean "event_data.id"?',
    ],
    [
      'a field of a payload',
      (e) => e.delivered('user.merged', { payload: { eventData: {} } as never }),
      'there is no field of the payload "eventData". Did you mean "event_data"?',
    ],
    ['a stored field', (e) => e.rows('users', { firstname: 'x' } as never), 'first_name'],
    ['no object', (e) => e.rows('users', 'Mia' as never), 'Give an object'],
    ['null', (e) => e.rows('users', null as never), 'Give an object'],
  ]

  test.for(wrong)('is rejected: %s', ([, ask, near], { emulator }) => {
    expect(() => ask(emulator)).toThrow(
      expect.objectContaining({ name: 'EmulatorError', message: expect.stringContaining(near) }),
    )
  })

  test('is not looked for in a matcher, and a wrong value of a field is possible', async ({
    emulator,
  }) => {
    const { id } = emulator.given('users')
    await send(emulator, 'PUT', `/users/${id}`, { firstName: 'Zed', locale: 'xx', first_name: 7 })
    const ignored = expect.objectContaining({ firstName: 'Zed' }) as object
    expect(emulator).toHaveReceived('update_user_by_id', { body: ignored })
    expect(emulator).toHaveReceived('update_user_by_id', { body: { locale: 'xx', first_name: 7 } })
    const educator = expect.any(String) as string
    expect(emulator.delivered('user.merged', { payload: { educator } })).toEqual([])
  })

  test('accepts a matcher for a value, and a function for a record', ({ emulator }) => {
    const { id } = emulator.given('enrollments', { status: 'active' })
    expect(emulator).toHaveRow('enrollments', { id, status: expect.stringMatching(/^act/) })
    const own = emulator.rows('enrollments', (each) => each.id === id && each.status === 'active')
    expect(own).toMatchObject([{ id }])
    expect(emulator.rows('enrollments', () => false)).toEqual([])
  })
})

describe('a message', () => {
  test('lists ten rows and counts the rest', ({ emulator }) => {
    const count = emulator.rows('users').length
    const message = messageOf(() => expect(emulator).not.toHaveRow('users'))
    expect(message.match(/^ {2}users \d+$/gm)).toHaveLength(10)
    expect(message).toContain(`… and ${count - 10} more, ${count} in all`)
  })

  test('states that no webhook subscribes to an event', ({ emulator }) => {
    expect(messageOf(() => expect(emulator).toHaveDelivered('user.deleted'))).toContain(
      'No active webhook subscribes to user.deleted. Register one with `emulator.receiver({ url })`.',
    )
  })

  const noDelivery: [string, (emulator: Emulator) => Emulator | Receiver, string][] = [
    [
      'the receiver comes after the act',
      (emulator) => {
        emulator.act.deleteUser({ user: emulator.given('users') })
        return emulator.receiver({ url: 'https://app.test/hooks' })
      },
      'user.deleted was emitted when no active webhook subscribed to it (entry 3). Create the receiver before the act.',
    ],
    [
      'the code under test has registered no webhook',
      (emulator) => emulator.receiver({ url: 'https://app.test/hooks', register: false }),
      'No active webhook subscribes to user.deleted: the receiver at https://app.test/hooks has none. Leave out `register: false`, or register it in your code.',
    ],
    [
      'the webhook subscribes to another event',
      (emulator) => emulator.receiver({ url: 'https://app.test/hooks', events: ['user.merged'] }),
      'No active webhook subscribes to user.deleted: the webhook at https://app.test/hooks subscribes to user.merged only.',
    ],
    [
      'the act changes nothing',
      (emulator) => {
        const { id, first_name } = emulator.given('users')
        const hook = emulator.receiver({ url: 'https://app.test/hooks' })
        emulator.act.update('users', id, { first_name })
        return hook
      },
      'No user.deleted was emitted: `act.update` changed nothing (entry 1).',
    ],
    [
      'the act writes a status as a field',
      (emulator) => {
        const { id } = emulator.given('planned_courses')
        const hook = emulator.receiver({ url: 'https://app.test/hooks' })
        emulator.act.update('planned_courses', id, { status: 'canceled' })
        return hook
      },
      'No user.deleted was emitted: `act.update` writes the fields only. `act.cancelPlannedCourse` does the rest of the change.',
    ],
    [
      'the act writes another field',
      (emulator) => {
        const { id } = emulator.given('users')
        const hook = emulator.receiver({ url: 'https://app.test/hooks' })
        emulator.act.update('users', id, { first_name: 'Mia' })
        return hook
      },
      'No user.deleted was emitted. `given` emits no events; `act.deleteUser` does.',
    ],
    [
      'a fork performs the act',
      (emulator) => {
        const hook = emulator.receiver({ url: 'https://app.test/hooks' })
        using fork = emulator.fork()
        fork.act.deleteUser({ user: fork.given('users') })
        return hook
      },
      'No user.deleted was emitted by this emulator. The deliveries of a fork are in the fork: pass the fork.',
    ],
  ]

  test.for(noDelivery)('says why there is no delivery: %s', ([, prepare, why], { emulator }) => {
    const subject = prepare(emulator)
    expect(messageOf(() => expect(subject).toHaveDelivered('user.deleted'))).toContain(why)
  })

  test.for([
    ['user.created', '`act.createUser` does'],
    ['order.approved', '`act.approveOrder` does'],
    ['certificate.awarded', 'acts and requests do'],
  ] as const)('says that given does not emit %s', ([event, emits], { emulator }) => {
    emulator.receiver({ url: 'https://app.test/hooks' })
    emulator.given('users')
    expect(messageOf(() => expect(emulator).toHaveDelivered(event))).toContain(
      `No ${event} was emitted. \`given\` emits no events; ${emits}.`,
    )
  })
})

describe('toHaveNoUnhandledCalls', () => {
  test('passes until a call matches no operation', async ({ emulator }) => {
    await send(emulator, 'GET', '/users/1')
    expect(emulator).toHaveNoUnhandledCalls()
    assertNoUnhandledCalls(emulator)
    using other = createEmulator()
    await other.fetch('/user/1', { headers: other.headers })
    expect(other).not.toHaveNoUnhandledCalls()
    expect(other.received()).toMatchObject([
      { method: 'GET', path: '/user/1', operation: undefined, status: 404 },
    ])
    expect(messageOf(() => assertNoUnhandledCalls(other))).toContain(
      'GET /user/1 -> 404: did you mean GET /users/{id}?',
    )
  })

  test('takes no argument', ({ emulator }) => {
    const untyped = expect(emulator) as unknown as Record<string, (value: string) => void>
    expect(() => untyped['toHaveNoUnhandledCalls']!('get_users')).toThrow(
      'too many arguments: "get_users". It takes none.',
    )
  })

  test('reports a doubled base path', async () => {
    using other = createEmulator()
    await other.fetch('/api/v1/users', { headers: other.headers })
    const message = messageOf(() => assertNoUnhandledCalls(other))
    expect(message).toContain('did you mean GET /users?')
    expect(message).toContain('the URL contains /api/v1 twice')
  })
})

describe('test.override', () => {
  test.each([
    ['test', test],
    ['testWith', testWith({ world: 'empty' })],
  ])('of %s refuses an option as a fixture', (_, api) => {
    const message =
      'Could not override the fixtures of the test: "world" is an option of the emulator and no fixture. Write { emulatorOptions: { world: … } }.'
    expect(() => api.override({ world: 'empty' } as never)).toThrow(message)
    expect(() => Reflect.apply(api.override, api, ['world', 'empty'])).toThrow(message)
  })

  const chosen = test.extend({ emulatorOptions: { world: 'empty' as const } })

  chosen('extends the test', ({ emulator }) => {
    expect(emulator.rows('courses')).toEqual([])
  })

  describe('for a group', () => {
    test.override({ emulatorOptions: { world: 'empty', flags: { Programs: false } } })

    test('applies in the group', ({ emulator }) => {
      expect(emulator.rows('courses')).toEqual([])
      expect(emulator.flags().Programs).toBe(false)
    })
  })

  describe('with a handling of other requests', () => {
    test.override({ emulatorOptions: { world: 'empty', onUnhandledRequest: 'warn' } })

    test('prints a warning in place of a failure', async ({ emulator, onTestFinished }) => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue()
      onTestFinished(() => warn.mockRestore())
      // Note: a request with the path of the base URL fails its test by default. `fetch` sends none to this port.
      await expect(fetch('http://127.0.0.1:1/api/v1/users')).rejects.toThrow(TypeError)
      expect(warn.mock.calls.join()).toContain('Did you mean GET')
      expect(emulator.received()).toEqual([])
    })
  })

  test('does not apply elsewhere', ({ emulator }) => {
    expect(emulator).toHaveRow('courses')
    expect(emulator.flags().Programs).toBe(true)
  })
})

test('the assertion functions work without Vitest', async ({ emulator }) => {
  await send(emulator, 'POST', '/users', mia)
  assertReceived(emulator, 'create_user', { body: { first_name: 'Mia' } })
  assertRow(emulator, 'users', { email: 'mia@example.org' })
  expect(emulator.received('create_user', { body: { first_name: 'Tom' } })).toEqual([])
  expect(() => assertReceived(emulator, 'create_user', { times: 2 })).toThrow(
    expect.objectContaining({ name: 'AssertionError', code: 'ERR_ASSERTION' }),
  )
  expect(() => assertDelivered(emulator, 'user.created')).toThrow('0 of 0 candidates matched.')
})

it('is the same as `test`, with an emulator', ({ emulator }) => {
  expectTypeOf(emulator).toEqualTypeOf<Emulator>()
  expect(it).toBe(test)
  expect(emulator.rows('users').length).toBeGreaterThan(0)
})
