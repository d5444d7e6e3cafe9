/** The error for an unknown resource, with the resource for a common guess. */
import { type EmulatorError, textOf, unknownNameError } from '../errors/errors.ts'

/** The known resources, and the resources for common guesses. */
interface KnownResources {
  readonly resources: ReadonlyMap<string, unknown>
  readonly resourceAliases: Readonly<Record<string, string>>
}

/** Creates the error for an unknown resource. */
export function unknownResourceError(
  name: unknown,
  { resources, resourceAliases }: KnownResources,
  action?: string,
): EmulatorError {
  const guess = textOf(name).toLowerCase()
  const alias = Object.hasOwn(resourceAliases, guess) ? resourceAliases[guess] : undefined
  return unknownNameError('resource', name, resources.keys(), action, alias)
}
