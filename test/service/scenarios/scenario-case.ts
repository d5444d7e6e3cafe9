/** Runs a scenario against the example integration and its own LMS. */
import type { Scenario } from '../../../src/engine/emulator/scenario.ts'
import type { RunOptions } from '../../../src/conformance/scenario/run-arguments.ts'
import { runScenario } from '../../../src/conformance/scenario/scenario-run.ts'
import type { Emulator } from '../../../src/engine/emulator/emulator-api.ts'
import type { EventName } from '../../../src/service/generated/rows.ts'
import { createLms, type Lms, type LmsOptions } from '../../examples/lms/lms/lms.ts'
import type { Config } from '../../examples/lms/middleware/config.ts'
import { createMiddleware, type Middleware } from '../../examples/lms/middleware/middleware.ts'

export type MiddlewareFactory = (config: Config) => Middleware

/** The state of all systems after a scenario. */
export interface ScenarioOutcome<R> {
  readonly result: R
  readonly emulator: Emulator
  readonly lms: Lms
  readonly middleware: Middleware
  readonly transcript: string
}

/** A scenario with one kind of LMS, its assertions, and the broken integrations that must fail them. */
export interface ScenarioCase<R = unknown> {
  /** The name of the transcript file. */
  readonly name: string
  readonly scenario: Scenario<R>
  readonly lms?: LmsOptions
  readonly merges?: NonNullable<Config['merges']>
  /** Prepares the LMS before the scenario. */
  readonly before?: (lms: Lms) => Promise<unknown>
  /** Asserts the outcome. */
  readonly assertOutcome: (played: ScenarioOutcome<R>) => void
  /** Integrations with one mistake each. `assertOutcome` throws for each of them. */
  readonly broken: Readonly<Record<string, MiddlewareFactory>>
}

/** Checks the types of a case against its scenario, and drops the type of the result. */
export const scenarioCase = <R>(each: ScenarioCase<R>): ScenarioCase =>
  each as unknown as ScenarioCase

export async function runCase<R>(
  { scenario, lms: options, merges = 'merge', before }: Omit<ScenarioCase<R>, 'ending' | 'broken'>,
  createIntegration: MiddlewareFactory = createMiddleware,
  runOptions: Pick<RunOptions, 'emulator' | 'drain'> = {},
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
        sleep: (ms) => emulator.sleep({ ms }),
      })),
    { ...runOptions, events: events as EventName[] },
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
