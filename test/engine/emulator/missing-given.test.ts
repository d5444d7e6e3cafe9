/** A script that reads `given` of a scenario without one gets an error that says so; other exceptions stay. */
import { expect, test } from 'vitest'
import { runScenario, scenario, type ScenarioScript } from '../../../src/scenarios.ts'

const idle = { fetch: () => new Response(null, { status: 204 }) }

const errorOf = async (script: ScenarioScript<unknown>, details: object = {}): Promise<Error> => {
  const story = scenario('story', { summary: 'Something happens.', ...details }, script)
  return runScenario(story, idle).then(
    () => expect.unreachable(),
    (error: unknown) => error as Error,
  )
}

const missing =
  'Could not run the scenario "story": its script reads `given`, which is undefined. Return the records'

test.each<[string, ScenarioScript<unknown>]>([
  ['a member', async ({ given }) => void (given as { mia: object }).mia],
  [
    'a pattern',
    async (context) => {
      const {
        given: { mia },
      } = context as { given: { mia: object } }
      return mia
    },
  ],
])('%s of `given`', async (_, script) => {
  const error = await errorOf(script)
  expect(error.message).toContain(missing)
  expect(error.cause).toBeInstanceOf(TypeError)
})

test.each<[string, ScenarioScript<unknown>, object?]>([
  [
    'of another value that is undefined',
    async () => {
      const users: { mia?: { name: string } } = {}
      return users.mia!.name
    },
  ],
  [
    'that is no TypeError',
    async ({ given }) => {
      if (given === undefined) throw new Error('undefined given.mia')
    },
  ],
  [
    'a TypeError without an undefined value',
    async (context) => {
      const { given } = context
      throw new TypeError(given === undefined ? 'given.mia is no function' : '')
    },
  ],
  [
    'with records',
    async (context) => void (context.given as { a: { b: never } }).a.b,
    { given: () => ({}) },
  ],
])('an exception %s stays', async (_, script, details) => {
  const { message } = await errorOf(script, details)
  expect(message).not.toContain('which is undefined')
})
