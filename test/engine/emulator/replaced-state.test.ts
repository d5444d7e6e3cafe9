/** Requests and sleeps that are pending when `reset` or `restore` replaces the state. */
import { createEmulator, type Emulator, EmulatorError } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'

type Replacement = readonly [name: string, replace: (emulator: Emulator) => () => void]

/** Each function saves the state at once, and returns a function that replaces a later state with it. */
const replacements: readonly Replacement[] = [
  ['reset', (emulator) => () => emulator.reset()],
  [
    'restore',
    (emulator) => {
      const snapshot = emulator.snapshot()
      return () => emulator.restore(snapshot)
    },
  ],
  [
    'restore of a saved world',
    (emulator) => {
      const saved = emulator.save()
      return () => emulator.restore(saved)
    },
  ],
]

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => error,
  )

describe.each(replacements)('%s', (name, save) => {
  test('ends a sleep that the new state does not contain, with an error that names it', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const replace = save(emulator)
    const sleep = errorOf(emulator.sleep('1h'))
    replace()
    const error = await sleep
    expect(error).toBeInstanceOf(EmulatorError)
    expect((error as EmulatorError).code).toBe('lost_sleep')
    expect((error as EmulatorError).message).toContain(
      `\`${name.split(' ')[0]}\` replaced the state`,
    )
    expect(emulator.pending().filter(({ kind }) => kind === 'wake')).toEqual([])
  })

  test('ends a sleep whose place in the new state another sleep takes', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const replace = save(emulator)
    const lost = errorOf(emulator.sleep('1h'))
    replace()
    const next = emulator.sleep('2h').then(() => emulator.now().toISOString())
    expect(await lost).toBeInstanceOf(EmulatorError)
    await emulator.advance('3h')
    expect(await next).toBe('2026-01-05T11:00:00.000Z')
  })

  test.each([
    ['delayed', { latency_ms: 60_000 }],
    ['unanswered', { timeout: 'after' }],
    ['broken', { reset: true, latency_ms: 60_000 }],
  ] as const)('ends a %s request with a network error', async (_, effect) => {
    const emulator = createEmulator({ world: 'empty' })
    const replace = save(emulator)
    emulator.fault({ at: 'request', with: effect })
    const request = errorOf(emulator.fetch('/users', { headers: emulator.headers }))
    await emulator.settle()
    replace()
    const error = (await request) as TypeError & { cause: { code: string; message: string } }
    expect(error).toBeInstanceOf(TypeError)
    expect(error.cause.code).toBe('ERR_EMULATOR_STATE_REPLACED')
    expect(error.cause.message).toContain('reset or restore')
  })

  test('stores no error of a receiver that slept', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const replace = save(emulator)
    let failure: unknown
    emulator.receiver({
      url: 'https://app.test/hooks',
      answer: async () => {
        await emulator.sleep('5s').catch((error: unknown) => {
          failure = error
          throw error
        })
      },
    })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.settle()
    replace()
    await emulator.settle()
    expect(failure).toBeInstanceOf(EmulatorError)
    expect(contextOf(emulator).receiverErrors).toEqual([])
  })
})

test('restore closes the journal entry of a request that lost its response', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const before = emulator.snapshot()
  emulator.fault({ at: 'request', with: { latency_ms: 60_000 } })
  const request = errorOf(emulator.fetch('/users', { headers: emulator.headers }))
  await emulator.settle()
  emulator.restore(before)
  await request
  const [entry] = emulator.journal({ kind: 'request' })
  expect(entry).toMatchObject({ status: null, reason: expect.stringContaining('replaced') })
  expect(entry?.waitsUntil).toBeUndefined()
})

test('a sleep and a request continue when the snapshot contains them', async () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.fault({ at: 'request', with: { latency_ms: 60_000 } })
  const request = emulator.fetch('/users', { headers: emulator.headers })
  const sleep = emulator.sleep('2m').then(() => 'awake')
  await emulator.settle()
  const snapshot = emulator.snapshot()
  emulator.restore(snapshot)
  await emulator.advance('2m')
  expect((await request).status).toBe(200)
  expect(await sleep).toBe('awake')
})

describe('the causes of deliveries', () => {
  const url = 'https://app.test/hooks'

  /** An emulator with one notification that waits for a retry. */
  async function waiting(): Promise<Emulator> {
    const emulator = createEmulator({ world: 'empty' })
    emulator.receiver({ url, answer: 503 })
    emulator.act.create('labels', { name: 'VIP', model_type: 'User' })
    await emulator.settle()
    return emulator
  }

  /** Fills the journal, then lets the retry run. Each cause must be the event of the delivery. */
  async function checkCauses(emulator: Emulator): Promise<void> {
    for (let i = 0; i < 10; i += 1) {
      await emulator.fetch('/labels', { headers: emulator.headers })
    }
    await emulator.advance('1h')
    const journal = emulator.journal()
    const attempts = emulator.journal({ kind: 'attempt' }).filter(({ attempt }) => attempt > 1)
    expect(attempts.length).toBeGreaterThan(0)
    for (const { cause, event } of attempts) {
      const entry = journal.find(({ number }) => number === cause)
      if (cause !== undefined) expect(entry).toMatchObject({ kind: 'event', event })
    }
    const numbers = journal.map(({ number }) => number)
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  }

  test('are kept by a restore of the same journal', async () => {
    const emulator = await waiting()
    emulator.restore(emulator.snapshot())
    await checkCauses(emulator)
    const [, attempt] = emulator.journal({ kind: 'attempt' })
    expect(attempt?.cause).toBeTypeOf('number')
  })

  test('are not those of another journal after a reset', async () => {
    const emulator = await waiting()
    const snapshot = emulator.snapshot()
    emulator.reset()
    emulator.restore(snapshot)
    await checkCauses(emulator)
  })

  test('are not those of another journal after a restore of the snapshot of a fork', async () => {
    const emulator = createEmulator({ world: 'empty' })
    emulator.receiver({ url, answer: 503 })
    const fork = emulator.fork()
    fork.act.create('labels', { name: 'VIP', model_type: 'User' })
    await fork.settle()
    emulator.restore(fork.snapshot())
    await checkCauses(emulator)
  })
})

test('a restore takes later deliveries away, and the journal, the calls and the usage continue', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const hook = emulator.receiver({ url: 'https://app.test/hooks', answer: 204 })
  const counts = () => [
    emulator.delivered('user.deleted').length,
    hook.deliveries.length,
    hook.transcript.length,
    emulator.journal({ kind: 'attempt' }).length,
    emulator.received('get_users').length,
    emulator.usage().calls,
  ]
  const snapshot = emulator.snapshot()
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.fetch('/users', { headers: emulator.headers })
  await emulator.settle()
  expect(counts()).toEqual([1, 1, 1, 1, 1, 1])
  emulator.restore(snapshot)
  expect(counts()).toEqual([0, 0, 0, 1, 1, 1])
})
