/** Receivers: their deliveries, changes of their webhooks, and resets. */
import { createEmulator, type Emulator, EmulatorError } from 'course-admin-emulator'
import { assertDelivered } from 'course-admin-emulator/node'
import { describe, expect, test } from 'vitest'

const empty = (options = {}) => createEmulator({ world: 'empty', ...options })

const [here, there] = ['https://app.test/here', 'https://app.test/there']

function emitEvent(emulator: Emulator) {
  emulator.act.deleteUser({ user: emulator.given('users') })
  return emulator.settle()
}

const ask = (emulator: Emulator, method: string, path: string, body?: object) =>
  emulator.fetch(path, {
    method,
    headers: { ...emulator.headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })

describe('the deliveries of a receiver', () => {
  test('remain when its webhook is deleted', async () => {
    const emulator = empty()
    const hook = emulator.receiver({ url: here })
    await emitEvent(emulator)
    const { deliveries: before, secret } = hook
    expect((await ask(emulator, 'DELETE', `/webhooks/${hook.webhook}`)).status).toBe(200)
    expect(hook.deliveries).toEqual(before)
    expect(hook.transcript).toEqual(['09:00:00  user.deleted  attempt 1  200'])
    expect([hook.webhook, hook.secret]).toEqual([undefined, secret])
  })

  test('are those sent to its own address, if a webhook moves to another one', async () => {
    const emulator = empty()
    const one = emulator.receiver({ url: here, answer: 503 })
    const other = emulator.receiver({ url: there, register: false })
    await emitEvent(emulator)
    await ask(emulator, 'PUT', `/webhooks/${one.webhook}`, { url: there })
    await emulator.advance('5m')
    expect(one.transcript).toEqual(['09:00:00  user.deleted  attempt 1  503'])
    expect(other.transcript).toEqual(['09:05:00  user.deleted  attempt 2  200'])
    expect(other.deliveries).toMatchObject([{ event: 'user.deleted', attempt: 2 }])
  })

  test('come from every webhook at its address', async () => {
    const emulator = empty()
    let calls = 0
    const hook = emulator.receiver({ url: here, answer: () => void (calls += 1) })
    await ask(emulator, 'POST', '/webhooks', { url: here, events: ['user.deleted'] })
    await emitEvent(emulator)
    expect([calls, hook.deliveries.length]).toEqual([2, 2])
  })

  test('are not read at a receiver that another one of the URL replaced', async () => {
    const emulator = empty()
    const [one, two] = [emulator.receiver({ url: here }), emulator.receiver({ url: here })]
    await emitEvent(emulator)
    const message =
      `Could not read the deliveries of a receiver: a later receiver of ${here} replaced it. ` +
      'Read those of the later one, or give each receiver its own `url`.'
    expect(() => one.deliveries).toThrow(message)
    expect(() => one.transcript).toThrow(message)
    expect(() => assertDelivered(one, 'user.deleted')).toThrow(message)
    expect(two.deliveries).toHaveLength(1)
    emulator.receiver({ url: here, answer: 204 })
    await emitEvent(emulator)
    expect(two.deliveries).toHaveLength(2)
  })

  test('exclude the deliveries of the seeded world', () => {
    const emulator = createEmulator({ world: 'small-school' })
    const [made] = emulator.rows('webhooks')
    expect(emulator.rows('webhook_notifications').length).toBeGreaterThan(0)
    expect(emulator.receiver({ url: made?.url as string }).transcript).toEqual([])
  })
})

test('an app gets the secret of its receiver and becomes the answer afterwards', async () => {
  const emulator = empty()
  const hook = emulator.receiver({ url: here })
  const createApp = (own: string) => ({ fetch: () => (own === hook.secret ? 204 : 401) })
  hook.answer(createApp(hook.secret).fetch)
  await emitEvent(emulator)
  expect(hook.transcript).toEqual(['09:00:00  user.deleted  attempt 1  204'])
})

test('a receiver without a webhook has a secret when the code under test registers one', async () => {
  const emulator = empty()
  const hook = emulator.receiver({ url: here, register: false })
  expect(hook.secret).toBeUndefined()
  await ask(emulator, 'POST', '/webhooks', { url: here, events: ['user.deleted'] })
  expect(hook.secret).toMatch(/^whsec_/)
})

test('a second receiver at the same URL replaces the first', async () => {
  const emulator = empty()
  const first = emulator.receiver({ url: here, answer: 503, secret: 'whsec_c2VjcmV0' })
  const second = emulator.receiver({ url: here, events: ['user.deleted'], answer: 202 })
  await emitEvent(emulator)
  expect(emulator.rows('webhooks')).toMatchObject([{ events: ['user.deleted'] }])
  expect(second.transcript).toEqual(['09:00:00  user.deleted  attempt 1  202'])
  expect(first.secret).toEqual(second.secret)
})

describe.each([
  ['a fork', (emulator: Emulator) => emulator.fork()],
  ['a loaded world', (emulator: Emulator) => createEmulator({ load: emulator.save() })],
  [
    'an emulator that loads a world',
    (emulator: Emulator) => {
      const loaded = empty()
      loaded.restore(emulator.save())
      return loaded
    },
  ],
])('in %s', (_, derive) => {
  test('a second receiver at the same URL replaces the first, also after a reset', async () => {
    const emulator = empty()
    emulator.receiver({ url: here, answer: 503, secret: 'whsec_c2VjcmV0' })
    const derived = derive(emulator)
    const second = derived.receiver({ url: here, events: ['user.deleted'], answer: 202 })
    for (let i = 0; i < 2; i += 1) {
      await emitEvent(derived)
      expect(derived.rows('webhooks')).toMatchObject([{ events: ['user.deleted'] }])
      expect(second.transcript).toEqual(['09:00:00  user.deleted  attempt 1  202'])
      expect(second.secret).not.toBe('whsec_c2VjcmV0')
      derived.reset()
    }
    expect(emulator.rows('webhooks')).not.toMatchObject([{ events: ['user.deleted'] }])
  })

  test('a receiver does not replace a webhook that a client created', async () => {
    const emulator = empty()
    await ask(emulator, 'POST', '/webhooks', { url: here, events: ['user.deleted'] })
    const derived = derive(emulator)
    derived.receiver({ url: here })
    expect(derived.rows('webhooks')).toHaveLength(2)
  })
})

describe('after a reset a receiver', () => {
  test('receives again, with the same id and the same secret', async () => {
    const emulator = empty()
    const one = emulator.receiver({ url: here, events: ['user.deleted'], secret: 'whsec_c2VjcmV0' })
    const other = emulator.receiver({ url: there })
    const facts = () => [one, other].map(({ webhook, secret }) => ({ webhook, secret }))
    const before = facts()
    await emitEvent(emulator)
    const told = [one.transcript, other.transcript]
    await ask(emulator, 'DELETE', `/webhooks/${one.webhook}`)
    for (let i = 0; i < 2; i += 1) {
      emulator.reset()
      expect([one.deliveries, emulator.journal()]).toEqual([[], []])
      expect(facts()).toEqual(before)
      await emitEvent(emulator)
      expect([one.transcript, other.transcript]).toEqual(told)
    }
  })

  test('is replaced by a new one at the same address', async () => {
    const emulator = empty()
    const run = async (secret?: string) => {
      emulator.reset()
      let calls = 0
      const hook = emulator.receiver({
        url: here,
        answer: () => void (calls += 1),
        ...(secret && { secret }),
      })
      await emitEvent(emulator)
      return { calls, id: hook.webhook, secret: hook.secret, told: hook.transcript }
    }
    const first = await run()
    expect(first.calls).toBe(1)
    expect(await run('whsec_c2VjcmV0')).toEqual({ ...first, secret: 'whsec_c2VjcmV0' })
    expect(await run()).toEqual(first)
    expect(emulator.rows('webhooks')).toHaveLength(1)
  })

  test('without a webhook of its own is not registered', () => {
    const emulator = empty()
    const hook = emulator.receiver({ url: here, register: false })
    emulator.reset()
    expect(hook.webhook).toBeUndefined()
  })

  test('of a fork is the one from the creation of the fork', async () => {
    const emulator = empty()
    emulator.receiver({ url: here })
    const fork = emulator.fork()
    fork.receiver({ url: there })
    fork.reset()
    expect(fork.rows('webhooks').map(({ url }) => url)).toEqual([here, there])
    expect(emulator.rows('webhooks')).toHaveLength(1)
  })
})

describe('a pending response', () => {
  test.each(['reset', 'restore', 'load'] as const)('is discarded after a %s', async (word) => {
    const emulator = empty()
    const [before, saved] = [emulator.snapshot(), emulator.save()]
    let answer = (_: number): void => {}
    const answered = new Promise<number>((resolve) => (answer = resolve))
    const arrived = new Promise<void>((arrive) =>
      emulator.receiver({ url: here, answer: () => (arrive(), answered) }),
    )
    emulator.act.deleteUser({ user: emulator.given('users') })
    const settled = emulator.settle()
    await arrived
    const back = {
      reset: emulator.reset,
      restore: () => emulator.restore(before),
      load: () => emulator.restore(saved),
    }
    back[word]()
    const known = emulator.journal().length
    answer(200)
    await settled
    expect(emulator.journal().slice(known)).toEqual([])
  })
})

describe('an invalid receiver', () => {
  test.each([
    [{}, '"url" is missing. Give an absolute URL'],
    [{ url: 'app.test/hooks' }, '"url" is "app.test/hooks"'],
    [{ url: here, secret: 'x' }, 'the secret "x" cannot sign a delivery'],
    [{ url: here, secret: 'geheim' }, 'Give "whsec_" and base64, such as "whsec_c2VjcmV0"'],
    [{ url: here, secret: 'whsec_c2Vjc' }, 'the secret "whsec_c2Vjc" cannot sign a delivery'],
    [{ url: here, secret: 'whsec_' }, 'the secret "whsec_" cannot sign a delivery'],
    [{ url: here, events: 'user.merged' }, '"events" is "user.merged"'],
    [{ url: here, answer: 'x' }, '"x" is not an answer'],
    [{ url: here, answer: 99 }, 'Give a status, a whole number from 200 to 599'],
    [{ url: here, answer: null }, 'null is not an answer'],
    [{ url: here, answer: { status: 'x' } }, '"status" is "x"'],
    [{ url: here, answer: { stat: 200 } }, 'Did you mean "status"?'],
    [{ url: here, answer: { latency: 'soon' } }, '"soon" is not a valid duration'],
    [{ url: here, answer: { body: {} } }, '"body" is {}. Give a string.'],
    [{ url: here, answer: new Response() }, 'Give a function that creates one'],
    [{ url: here, anser: 200 }, 'Did you mean "answer"?'],
    [{ url: here, register: 'no' }, '"register" is "no"'],
    [null, 'the options are null'],
  ])('%j is refused, and nothing is registered', (options, why) => {
    const emulator = empty()
    const making = () => emulator.receiver(options as never)
    expect(making).toThrow(EmulatorError)
    expect(making).toThrow(why)
    expect(emulator.rows('webhooks')).toEqual([])
  })

  test('keeps its answer if the new one is invalid', async () => {
    const emulator = empty()
    const hook = emulator.receiver({ url: here, answer: 202 })
    expect(() => hook.answer(99)).toThrow(`Could not answer at ${here}: 99 is not an answer.`)
    await emitEvent(emulator)
    expect(hook.transcript).toEqual(['09:00:00  user.deleted  attempt 1  202'])
  })

  test('accepts any string as a secret with another signing method', () => {
    for (const options of [{ signing: 'hex' }, { signing: () => ({}) }]) {
      expect(empty(options).receiver({ url: here, secret: 'x' }).secret).toBe('x')
    }
  })

  test('shows an invalid result of an answer function in the attempt', async () => {
    const emulator = empty()
    const hook = emulator.receiver({ url: here, answer: (() => 'x') as never })
    await emitEvent(emulator)
    expect(hook.transcript[0]).toContain('"x" is not an answer')
  })
})
