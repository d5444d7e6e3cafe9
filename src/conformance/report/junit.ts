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
}

/** Formats the cases of one test suite. */
export function formatJunit(suite: string, cases: readonly JunitCase[]): string {
  const failures = cases.filter(({ failure }) => failure).length
  const skipped = cases.filter((each) => each.skipped !== undefined).length
  const counts = `tests="${cases.length}" failures="${failures}"${skipped > 0 ? ` skipped="${skipped}"` : ''}`
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

function caseLines(suite: string, { name, failure, skipped, output }: JunitCase): string[] {
  return [
    `    <testcase classname="${suite}" name="${escapeMarkup(name)}">`,
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
