/** Requests have the delivery or the step that led to them as their cause. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { setupEmulator } from 'course-admin-emulator/node'
import { runScenario, scenario } from 'course-admin-emulator/scenarios'
import { describe, expect, test, vi } from 'vitest'

const url = 'https://app.test/hooks'

/** The numbers of the attempts and the causes of the requests of an emulator. */
const causesIn = (emulator: Emulator) => ({
  attempts: emulator.journal({ kind: 'attempt' }).map(({ number }) => number),
  causes: emulator.journal({ kind: 'request' }).map(({ cause }) => cause),
})

const readUsers = (emulator: Emulator) => emulator.fetch('/users', { headers: emulator.headers })

/** Merges two users, whose `user.merged` arrives at the receiver. */
function mergeUsers(emulator: Emulator): void {
  const [primary, secondary] = emulator.given('users', 2)
  emulator.act.mergeUsers({ primary, secondary })
}

describe('a request has its attempt as the cause', () => {
  test('when the receiver awaits it, and when it does not', async () => {
    const emulator = createEmulator({ world: 'empty' })
    emulator.receiver({
      url,
      events: ['user.merged'],
      async answer() {
        await readUsers(emulator)
        void emulator.sleep('10m').then(() => readUsers(emulator))
        return 204
      },
    })
    mergeUsers(emulator)
    await emulator.advance('1h')
    await readUsers(emulator)
    const { attempts, causes } = causesIn(emulator)
    expect(attempts).toHaveLength(1)
    expect(causes).toEqual([attempts[0], attempts[0], undefined])
  })

  test('over the intercepted network, after a wait with a shared timer', async () => {
    using emulator = setupEmulator({ world: 'empty' }).listen()
    emulator.shareTime(vi)
    const read = () => fetch(`${emulator.baseUrl}/users`, { headers: emulator.headers })
    emulator.receiver({
      url,
      events: ['user.merged'],
      async answer() {
        await read()
        setTimeout(() => void read(), 60_000)
        return 204
      },
    })
    mergeUsers(emulator)
    await emulator.advance('1h')
    const { attempts, causes } = causesIn(emulator)
    expect(causes).toEqual([attempts[0], attempts[0]])
  })

  test('each of its own, when two receivers run at the same time', async () => {
    const emulator = createEmulator({ world: 'empty' })
    for (const name of ['a', 'b']) {
      emulator.receiver({
        url: `https://${name}.test/hooks`,
        events: ['user.merged'],
        answer: async () => ((await readUsers(emulator)).ok ? 204 : 500),
      })
    }
    mergeUsers(emulator)
    await emulator.settle()
    const { attempts, causes } = causesIn(emulator)
    expect(attempts).toHaveLength(2)
    expect(causes).toEqual(attempts)
  })

  test('and not in a fork that the receiver calls', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const fork = emulator.fork()
    emulator.receiver({
      url,
      events: ['user.merged'],
      answer: async () => (await readUsers(fork)).status,
    })
    mergeUsers(emulator)
    mergeUsers(fork)
    await emulator.settle()
    expect(causesIn(fork).causes).toEqual([undefined])
  })
})

describe('the header x-emulator-cause names the cause', () => {
  async function causeOf(sent: (emulator: Emulator, delivery: string) => string) {
    const emulator = createEmulator({ world: 'empty' })
    const hook = emulator.receiver({ url, events: ['user.merged'] })
    mergeUsers(emulator)
    await emulator.settle()
    const { attempts } = causesIn(emulator)
    expect(hook.deliveries).toHaveLength(1)
    const id = hook.deliveries[0]?.headers['webhook-id'] as string
    const headers = { ...emulator.headers, 'x-emulator-cause': sent(emulator, id) }
    expect((await emulator.fetch('/users', { headers })).status).toBe(200)
    return { cause: causesIn(emulator).causes[0], attempt: attempts[0] }
  }

  test('by the webhook-id of a delivery, which is its last attempt', async () => {
    const { cause, attempt } = await causeOf((_, delivery) => delivery)
    expect(attempt).toBeDefined()
    expect(cause).toBe(attempt)
  })

  test('by the number of a journal entry', async () => {
    const first = ({ journal }: Emulator) => journal()[0]?.number
    expect((await causeOf((emulator) => String(first(emulator)))).cause).toBe(1)
  })

  test('by a number of several digits', async () => {
    let last = 0
    const { cause } = await causeOf((emulator) => {
      for (let i = 0; i < 10; i++) mergeUsers(emulator)
      last = emulator.journal().at(-1)?.number as number
      return String(last)
    })
    expect(last).toBeGreaterThan(9)
    expect(cause).toBe(last)
  })

  test.each(['999', 'unknown', '-1', ''])('and has no effect if it is "%s"', async (sent) => {
    expect((await causeOf(() => sent)).cause).toBeUndefined()
  })
})

test('a request in a step of a scenario has the step as its cause', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const script = scenario('import', async ({ step }) => {
    await step('the import runs', () => readUsers(emulator))
    await step('nothing happens')
  })
  await runScenario(script, { fetch: () => new Response() }, { emulator })
  const [step] = emulator.journal({ kind: 'step' })
  expect(causesIn(emulator).causes).toEqual([step?.number])
})

describe('the reports show the cause', () => {
  async function reaction() {
    const emulator = createEmulator({ world: 'empty' })
    const body = JSON.stringify({ name: 'Merged', color: '#ff0000' })
    const headers = { ...emulator.headers, 'content-type': 'application/json' }
    const answer = async () =>
      (await emulator.fetch('/labels', { method: 'POST', headers, body })).status
    emulator.receiver({ url, events: ['user.merged'], answer })
    mergeUsers(emulator)
    await emulator.settle()
    const { attempts, causes } = causesIn(emulator)
    expect(causes).toEqual(attempts)
    return { emulator, attempt: attempts[0] as number }
  }

  test('the filter by cause includes the request and its effects', async () => {
    const { emulator, attempt } = await reaction()
    const kinds = emulator.journal({ cause: attempt }).map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['attempt', 'request', 'answer']))
  })

  test('a filter by event has the attempts and their outcomes, not the reaction', async () => {
    const { emulator } = await reaction()
    const kinds = emulator.journal({ event: 'user.merged' }).map(({ kind }) => kind)
    expect(kinds).toEqual(['event', 'attempt', 'answer'])
  })

  test('the transcript names the attempt after the request', async () => {
    const { emulator, attempt } = await reaction()
    expect(emulator.transcript({ kind: 'request' })).toMatch(
      new RegExp(` request .*<- ${attempt}$`),
    )
  })

  test('the story has the request at the receiver, because of the attempt', async () => {
    const { emulator, attempt } = await reaction()
    const { entries, participants } = emulator.story()
    const request = entries.find(({ kind }) => kind === 'request')
    const receiver = participants.find(({ role }) => role === 'receiver')
    expect(request).toMatchObject({ cause: attempt, from: receiver?.id, to: 'service' })
    expect(request).not.toHaveProperty('isInferred')
  })
})
