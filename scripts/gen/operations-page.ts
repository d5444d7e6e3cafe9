/** Prints the page of all operations, with a line for each, and of the ways to create data. */
import { courseAdministration } from '../../src/service/course-administration.ts'
import type { Shape } from '../../src/engine/define/fields.ts'
import type { Resource } from '../../src/engine/define/resource.ts'
import { groupOf, type CatalogOperation } from '../../src/engine/model/catalog.ts'
import type { OperationSample } from './operation-samples.ts'
import { formatScopes } from './operation-sections.ts'
import { pageNotice } from './resource-pages.ts'
import { camel } from './row-types.ts'

export function printOperations(samples: readonly OperationSample[]): string {
  const groups = [...new Set(samples.map(({ operation }) => groupOf(operation)))].toSorted()
  const count = (grade: string): number =>
    samples.filter(({ operation }) => gradeOf(operation) === grade).length
  return [
    pageNotice,
    '# Operations',
    '',
    `The emulator implements ${samples.length} operations. The document of the service describes ` +
      `${count('documented')} of them, and only the contract describes the other ${count('reference')} ` +
      '(_reference_).',
    '',
    'A line lists the call, the query parameters, the fields of the body, the events of the example call, the ' +
      'scopes and the flag. An asterisk marks a required name. A token needs all scopes that "and" joins, or one ' +
      'side of an "or". If a value precedes the scopes, they apply to records with this value. ' +
      '[Records](records.md) has the fields of responses, and `docs/resources` a page for each resource: its ' +
      'operations and events with types, errors and examples.',
    '',
    'The first lines under a heading show the ways to create and change data: operations, acts of an ' +
      'administrator (`act`) and test data (`given`). _Seeded_ data exists in every world except `empty`.',
    ...groups.flatMap((group) =>
      sectionOf(
        group,
        samples.filter(({ operation }) => groupOf(operation) === group),
      ),
    ),
    '',
  ].join('\n')
}

const gradeOf = ({ id }: CatalogOperation): string => courseAdministration().grades.ofOperation(id)

function sectionOf(group: string, samples: readonly OperationSample[]): string[] {
  const resources = [...new Set(samples.map(({ operation }) => operation.resource))]
  return ['', `## ${group}`, ...resources.flatMap(dataOf), '', ...samples.map(lineOf)]
}

function dataOf({ name, operations, acts, recipe }: Resource): string[] {
  const writing = Object.entries(operations).filter(([, { method }]) => method !== 'GET')
  const methods = [
    ...writing.map(([id]) => `\`${id}\``),
    ...Object.keys(acts).map((id) => `\`act.${camel(id)}\``),
    ...(recipe ? [`\`given('${name}')\``] : []),
    ...(recipe && recipe.rowCounts.medium > 0 ? ['seeded'] : []),
  ]
  return ['', `\`${name}\`: ${methods.join(', ') || 'derived from other records'}`]
}

function lineOf({ operation, events }: OperationSample): string {
  const { id, method, path, query, body, scopes, flag, beta, deprecated } = operation
  const { cursor, per_page, page, ...filters } = query
  const isPaged = (cursor ?? per_page ?? page) !== undefined
  const parts = [
    ...namesOf('query', filters, isPaged ? ['pages'] : []),
    ...namesOf('body', body ?? {}),
    ...(events.length > 0 ? [`events ${events.map((event) => `\`${event}\``).join(', ')}`] : []),
    `scopes ${formatScopes(scopes)}`,
    ...(flag === undefined ? [] : [`flag ${flag}`]),
    ...(gradeOf(operation) === 'reference' ? ['_reference_'] : []),
    ...(beta ? ['beta'] : []),
    ...(deprecated ? ['deprecated'] : []),
  ]
  return `- \`${id}\` \`${method} ${path}\`: ${parts.join('; ')}`
}

function namesOf(kind: string, shape: Shape, more: readonly string[] = []): string[] {
  const names = Object.entries(shape).map(
    ([name, { spec }]) => `\`${name}${spec.required ? '*' : ''}\``,
  )
  return names.length + more.length > 0 ? [`${kind} ${[...names, ...more].join(', ')}`] : []
}
