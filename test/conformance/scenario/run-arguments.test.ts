/** What is not an integration is refused: it would receive no delivery, and the run would pass. */
import { expect, test, vi } from 'vitest'
import { checkIntegration } from '../../../src/check.ts'
import { explore } from '../../../src/explore.ts'
import { runScenario, scenario, type ScenarioScript } from '../../../src/scenarios.ts'

const story = scenario('story', ({ emulator, step }) =>
  step('A user is deleted', () => emulator.act.deleteUser({ user: emulator.given('users') })),
)

const app = { fetch: () => 204, routes: [] }

const wrong: readonly (readonly [string, unknown, string])[] = [
  [
    'an object with another method',
    { handle() {} },
    'the integration has `handle`, and none of `fetch`, `resync`, `state`, `effects` and `problems`. Return an object',
  ],
  [
    'an object with another name of the endpoint',
    { handler() {}, resync() {} },
    'the integration has `handler`, and no `fetch`. Return the webhook endpoint as `fetch`.',
  ],
  [
    'an address',
    { url: 'http://127.0.0.1:3000/hooks' },
    'the integration has `url`, and none of `fetch`, `resync`, `state`, `effects` and `problems`. Give its address: runScenario(scenario, {}, { url })',
  ],
  ['a part that is not a function', { fetch: app }, '`fetch` of the integration is {"routes":[]}'],
  [
    'an instance of a class',
    new (class Server {
      listen() {}
    })(),
    'the integration is an app or a handler of `node:http`. Give a function of a `Request`',
  ],
]

test.each(wrong)('%s is refused', async (_, integration, reason) => {
  for (const given of [integration, () => integration, async () => integration]) {
    await expect(runScenario(story, given as never)).rejects.toThrow(reason)
    await expect(checkIntegration(given as never, { only: ['signature'] })).rejects.toThrow(reason)
  }
  await expect(explore(story, integration as never)).rejects.toThrow(reason)
})

test('an address as text is refused', async () => {
  await expect(runScenario(story, 'http://127.0.0.1:3000/hooks' as never)).rejects.toThrow(
    '"http://127.0.0.1:3000/hooks" is not an integration. Give its address: runScenario(scenario, {}, { url })',
  )
})

test('a promise of an integration is refused', async () => {
  const promise = Promise.resolve(app)
  const reason = 'the integration is a promise. Await it.'
  await expect(runScenario(story, promise as never)).rejects.toThrow(reason)
  await expect(explore(story, promise as never)).rejects.toThrow(reason)
  await expect(checkIntegration(promise as never)).rejects.toThrow(reason)
})

test('an instance of a class that inherits a part is an integration', async () => {
  class Base {
    fetch = () => 204
  }
  class App extends Base {}
  await runScenario(story, new App())
})

test('a part that is undefined counts as absent', async () => {
  const integration = { fetch: () => 204, resync: undefined, problems: undefined }
  await runScenario(story, integration as never)
})

test.each<[string, ScenarioScript]>([
  ['without a step', async () => undefined],
  ['with a step without work', async ({ step }) => step('A user is deleted')],
  [
    'with a step that makes records',
    async ({ emulator, step }) => step('A user', () => emulator.given('users')),
  ],
])('a scenario %s says nothing about an integration', async (_, script) => {
  await expect(runScenario(scenario('story', script), app)).rejects.toThrow(
    'Could not run the scenario: no step did anything, and the integration called nothing. ' +
      '`given` makes no event. Perform an act in a step: await step("…", () => emulator.act.…).',
  )
})

test.each<[string, ScenarioScript]>([
  ['a full synchronization', async ({ resync }) => resync()],
  [
    'the passing of time',
    async ({ emulator, step }) => step('A day', () => emulator.advance('1d')),
  ],
])('a scenario of %s alone runs', async (_, script) => {
  await runScenario(scenario('story', script), app)
})

test('a scenario without a step runs if the integration calls the service', async () => {
  await runScenario(
    scenario('story', async () => undefined),
    async ({ fetch, baseUrl }) => {
      await fetch(`${baseUrl}/users`)
      return app
    },
  )
})

test('a mistake in the code of the integration fails the run, and is no answer', async () => {
  const broken = {
    fetch() {
      throw new TypeError('body is undefined')
    },
  }
  await expect(runScenario(story, broken)).rejects.toThrow('body is undefined')
  const refusing = {
    fetch() {
      throw new Error('no database')
    },
  }
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  expect((await runScenario(story, refusing)).transcript).toContain('no database')
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    'In the scenario story, the endpoint accepts no delivery: no database.',
  )
  warn.mockRestore()
})
