/** Prints `llms.txt`: the text of `scripts/gen/llms.txt`, and the names of all operations and events. */
import { readFileSync } from 'node:fs'

export function printNameList(operations: readonly string[], events: readonly string[]): string {
  return [
    readFileSync(new URL('llms.txt', import.meta.url), 'utf8'),
    '## Names\n',
    `Operations ([one line each](docs/operations.md)): ${operations.join(', ')}\n`,
    `Events: ${events.join(', ')}\n`,
  ].join('\n')
}
