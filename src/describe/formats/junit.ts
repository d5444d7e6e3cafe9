/** Formats results as a JUnit file, as CI systems read it. */
import { escapeMarkup } from './escape-markup.ts'

/** A result. Without `failure`, `error` and `skipped`, it is a success. */
export interface JUnitCase {
  /** The name of its suite. Suites are in the order of their first cases. */
  readonly suite: string
  readonly name: string
  /** The lines that say why it failed. The first one is the message. */
  readonly failure?: readonly string[]
  /** Why there is no result. */
  readonly error?: string
  /** Why it does not count. */
  readonly skipped?: string
  readonly output?: string
}

export function formatJUnit(cases: readonly JUnitCase[]): string {
  const suites = [...new Set(cases.map(({ suite }) => suite))]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${countsOf(cases)}>`,
    ...suites.flatMap((name) => {
      const own = cases.filter(({ suite }) => suite === name)
      const start = `  <testsuite name="${escapeMarkup(name)}" ${countsOf(own)}>`
      return [start, ...own.flatMap(linesOf), '  </testsuite>']
    }),
    '</testsuites>',
    '',
  ].join('\n')
}

function countsOf(cases: readonly JUnitCase[]): string {
  const optional = (['error', 'skipped'] as const).map((kind) => {
    const count = cases.filter((each) => each[kind] !== undefined).length
    return count === 0 ? '' : ` ${kind === 'error' ? 'errors' : kind}="${count}"`
  })
  const failures = cases.filter(({ failure }) => failure).length
  return `tests="${cases.length}" failures="${failures}"${optional.join('')}`
}

const linesOf = ({ suite, name, failure, error, skipped, output }: JUnitCase): string[] => [
  `    <testcase classname="${escapeMarkup(suite)}" name="${escapeMarkup(name)}">`,
  ...(failure
    ? [
        `      <failure message="${escapeMarkup(failure[0] ?? '')}">${escapeMarkup(failure.join('\n'))}</failure>`,
      ]
    : []),
  ...(error === undefined ? [] : [`      <error message="${escapeMarkup(error)}"/>`]),
  ...(skipped === undefined ? [] : [`      <skipped message="${escapeMarkup(skipped)}"/>`]),
  ...(output === undefined ? [] : [`      <system-out>${escapeMarkup(output)}</system-out>`]),
  '    </testcase>',
]
