/** Adds the instance key to a token and removes it, where one address serves several emulators. */
import type { Settings } from './context.ts'

/** The token as the emulator stores it: without the instance key. */
export const withoutInstanceKey = (token: string, { instanceKey }: Settings): string =>
  instanceKey && token.startsWith(`${instanceKey}~`) ? token.slice(instanceKey.length + 1) : token

/** The token as clients send it: with the instance key, if the emulator has one. */
export const withInstanceKey = (token: string, { instanceKey }: Settings): string =>
  instanceKey ? `${instanceKey}~${token}` : token
