/** Wrong options of runs and of the server are refused, and the error says what to give. */
import { checkIntegration } from 'course-admin-emulator/check'
import { explore } from 'course-admin-emulator/explore'
import { startServer } from 'course-admin-emulator/server'
import { scenario } from 'course-admin-emulator/scenarios'
import { expect, test } from 'vitest'

const empty = scenario('empty', async () => undefined)
const integration = { fetch: () => undefined }
const signalAdvice = 'Give an AbortSignal, such as the `signal` of the test.'

test.each([
  [{ progress: 'x' }, '"progress" is "x". Give a function.'],
  [{ signal: 'x' }, `"signal" is "x". ${signalAdvice}`],
  [{ signal: new AbortController() }, signalAdvice],
  [{ expect: {} }, '"expect" is {}. Give a function.'],
  [{ seed: 'a' }, '"seed" is "a". Give a whole number.'],
  [{ deviations: 'requests' }, 'kinds is "requests". Give a list such as ["deliveries"].'],
  [
    { deviations: [] },
    'Could not explore: "deviations" is []. Give at least one kind, such as ["deliveries"], or omit it.',
  ],
  [{ accept: 'converged' }, 'Give a list such as ["converged"].'],
  [
    { ignore: ['log'] },
    'Could not explore: "ignore" is a member of the integration. Return `ignore` from `connect`.',
  ],
])('explore with %j', async (options, reason) => {
  await expect(explore(empty, () => integration, options as never)).rejects.toThrow(reason)
})

test.each([[integration], [() => integration]])(
  'explore with the scenario in the second place',
  async (connect) => {
    await expect(explore(connect as never, empty as never)).rejects.toThrow(
      'Could not explore the scenario: the integration comes before the scenario. Give the scenario first.',
    )
  },
)

test.each([
  [{ only: 'signature' }, '"only" is "signature". Give a list such as ["signature"].'],
  [
    { only: [] },
    'Could not check the integration: "only" is []. Give at least one check or group, or omit it.',
  ],
  [{ baseline: 'x' }, '"baseline" is "x". Give a list'],
  [{ restarts: 'yes' }, '"restarts" is "yes". Give true or false.'],
  [{ seed: 1.5 }, '"seed" is 1.5. Give a whole number.'],
  [{ signal: new AbortController() }, signalAdvice],
])('checkIntegration with %j', async (options, reason) => {
  await expect(checkIntegration(() => integration, options as never)).rejects.toThrow(reason)
})

test.each([
  [{ prot: 1 }, 'port'],
  [{ hots: 'x' }, 'host'],
  [{ laod: {} }, 'load'],
])('startServer with %j', async (options, name) => {
  await expect(startServer(options as never)).rejects.toThrow(
    `Could not start the server: there is no option "${Object.keys(options)[0]}". Did you mean "${name}"?`,
  )
})
