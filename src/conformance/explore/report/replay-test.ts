/** The test that replays a failing schedule, with the options that the replay needs. */
import type { EventName } from '../../../service/generated/rows.ts'
import { formatSchedule } from '../../run/schedule.ts'
import { variableNameOf } from '../../scenario/variable-name.ts'
import type { ExplorationFailure } from '../failure.ts'
import type { Verdict } from '../../oracles/verdict.ts'

/** The options of an exploration that change how a replay ends. Absent options have their defaults. */
export interface ReplayOptions {
  /** The seed of the emulator. Default: that of the scenario, or 1. */
  readonly seed?: number
  /** The verdicts that do not fail. Default: `converged`, `reported` and `recovered`. */
  readonly accept?: readonly Verdict[]
  /** The events that the webhook of the integration subscribes to. Default: all. */
  readonly events?: readonly EventName[]
  /** Whether the exploration has the option `expect`. JSON cannot hold the function. Default: false. */
  readonly hasExpect?: boolean
}

/** The exploration that found a failure. */
interface FailureTestContext {
  readonly scenario: string
  readonly replayOptions?: ReplayOptions
}

/** The test that replays a failure, after its generated scenario; undefined if its run could not be judged. */
export const failureTest = (
  { verdict, replay, code, deviations }: ReplayedFailure,
  { scenario, replayOptions }: FailureTestContext,
): string | undefined => {
  if (verdict === 'inconclusive') return undefined
  if (code === undefined) return readyTest(scenario, replay, replayOptions)
  return `${code}\n\n${readyTest(scenario, formatSchedule(deviations), replayOptions)}`
}

type ReplayedFailure = Pick<ExplorationFailure, 'verdict' | 'replay' | 'code' | 'deviations'>

/** A test that replays a schedule. A comment names the option that is a function. */
export const readyTest = (
  scenario: string,
  replay: string,
  { hasExpect = false, ...values }: ReplayOptions = {},
): string => {
  const options = Object.entries({ replay, ...values }).map(
    ([name, value]) => `${name}: ${formatValue(value)}`,
  )
  const note = '// Pass the option `expect` of the exploration here.'
  return [
    `test('${`${scenario} converges after: ${replay}`.replaceAll("'", '"')}', async () => {`,
    ...(options.length === 1 && !hasExpect
      ? [
          `  const exploration = await explore(${variableNameOf(scenario)}, connect, { ${options[0]} })`,
        ]
      : [
          `  const exploration = await explore(${variableNameOf(scenario)}, connect, {`,
          ...options.map((option) => `    ${option},`),
          ...(hasExpect ? [`    ${note}`] : []),
          '  })',
        ]),
    '  expect(exploration).toConverge()',
    '})',
  ].join('\n')
}

const formatValue = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map((each) => JSON.stringify(each)).join(', ')}]`
    : JSON.stringify(value)
