/** A request that no delivery and no step led to has the running test as its cause. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { connectEmulator, setupEmulator } from 'course-admin-emulator/node'
import { runScenario, scenario } from 'course-admin-emulator/scenarios'
import { startServer } from 'course-admin-emulator/server'
import { describe, expect, test, testWith } from 'course-admin-emulator/vitest'
import { setUpJest } from '../../../src/adapters/testing/jest-setup.ts'

const readUsers = (emulator: Emulator) => emulator.fetch('/users', { headers: emulator.headers })

const testsOf = (emulator: Pick<Emulator, 'journal'>) =>
  emulator.journal({ kind: 'request' }).map((request) => request.test)

describe('with the fixture of Vitest', () => {
  const test = testWith({ world: 'empty' })

  test('a request names its test', async ({ emulator }) => {
    await fetch(`${emulator.baseUrl}/users`, { headers: emulator.headers })
    expect(testsOf(emulator)).toEqual(['a request names its test'])
  })

  describe('prepared once', () => {
    const test = testWith({ world: 'empty', prepare: ({ given }) => void given('users') })
    for (const name of ['the first test', 'the second test']) {
      test(`${name} after one preparation is named`, async ({ emulator }) => {
        await readUsers(emulator)
        await readUsers(emulator.fork())
        expect(testsOf(emulator)).toEqual([`${name} after one preparation is named`])
      })
    }
  })

  test('a delivery is the cause of the requests of its receiver', async ({ emulator }) => {
    const answer = async () => (await readUsers(emulator)).status
    emulator.receiver({ url: 'https://app.test/hooks', events: ['user.deleted'], answer })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.settle()
    await readUsers(emulator)
    const [attempt] = emulator.journal({ kind: 'attempt' })
    expect(emulator.journal({ kind: 'request' })).toMatchObject([
      { cause: attempt?.number },
      { test: 'a delivery is the cause of the requests of its receiver' },
    ])
    expect(testsOf(emulator)[0]).toBeUndefined()
  })

  test('a step is the cause of the requests of its scenario', async ({ emulator }) => {
    const script = scenario('import', async ({ step }) => {
      await step('the import runs', () => readUsers(emulator))
    })
    await runScenario(script, { fetch: () => new Response() }, { emulator })
    expect(testsOf(emulator)).toEqual([undefined])
  })
})

test('Jest tells the name of the running test, also of a concurrent one', async () => {
  const state: { currentTestName?: string; currentConcurrentTestName?: () => string } = {}
  setUpJest({ expect: { extend: () => {}, getState: () => state } })
  const emulator = setupEmulator({ world: 'empty' })
  await readUsers(emulator)
  state.currentTestName = 'adds a person'
  await readUsers(emulator)
  state.currentConcurrentTestName = () => 'finds a person'
  await readUsers(emulator)
  setUpJest({ expect: { extend: () => {} } })
  await readUsers(emulator)
  expect(testsOf(emulator)).toEqual([undefined, 'adds a person', 'finds a person', undefined])
})

test('an instance on a server has the name that its client sends, and so has a fork', async () => {
  await using server = await startServer({ port: 0, world: 'empty', clock: 'virtual' })
  await using remote = await connectEmulator(server.url, { world: 'empty', test: 'enrolls' })
  await using fork = await remote.fork({ test: 'pays' })
  for (const each of [remote, fork]) await each.fetch('/users')
  const found = await Promise.all(
    [remote, fork].map(async (each) => (await each.journal({ kind: 'request' }))[0]),
  )
  expect(found).toMatchObject([{ test: 'enrolls' }, { test: 'pays' }])
})

describe('the option `test`', () => {
  test('is the name, or a function that returns it', async () => {
    const emulator = createEmulator({ world: 'empty', test: 'syncs users' })
    let name: string | undefined
    const fork = emulator.fork({ test: () => name })
    for (name of [undefined, 'one', 'two']) await readUsers(fork)
    await readUsers(emulator)
    expect([testsOf(emulator), testsOf(fork)]).toEqual([['syncs users'], [undefined, 'one', 'two']])
  })

  test('is refused if it is neither', () => {
    expect(() => createEmulator({ test: 7 as never })).toThrow(
      'Could not create an emulator: "test" is 7. Give the name of a test, or a function.',
    )
    expect(() => createEmulator().fork({ test: [] as never })).toThrow(
      'Could not fork the emulator: "test" is [].',
    )
  })
})

describe('the reports show the test', () => {
  async function twoTests(): Promise<Emulator> {
    let name = 'syncs "users"'
    const emulator = createEmulator({ world: 'empty', test: () => name })
    await readUsers(emulator)
    await readUsers(emulator)
    name = 'syncs courses'
    await readUsers(emulator)
    return emulator
  }

  test('the transcript at the first request of each test', async () => {
    const lines = (await twoTests()).transcript().split('\n').slice(1)
    expect(lines.map((line) => line.split('-> 200')[1])).toEqual([
      '  <- test "syncs "users""',
      '',
      '  <- test "syncs courses"',
    ])
  })

  test('the story at each request, with a client for each test', async () => {
    const { entries, participants } = (await twoTests()).story()
    expect(entries.flatMap(({ test: name = [] }) => name)).toEqual([
      'syncs "users"',
      'syncs "users"',
      'syncs courses',
    ])
    expect(participants.map(({ name }) => name)).toEqual([
      'Service',
      'test “syncs "users"”',
      'test “syncs courses”',
    ])
  })
})
