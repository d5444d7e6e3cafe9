/** JUnit files, as CI systems read them. */
import { escapeMarkup } from '../../report/html.ts'

/** A test case of a JUnit file. */
export interface JunitCase {
  readonly name: string
  /** Why the case failed; absent if it passed. */
  readonly failure?: { readonly message: string; readonly text: string }
  /** Why the case was not run; absent if it was. */
  readonly skipped?: string
  /** What the case printed. */
  readonly output?: string
  /** The real time that the case took; absent if it is not known. */
  readonly durationMs?: number
}

/** Formats the cases of one test suite. `durationMs` is the real time of all. */
export function formatJunit(
  suite: string,
  cases: readonly JunitCase[],
  durationMs?: number,
): string {
  const failures = cases.filter(({ failure }) => failure).length
  const skipped = cases.filter((each) => each.skipped !== undefined).length
  const counts = `tests="${cases.length}" failures="${failures}"${skipped > 0 ? ` skipped="${skipped}"` : ''}${timeAttribute(durationMs)}`
  const name = escapeMarkup(suite)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${name}" ${counts}>`,
    ...cases.flatMap((each) => caseLines(name, each)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

/** The attribute of a duration, in seconds. */
const timeAttribute = (durationMs: number | undefined): string =>
  durationMs === undefined ? '' : ` time="${(durationMs / 1_000).toFixed(3)}"`

function caseLines(suite: string, each: JunitCase): string[] {
  const { name, failure, skipped, output, durationMs } = each
  return [
    `    <testcase classname="${suite}" name="${escapeMarkup(name)}"${timeAttribute(durationMs)}>`,
    ...(failure
      ? [
          `      <failure message="${escapeMarkup(failure.message)}">${escapeMarkup(failure.text)}</failure>`,
        ]
      : []),
    ...(skipped === undefined ? [] : [`      <skipped message="${escapeMarkup(skipped)}"/>`]),
    ...(output === undefined ? [] : [`      <system-out>${escapeMarkup(output)}</system-out>`]),
    '    </testcase>',
  ]
}
