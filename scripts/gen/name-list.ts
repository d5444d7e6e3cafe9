/** Prints the names of all operations and events for `llms.txt`. */

/** The heading that starts the generated part of `llms.txt`. */
const heading = '## Names'

/** Replaces the part of `llms.txt` from its heading of names, or adds it. */
export function withNameList(
  text: string,
  operations: readonly string[],
  events: readonly string[],
): string {
  const kept = text.split(`\n${heading}\n`)[0]?.trimEnd()
  return [
    kept,
    '',
    heading,
    '',
    `Operations ([one line each](docs/operations.md)): ${operations.join(', ')}`,
    '',
    `Events: ${events.join(', ')}`,
    '',
  ].join('\n')
}
