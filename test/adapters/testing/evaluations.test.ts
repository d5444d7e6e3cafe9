/** The assertions of a passing test that say less than they seem to: those that failed last, and those that hold no more. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { expect as vitestExpect, test } from 'vitest'
import { lateExclusion, takeEvaluationLines } from '../../../src/adapters/testing/evaluations.ts'
import { emulatorMatchers } from '../../../src/adapters/testing/matchers.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'

/** Evaluates a matcher as `expect` does, and returns whether the assertion holds. */
function evaluate(
  emulator: Emulator,
  name: keyof typeof emulatorMatchers,
  args: readonly unknown[],
  isNot = false,
): boolean {
  const matcher = emulatorMatchers[name] as (this: object, ...input: unknown[]) => { pass: boolean }
  return matcher.call({ isNot }, emulator, ...args).pass !== isNot
}

const linesOf = (emulator: Emulator, isPassed = true) =>
  takeEvaluationLines(contextOf(emulator), isPassed)

const call = (emulator: Emulator) => emulator.fetch('/users', { headers: emulator.headers })

test('an assertion that failed last is told, where it is known that the test passes', () => {
  const emulator = createEmulator({ world: 'empty' })
  vitestExpect(evaluate(emulator, 'toHaveReceived', ['get_users', { times: 2 }])).toBe(false)
  vitestExpect(linesOf(emulator, false)).toEqual([])
  evaluate(emulator, 'toHaveReceived', ['get_users', { times: 2 }])
  vitestExpect(linesOf(emulator)).toEqual([
    'expect(…).toHaveReceived("get_users", { times: 2 }) failed last, and the test passed. Await what evaluates it, such as `waitFor`.',
  ])
  vitestExpect(linesOf(emulator)).toEqual([])
})

test('one that held at the next evaluation is not', async () => {
  const emulator = createEmulator({ world: 'empty' })
  evaluate(emulator, 'toHaveReceived', ['get_users'])
  await call(emulator)
  vitestExpect(evaluate(emulator, 'toHaveReceived', ['get_users'])).toBe(true)
  vitestExpect(linesOf(emulator)).toEqual([])
})

test('a negative assertion that a later call refutes is told', async () => {
  const emulator = createEmulator({ world: 'empty' })
  vitestExpect(evaluate(emulator, 'toHaveReceived', ['get_users'], true)).toBe(true)
  await call(emulator)
  vitestExpect(linesOf(emulator)).toEqual([
    'expect(…).not.toHaveReceived("get_users") held, and what it excludes came after it. Await the code under test first.',
  ])
})

test('one of another call is not, nor a positive one', async () => {
  const emulator = createEmulator({ world: 'empty' })
  evaluate(emulator, 'toHaveReceived', ['get_courses'], true)
  evaluate(emulator, 'toHaveReceived', ['get_users', { times: 0 }])
  await call(emulator)
  vitestExpect(linesOf(emulator)).toEqual([])
})

test.each<[string, (emulator: Emulator) => unknown]>([
  ['advanced', (emulator) => emulator.advance('1m')],
  ['acted', (emulator) => emulator.act.deleteUser({ user: emulator.given('users') })],
])('nor one after which the test %s', async (_, work) => {
  const emulator = createEmulator({ world: 'empty' })
  evaluate(emulator, 'toHaveReceived', ['get_users'], true)
  await work(emulator)
  await call(emulator)
  vitestExpect(linesOf(emulator)).toEqual([])
})

test('an act before the assertion does not count', async () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.advance('1m')
  evaluate(emulator, 'toHaveReceived', ['get_users'], true)
  await call(emulator)
  vitestExpect(linesOf(emulator)).toHaveLength(1)
})

/** Reads the users after the courses, as code that a test does not await. */
function startSync(emulator: Emulator): void {
  const { fetch, headers } = emulator
  void fetch('/courses', { headers }).then(() => fetch('/users', { headers }))
}

test('an excluded call is waited for that code sends without an `await` of the test', async () => {
  const emulator = createEmulator({ world: 'empty' })
  startSync(emulator)
  evaluate(emulator, 'toHaveReceived', ['get_users'], true)
  vitestExpect((await lateExclusion(contextOf(emulator)))?.message).toBe(
    'Could not end the test: expect(…).not.toHaveReceived("get_users") held, and what it excludes came after the test. Await the code under test before the assertion.',
  )
})

test.each<[string, (emulator: Emulator) => unknown]>([
  ['the test sends itself', call],
  [
    'comes after an act',
    (emulator) => void emulator.act.deleteUser({ user: emulator.given('users') }),
  ],
])('one that %s is no error', async (_, work) => {
  const emulator = createEmulator({ world: 'empty' })
  evaluate(emulator, 'toHaveReceived', ['get_users'], true)
  await work(emulator)
  startSync(emulator)
  vitestExpect(await lateExclusion(contextOf(emulator))).toBeUndefined()
})

test('code that calls without end is not waited for without end', async () => {
  const emulator = createEmulator({ world: 'empty' })
  let isOver = false
  const poll = async (): Promise<void> => {
    while (!isOver) {
      await call(emulator)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const polling = poll()
  evaluate(emulator, 'toHaveReceived', ['get_courses'], true)
  vitestExpect(await lateExclusion(contextOf(emulator))).toBeUndefined()
  isOver = true
  await polling
})
