/** Integrations that a scenario does not reach, and functions that are no `connect`. */
import { createEmulator } from 'course-admin-emulator'
import { runScenario, scenario } from 'course-admin-emulator/scenarios'
import { expect, test } from 'vitest'
import { explore } from '../../../src/explore.ts'

const farewell = scenario('farewell', async ({ emulator, step }) => {
  const user = emulator.given('users')
  await step('a user leaves', () => emulator.act.deleteUser({ user }))
})

test('an integration that calls another emulator than that of the scenario fails the run', async () => {
  const other = createEmulator({ world: 'empty' })
  const app = {
    async fetch() {
      await other.fetch('/users', { headers: other.headers })
      return 204
    },
  }
  await expect(runScenario(farewell, app)).rejects.toThrow(
    'Could not run the scenario: the integration calls another emulator than that of the scenario. Give that one: runScenario(scenario, integration, { emulator }).',
  )
  await expect(runScenario(farewell, app, { emulator: other })).resolves.toBeDefined()
})

test('an integration that calls both emulators runs', async () => {
  const other = createEmulator({ world: 'empty' })
  const { transcript } = await runScenario(farewell, ({ baseUrl, token, fetch }) => ({
    async fetch() {
      await other.fetch('/users', { headers: other.headers })
      await fetch(`${baseUrl}/users`, { headers: { authorization: `Bearer ${token}` } })
      return 204
    },
  }))
  expect(transcript).toContain('GET /users -> 200')
})

test.each([
  ['a promise', async (request: Request) => void (await request.json())],
  ['at once', (request: Request) => void request.text()],
])('a handler that is given as `connect` is told from it: %s', async (_, handler) => {
  const connect = handler as never
  const text = 'A function is `connect`. Give a handler of deliveries as { fetch: handler }.'
  await expect(runScenario(farewell, connect)).rejects.toThrow(text)
  const { failures } = await explore(farewell, connect)
  expect(failures[0]?.reason).toContain('gets a connection and no request')
})
