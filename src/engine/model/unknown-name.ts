/** The errors for an unknown name of a catalog, with the name for a common guess. */
import { type EmulatorError, textOf, unknownNameError } from '../errors/errors.ts'
import { aliasedName } from '../errors/near-names.ts'
import type { Catalog } from './catalog.ts'

/** Creates the error for an unknown name, such as that of an act. */
export function unknownInCatalog(
  kind: 'resource' | 'act' | 'event' | 'operation',
  name: unknown,
  known: Iterable<string>,
  { aliases }: Pick<Catalog, 'aliases'>,
  action?: string,
): EmulatorError {
  const names = [...known]
  return unknownNameError(kind, name, names, action, aliasedName(textOf(name), names, aliases))
}

/** Creates the error for an unknown resource. */
export const unknownResourceError = (
  name: unknown,
  catalog: Pick<Catalog, 'aliases' | 'resources'>,
  action?: string,
): EmulatorError => unknownInCatalog('resource', name, catalog.resources.keys(), catalog, action)
