/**
 * Converts tokens between the form that clients send and the form that the emulator stores.
 *
 * A sent token has the instance key, where one address serves several emulators. The token of the
 * administrator is stored under a fixed text, so that a saved world does not contain the option `token`.
 */
import type { Settings } from './context.ts'

/** The token of a new emulator. It has every scope and belongs to the administrator. */
export const tokenDefault = 'course-admin-token'

type TokenSettings = Pick<Settings, 'instanceKey' | 'token'>

/** The token as the emulator stores it; undefined for the default token if the emulator has another one. */
export function storedTokenOf(
  sent: string,
  { instanceKey, token }: TokenSettings,
): string | undefined {
  const hasKey = instanceKey !== '' && sent.startsWith(`${instanceKey}~`)
  const bare = hasKey ? sent.slice(instanceKey.length + 1) : sent
  if (bare === token) return tokenDefault
  return bare === tokenDefault ? undefined : bare
}

/** The token as clients send it: with the instance key, if the emulator has one. */
export function sentTokenOf(stored: string, { instanceKey, token }: TokenSettings): string {
  const bare = stored === tokenDefault ? token : stored
  return instanceKey === '' ? bare : `${instanceKey}~${bare}`
}
