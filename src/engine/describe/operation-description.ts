/** Describes resources, groups of operations, operations and events in Markdown, from what they declare. */
import type { Behaviour } from '../define/behaviour.ts'
import type { ResponseContent } from '../define/presenters.ts'
import type { Resource } from '../define/resource.ts'
import { type Catalog, type CatalogOperation, groupOf } from '../model/catalog.ts'

/** What a successful call of an operation relied on and emitted. */
export interface PerformedCall {
  readonly behaviours: Iterable<Behaviour>
  readonly events: readonly string[]
}

/** Describes an operation: its response, its record, its flag, its rules and the events of its example. */
export function operationDescription(
  { presenter: { content }, resource, flag, rules }: CatalogOperation,
  { resources }: Catalog,
  { behaviours, events }: PerformedCall,
): string {
  const answered = 'resource' in content ? resources.get(content.resource) : undefined
  const statements = [...new Set([...rules, ...behaviours])].map((rule) => `- ${ruleText(rule)}`)
  const eventNames = events.map((event) => `\`${event}\``)
  return [
    responseText(content, answered),
    resourceText(answered ?? resource),
    ...(flag === undefined ? [] : [`It requires the feature flag "${flag}".`]),
    ...(statements.length > 0 ? [`Rules:\n\n${statements.join('\n')}`] : []),
    ...(eventNames.length > 0 ? [`The example emits ${eventNames.join(', ')}.`] : []),
  ].join('\n\n')
}

function responseText(content: ResponseContent, answered: Resource | undefined): string {
  const name = answered && `\`${answered.singular}\``
  switch (content.kind) {
    case 'record':
      return `Returns one record of the type ${name}.`
    case 'page':
      return `Returns a page of records of the type ${name}.`
    case 'records':
      return `Returns all records of the type ${name}.`
    case 'items':
      return content.paged ? 'Returns a page of items.' : 'Returns a list of items.'
    case 'shape':
      return 'Returns an object.'
    case 'done':
      return 'Returns a success message.'
    case 'nothing':
      return 'Returns no body.'
  }
}

const ruleText = ({ id, summary, assumption }: Behaviour): string =>
  `\`${id}\`${assumption ? ' (assumption)' : ''}: ${summary}`

const resourceText = ({ singular, description }: Resource): string =>
  `\`${singular}\`: ${description.charAt(0).toLowerCase()}${description.slice(1)}`

/** Describes a group by its resources, or by those of its operations if it has none. */
export function groupDescription(group: string, { resources, operations }: Catalog): string {
  const own = [...resources.values()].filter((resource) => resource.group === group)
  const used = [...operations.values()].filter((operation) => groupOf(operation) === group)
  const described = own.length > 0 ? own : used.map(({ resource }) => resource)
  return [...new Set(described)].map(resourceText).join(' ')
}

export const eventDescription = ({ name }: Resource): string =>
  `An event of the resource \`${name}\`. A webhook with this event gets a POST request.`
