/** The errors for an unknown name of a catalog, with the name for a common guess. */
import { EmulatorError, textOf, unknownNameError } from '../errors/errors.ts'
import { aliasedName } from '../errors/near-names.ts'
import type { Catalog } from './catalog.ts'

/** The id of the operation that a text such as `GET /users/1` means. */
function operationAt(
  text: string,
  { operations }: Pick<Catalog, 'operations'>,
): string | undefined {
  const [method = '', path = ''] = text.split(' ')
  const segments = path.split('/')
  const matches = [...operations.values()].filter(
    (operation) =>
      operation.method === method.toUpperCase() && isPathOf(segments, operation.path.split('/')),
  )
  return (matches.find((operation) => operation.path === path) ?? matches[0])?.id
}

const isPathOf = (given: readonly string[], path: readonly string[]): boolean =>
  given.length === path.length &&
  path.every((segment, i) => segment.startsWith('{') || segment === given[i])

/** Where the names of operations and those of events belong. */
const otherPlaces = {
  operation: 'Calls have operations: use `toHaveReceived`, `received`, or `operation` of a fault.',
  event: 'Deliveries have events: use `toHaveDelivered`, `delivered`, or `event` of a fault.',
} as const

function otherKindOf(
  kind: string,
  name: string,
  { operations, events }: Pick<Catalog, 'operations' | 'events'>,
): keyof typeof otherPlaces | undefined {
  if (kind === 'operation' && events.includes(name)) return 'event'
  return kind === 'event' && operations.has(name) ? 'operation' : undefined
}

/** Creates the error for an unknown name, such as that of an act. */
export function unknownInCatalog(
  kind: 'resource' | 'act' | 'event' | 'operation',
  name: unknown,
  known: Iterable<string>,
  catalog: Pick<Catalog, 'aliases' | 'events' | 'operations'>,
  action?: string,
): EmulatorError {
  const names = [...known]
  const text = textOf(name)
  const other = otherKindOf(kind, text, catalog)
  if (other !== undefined)
    return new EmulatorError(`unknown_${kind}`, {
      action: action ?? `find the ${kind} "${text}"`,
      reason: `"${text}" is an ${other}, and no ${kind}`,
      advice: otherPlaces[other],
    })
  const operation = kind === 'operation' ? operationAt(text, catalog) : undefined
  const suggestion = operation ?? aliasedName(text, names, catalog.aliases)
  return unknownNameError(kind, name, names, action, suggestion)
}

/** Creates the error for an unknown resource. */
export const unknownResourceError = (
  name: unknown,
  catalog: Pick<Catalog, 'aliases' | 'events' | 'operations' | 'resources'>,
  action?: string,
): EmulatorError => unknownInCatalog('resource', name, catalog.resources.keys(), catalog, action)
