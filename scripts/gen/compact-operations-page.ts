/** Prints one page with a line for each operation, small enough for the package. */
import type { Shape } from '../../src/engine/define/fields.ts'
import { groupOf } from '../../src/engine/model/catalog.ts'
import { pageNotice } from './resource-pages.ts'
import type { OperationSample } from './operation-samples.ts'

export function printCompactOperations(samples: readonly OperationSample[]): string {
  const groups = [...new Set(samples.map(({ operation }) => groupOf(operation)))].toSorted()
  return [
    pageNotice,
    '# Operations',
    '',
    'A line lists the call, the query parameters, the fields of the body and the events of the example call. ' +
      'An asterisk marks a required name. [Supported operations](supported.md) lists scopes and flags, ' +
      '[records](records.md) the fields of responses. `docs/resources` has a page for each resource: its operations ' +
      'and events with types, errors and examples.',
    ...groups.flatMap((group) => [
      '',
      `## ${group}`,
      '',
      ...samples.filter(({ operation }) => groupOf(operation) === group).map(lineOf),
    ]),
    '',
  ].join('\n')
}

function lineOf({ operation, events }: OperationSample): string {
  const { id, method, path, query, body } = operation
  const { cursor, per_page, page, ...filters } = query
  const isPaged = (cursor ?? per_page ?? page) !== undefined
  const parts = [
    ...namesOf('query', filters, isPaged ? ['pages'] : []),
    ...namesOf('body', body ?? {}),
    ...(events.length > 0 ? [`events ${events.map((event) => `\`${event}\``).join(', ')}`] : []),
  ]
  const rest = parts.length > 0 ? `: ${parts.join('; ')}` : ''
  return `- \`${id}\` \`${method} ${path}\`${rest}`
}

function namesOf(kind: string, shape: Shape, more: readonly string[] = []): string[] {
  const names = Object.entries(shape).map(
    ([name, { spec }]) => `\`${name}${spec.required ? '*' : ''}\``,
  )
  return names.length + more.length > 0 ? [`${kind} ${[...names, ...more].join(', ')}`] : []
}
