/** The result of `flip` as text: what breaks, what survives, and the questions to settle about the service. */
import { pluralize } from '../../../report/format.ts'
import type { FlipReport } from '../../testing/flip-run.ts'
import type { Break, Flip } from './find-breaks.ts'

/** What `flip` found. */
export interface FlipResult {
  readonly tests: number
  readonly runs: number
  readonly assumptions: readonly AssumptionResult[]
  /** Tests that break only under several alternatives together. */
  readonly together: readonly Break[]
}

interface AssumptionResult {
  readonly id: string
  readonly summary: string
  /** The tests that rely on it. */
  readonly tests: readonly string[]
  readonly alternatives: readonly AlternativeResult[]
}

interface AlternativeResult {
  readonly name: string
  readonly summary: string
  /** The tests that break under it. */
  readonly breaks: readonly string[]
}

export const testName = ({
  file,
  name,
}: {
  readonly file: string
  readonly name: string
}): string => `${file} > ${name}`

/** Assumptions with the most tests at stake come first. */
export function flipResult(
  { tests, assumptions }: FlipReport,
  breaks: readonly Break[],
  runs: number,
): FlipResult {
  const breaksOf = ({ assumption, alternative }: Flip): readonly string[] =>
    breaks
      .filter(
        ({ flips: [first, ...others] }) =>
          others.length === 0 &&
          first?.assumption === assumption &&
          first.alternative === alternative,
      )
      .flatMap((each) => each.tests)
  const found = Object.entries(assumptions).map(([id, { summary, alternatives }]) => ({
    id,
    summary,
    tests: tests.filter(({ assumed }) => assumed.includes(id)).map(testName),
    alternatives: Object.entries(alternatives).map(([name, text]) => ({
      name,
      summary: text,
      breaks: breaksOf({ assumption: id, alternative: name }),
    })),
  }))
  return {
    tests: tests.length,
    runs,
    assumptions: found.toSorted(
      (a, b) => atStake(b) - atStake(a) || b.tests.length - a.tests.length,
    ),
    together: breaks.filter(({ flips }) => flips.length > 1),
  }
}

const reliant = (count: number): string =>
  `${pluralize(count, 'test')} ${count === 1 ? 'relies' : 'rely'} on`

/** The number of tests that break under an alternative of an assumption. */
const atStake = ({ alternatives }: Pick<AssumptionResult, 'alternatives'>): number =>
  new Set(alternatives.flatMap(({ breaks }) => breaks)).size

export function formatFlipResult({ tests, runs, assumptions, together }: FlipResult): string {
  const breaking = assumptions.filter((each) => atStake(each) > 0)
  const surviving = assumptions.filter((each) => atStake(each) === 0)
  return [
    `${reliant(tests)} ${pluralize(assumptions.length, 'assumption')} about the service. The suite was run ${pluralize(runs, 'time')}.`,
    '',
    ...breaking.flatMap(({ id, alternatives }) =>
      alternatives
        .filter(({ breaks }) => breaks.length > 0)
        .flatMap(({ name, summary, breaks }) => [
          `✗ ${id}=${name}: ${summary}`,
          ...breaks.map((each) => `    ${each}`),
        ]),
    ),
    ...together.flatMap(({ flips, tests: names }) => [
      `✗ only together: ${flips.map((each) => `${each.assumption}=${each.alternative}`).join(', ')}`,
      ...names.map((each) => `    ${each}`),
    ]),
    ...surviving.map(({ id, alternatives, tests: names }) =>
      alternatives.length === 0
        ? `– ${id}: ${reliant(names.length)} it, and there is no alternative`
        : `✓ ${id}: ${reliant(names.length)} it, and ${names.length === 1 ? 'survives' : 'survive'} each alternative`,
    ),
    ...(breaking.length === 0
      ? []
      : [
          '',
          'Questions to settle about the service, those with the most tests at stake first:',
          ...breaking.flatMap((each, i) => [
            `${i + 1}. ${each.id} (${pluralize(atStake(each), 'test')}). Is it so: ${each.summary}?`,
            ...each.alternatives.map(({ summary }) => `   Or: ${summary}?`),
          ]),
        ]),
  ].join('\n')
}

/** The tests that rely on each assumption. */
export const formatReliance = ({ assumptions }: FlipResult): string =>
  assumptions
    .map(({ id, summary, tests }) =>
      [`${id}: ${summary}`, ...tests.map((each) => `    ${each}`)].join('\n'),
    )
    .join('\n')
