/** Law: an option that is `undefined` has the same effect as an option that is absent. */
import { readFileSync } from 'node:fs'
import { createEmulator, verify } from 'course-admin-emulator'
import { setupEmulatorWorker } from 'course-admin-emulator/browser'
import { setupEmulator } from 'course-admin-emulator/node'
import { emulatorReporter } from 'course-admin-emulator/reporter'
import { runScenario, scenario } from 'course-admin-emulator/scenarios'
import { createHandler, startServer } from 'course-admin-emulator/server'
import { emulatorLoader } from 'course-admin-emulator/storybook'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { demoWorldFrom, reloadEmulator } from '../src/adapters/hosting/hot-reload.ts'
import { pluginOptionsFrom } from '../src/adapters/hosting/vite-options.ts'
import { capacitySettingsFrom } from '../src/conformance/capacity/capacity-options.ts'
import { checkSettingsFrom } from '../src/conformance/check/check-options.ts'
import { exploreSettingsFrom } from '../src/conformance/explore/explore-options.ts'
import { contextOf } from '../src/engine/emulator/emulator.ts'
import type { Emulator } from '../src/engine/emulator/emulator-api.ts'

// Note: Node cannot load the module, which starts service workers.
vi.mock('msw/browser', () => ({
  setupWorker: () => ({ start: async () => undefined, stop: () => undefined }),
}))

type Given = Readonly<Record<string, unknown>>

interface Case {
  /** Uses options and returns what can be observed. */
  observe(given: never): unknown
  /** The options besides the one that is undefined. Default: none. */
  readonly base?: Given
  /** The options without a default. Default: none. */
  readonly required?: readonly string[]
}

const empty = (): Emulator => createEmulator({ world: 'empty' })

/** The state and the settings of an emulator. */
function stateOf(emulator: Emulator): unknown {
  const { settings, clock } = contextOf(emulator)
  const { instanceKey, mode, delivery, latency, rateLimit, signatureClock } = settings
  const { journalBytesMax, journalEntriesMax } = settings
  const limits = [delivery, latency, rateLimit, signatureClock, journalBytesMax, journalEntriesMax]
  const saved = mode === 'virtual' ? emulator.save() : clock.mode
  return [saved, emulator.baseUrl, emulator.token, instanceKey, limits, settings.testName()]
}

const url = 'https://app.test/hooks'

async function observeDelivery(given: object): Promise<unknown> {
  // Note: without the option `clock`, `verify` reads the time of the machine.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-05T09:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const emulator = createEmulator({ world: 'empty', signatureClock: 'real' })
  const hook = emulator.receiver({ url })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.settle()
  const [delivery] = hook.deliveries
  return verify(delivery as never, hook.secret, given)
}

const renaming = scenario('renaming', async ({ emulator, step }) => {
  const user = emulator.given('users')
  await step('A name changes', () => emulator.act.updateUser({ user, first_name: 'Mia' }))
})

