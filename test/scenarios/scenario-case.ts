/** Runs a scenario against the example integration and a new learning system. */
import type { Scenario } from '../../src/scenarios/scenario.ts'
import { runScenario } from '../../src/scenarios/scenario-run.ts'
import type { Emulator } from '../../src/emulator/emulator-api.ts'
import type { EventName } from '../../src/generated/rows.ts'
import { createLms, type Lms, type LmsOptions } from '../examples/lms/lms/lms.ts'
import type { Config } from '../examples/lms/middleware/config.ts'
import { createMiddleware, type Middleware } from '../examples/lms/middleware/middleware.ts'

export type MiddlewareFactory = (config: Config) => Middleware

/** The state at the end of a scenario. */
export interface ScenarioOutcome<R> {
  readonly result: R
  readonly emulator: Emulator
  readonly lms: Lms
  readonly middleware: Middleware
  readonly transcript: string
}

/** One scenario with one kind of learning system: its final assertions, and the integrations that fail them. */
export interface ScenarioCase<R = unknown> {
  /** The name of its transcript. */
  readonly name: string
  readonly scenario: Scenario<R>
  readonly lms?: LmsOptions
  readonly merges?: NonNullable<Config['merges']>
  /** The initial content of the learning system. */
  readonly before?: (lms: Lms) => Promise<unknown>
  /** The assertions at the end, which throw. */
  readonly assertOutcome: (played: ScenarioOutcome<R>) => void
  /** Integrations with one bug each, for which the final assertions fail. */
  readonly broken: Readonly<Record<string, MiddlewareFactory>>
}

/** Erases the result type of a case, so that cases of different scenarios fit into one list. */
export const scenarioCase = <R>(each: ScenarioCase<R>): ScenarioCase =>
  each as unknown as ScenarioCase

export async function runCase<R>(
  { scenario, lms: options, merges = 'merge', before }: Omit<ScenarioCase<R>, 'ending' | 'broken'>,
  createIntegration: MiddlewareFactory = createMiddleware,
): Promise<ScenarioOutcome<R>> {
  const lms = createLms(options)
  await before?.(lms)
  let middleware: Middleware | undefined
  const { emulator, result, transcript } = await runScenario(
    scenario,
    ({ emulator, baseUrl, token, secret }) =>
      (middleware = createIntegration({
        baseUrl,
        token,
        secret,
        merges,
        lms: {
          baseUrl: 'https://lms.test',
          fetch: (url, init) => lms.fetch(new Request(url, init)),
        },
        fetch: (url, init) => emulator.fetch(url as string, init),
        now: emulator.now,
        sleep: emulator.sleep,
      })),
    { events: events as EventName[] },
  )
  return { emulator, result, transcript, lms, middleware: middleware as Middleware }
}

/** The events that the example subscribes to. */
const { events } = createMiddleware({
  baseUrl: 'https://service.test/api/v1',
  token: '',
  secret: '',
  lms: { baseUrl: 'https://lms.test' },
})
