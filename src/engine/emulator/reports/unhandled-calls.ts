/** The error that fails a test after calls that match no operation. */
import { EmulatorError, type EmulatorErrorDetails } from '../../errors/errors.ts'
import type { StoredRequest } from '../../serve/call.ts'
import { hasDoubledBasePath } from '../../serve/checks.ts'
import type { EmulatorContext } from '../context.ts'
import { isUnhandled } from './request-entries.ts'

/** Throws if there are unhandled calls. */
export function assertNoUnhandled(details: EmulatorErrorDetails | undefined): void {
  if (details) throw new EmulatorError('unhandled_call', details)
}

/** The unhandled calls with the nearest operations, as an error; undefined if there are none. */
export function describeUnhandledCalls(context: EmulatorContext): EmulatorErrorDetails | undefined {
  const unhandled = context.journal.entries().filter(isUnhandled)
  if (unhandled.length === 0) return undefined
  const isDoubled = unhandled.some(({ path }) => hasDoubledBasePath(context.basePath, path))
  return {
    action: `answer ${unhandled.map(callLine).join(' and ')}`,
    reason: 'the service has no such operation',
    advice:
      adviceForUnhandled(unhandled) +
      (isDoubled ? ` \`baseUrl\` already ends in ${context.basePath}.` : ''),
  }
}

const callLine = ({ method, path }: StoredRequest): string => `${method} ${path}`

function adviceForUnhandled(unknown: readonly StoredRequest[]): string {
  const near = [...new Set(unknown.flatMap((entry) => entry.nearest ?? []))]
  return near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Check the method and the path.'
}
