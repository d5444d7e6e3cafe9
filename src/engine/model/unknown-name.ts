/** The errors for an unknown name of a catalog, with the name for a common guess. */
import { type EmulatorError, textOf, unknownNameError } from '../errors/errors.ts'
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

/** Creates the error for an unknown name, such as that of an act. */
export function unknownInCatalog(
  kind: 'resource' | 'act' | 'event' | 'operation',
  name: unknown,
  known: Iterable<string>,
  catalog: Pick<Catalog, 'aliases' | 'operations'>,
  action?: string,
): EmulatorError {
  const names = [...known]
  const text = textOf(name)
  const operation = kind === 'operation' ? operationAt(text, catalog) : undefined
  const suggestion = operation ?? aliasedName(text, names, catalog.aliases)
  return unknownNameError(kind, name, names, action, suggestion)
}

/** Creates the error for an unknown resource. */
export const unknownResourceError = (
  name: unknown,
  catalog: Pick<Catalog, 'aliases' | 'operations' | 'resources'>,
  action?: string,
): EmulatorError => unknownInCatalog('resource', name, catalog.resources.keys(), catalog, action)