const cases: Readonly<Record<string, Case>> = {
  AssumptionOverrides: {
    base: { preset: 'lenient' },
    observe: (assumptions) => stateOf(createEmulator({ world: 'empty', assumptions })),
  },
  CapacityOptions: { observe: (given) => capacitySettingsFrom(given) },
  CheckOptions: { observe: (given) => checkSettingsFrom(given) },
  DeliveryOptions: {
    observe: (delivery) => stateOf(createEmulator({ world: 'empty', delivery })),
  },
  DemoWorld: {
    base: { world: 'empty' },
    observe: async (given) =>
      stateOf(
        await reloadEmulator(
          undefined,
          { seed: 3, world: 'empty' },
          demoWorldFrom({ default: given }, './world.ts'),
        ),
      ),
  },
  EmulatorOptions: { base: { world: 'empty' }, observe: (given) => stateOf(createEmulator(given)) },
  EmulatorParameters: {
    base: { world: 'empty', start: '2026-01-05T09:00:00Z' },
    observe: async (emulator) => {
      const loaded = await emulatorLoader()({ id: 'story', parameters: { emulator } })
      const [, ...settings] = stateOf(loaded.emulator) as unknown[]
      const { mode } = contextOf(loaded.emulator).clock
      loaded.emulator.close()
      return [mode, settings, loaded.emulator.faults().length]
    },
  },
  ExploreOptions: { observe: (given) => exploreSettingsFrom(given) },
  FaultChange: {
    base: { act: 'rotate_secret', input: { webhook: 'w' } },
    required: ['act'],
    observe: (change) => empty().fault({ operation: 'get_users', with: { change } }).rule,
  },
  FaultEffect: {
    base: { status: 503 },
    observe: (effect) => empty().fault({ at: 'request', with: effect }).rule,
  },
  FaultRule: {
    base: { operation: 'get_users', with: { status: 503 } },
    required: ['with'],
    observe: (rule) => empty().fault(rule).rule,
  },
  FlagOverrides: {
    base: { Programs: false },
    observe: (flags) => createEmulator({ world: 'empty', flags }).flags(),
  },
  ForkOptions: {
    observe: (given) =>
      stateOf(createEmulator({ world: 'empty', instanceKey: 'a', test: 'b' }).fork(given)),
  },
  HandlerOptions: {
    observe: async (given) => {
      const emulator = empty()
      const answer = await createHandler(
        emulator,
        given,
      )(new Request(`${emulator.baseUrl}/users`, { headers: emulator.headers }))
      return [answer.status, await answer.text()]
    },
  },
  JournalFilter: {
    base: { kind: 'request' },
    observe: async (filter) => {
      const emulator = empty()
      await emulator.fetch('/users', { headers: emulator.headers })
      return emulator.journal(filter)
    },
  },
  LatencyOptions: { observe: (latency) => stateOf(createEmulator({ world: 'empty', latency })) },
  ListenOptions: { observe: (given) => void setupEmulator().listen(given).close() },
  LoaderOptions: { observe: (given) => typeof emulatorLoader(given) },
  OutageOptions: {
    base: { of: 'api' },
    observe: (given) => empty().outage(given).faults,
  },
  RateLimitOptions: {
    observe: (rateLimit) => stateOf(createEmulator({ world: 'empty', rateLimit })),
  },
  ReceiverOptions: {
    base: { url },
    required: ['url'],
    observe: (given) => {
      const emulator = empty()
      return [emulator.receiver(given).secret, emulator.rows('webhooks')]
    },
  },
  ReporterOptions: { observe: (given) => Object.keys(emulatorReporter(given)) },
  RunOptions: {
    observe: async (given) => {
      const { transcript } = await runScenario(renaming, { fetch: () => 204 as never }, given)
      return transcript
    },
  },
  ScenarioDetails: {
    base: { summary: 'A name changes.', seed: 5 },
    observe: (details) => JSON.stringify(scenario('renaming', details, async () => undefined)),
  },
  ScriptedAnswer: {
    base: { status: 503 },
    observe: async (answer) => {
      const emulator = empty()
      const hook = emulator.receiver({ url, answer })
      emulator.act.deleteUser({ user: emulator.given('users') })
      await emulator.settle()
      return hook.transcript
    },
  },
  ServerOptions: {
    base: { port: 0, world: 'empty', start: '2026-01-05T09:00:00Z' },
    observe: async (given) => {
      const server = await startServer(given)
      const [, , token, key, limits, name] = stateOf(server.emulator) as unknown[]
      await server.close()
      return [token, key, limits, name, contextOf(server.emulator).clock.mode]
    },
  },
  TimesOption: {
    observe: async (given) => {
      const { matchReceived, expectationSource } =
        await import('../src/engine/emulator/reports/expectations.ts')
      const source = expectationSource(contextOf(empty()))
      return matchReceived(source, 'get_users', given).message()
    },
  },
  TokenOptions: {
    observe: (given) => {
      const emulator = empty()
      emulator.mintToken(given)
      return [...contextOf(emulator).store.scan('api_keys')]
    },
  },
  UsageOptions: { observe: (given) => empty().usage(given).toText() },
  VerifyOptions: { observe: observeDelivery },
  VitePluginOptions: { observe: (given) => pluginOptionsFrom(given) },
  WorkerOptions: {
    base: { world: 'empty', start: '2026-01-05T09:00:00Z' },
    observe: async (given) => {
      const emulator = await setupEmulatorWorker(given).start()
      const [, ...settings] = stateOf(emulator) as unknown[]
      return [contextOf(emulator).clock.mode, settings]
    },
  },
  WorkOptions: { observe: (given) => empty().run(async () => 'done', given) },
  World: {
    base: { name: 'two', about: 'Two users.', size: 'none', amounts: { users: 2 } },
    required: ['name', 'size'],
    observe: (world) => stateOf(createEmulator({ world })),
  },
}

/** Interfaces of options that other functions of the list read, or that are no options of a caller. */
const others: readonly string[] = [
  // The options of a test runner: the fixtures pass them to the functions of the list.
  'ExploreEachOptions',
  'PlaywrightEmulatorOptions',
  'TestOptions',
  // `ScenarioDetails` has these too.
  'ScenarioOptions',
  // They are sent as JSON, which has no `undefined`.
  'RemoteOptions',
  'RemoteReceiverOptions',
  // Parts of results, and options of other libraries.
  'CollectionFindOptions',
  'EmulatorWorkerOptions',
  'ReplayOptions',
  'ShardOptions',
]

const names = new Map<string, string[]>()
const api = readFileSync(new URL('../docs/api/public-api.txt', import.meta.url), 'utf8')
for (const block of api.split(/^(?=\w)/m)) {
  const name = /^interface (\w+)/.exec(block)?.[1]
  if (name === undefined) continue
  const options = [...block.matchAll(/^ {2}(?:readonly )?(\w+)\?[:(]/gm)].map((match) => match[1])
  names.set(name, [...(names.get(name) ?? []), ...(options as string[])])
}

test('the list has every interface of options', () => {
  const isOptions = (name: string): boolean => /Options?$/.test(name)
  const missing = [...names.keys()].filter(
    (name) => isOptions(name) && !(name in cases) && !others.includes(name),
  )
  expect(missing).toEqual([])
  expect(others.filter((name) => !names.has(name))).toEqual([])
})

/** The result of an observation, or its error. */
async function outcomeOf({ observe }: Case, given: Given): Promise<unknown> {
  try {
    return await (observe as (given: Given) => unknown)(given)
  } catch (error) {
    return String(error)
  }
}

describe.each(Object.entries(cases))('%s', (name, each) => {
  const { base = {}, required = [] } = each
  const options = [...new Set([...(names.get(name) ?? []), ...Object.keys(base)])]

  test.each(options.filter((option) => !required.includes(option)))('%s', async (option) => {
    const { [option]: _, ...rest } = base
    const absent = await outcomeOf(each, rest)
    expect(await outcomeOf(each, { ...rest, [option]: undefined })).toEqual(absent)
  })
})
