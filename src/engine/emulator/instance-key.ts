/** The instance key: how a request selects one of several emulators at the same address. */
import { contextOf } from './emulator.ts'
import type { Emulator } from './emulator-api.ts'

/** The header that selects an instance, for requests without a token of the instance. */
export const instanceHeader = 'x-emulator-instance'

/** The instance key of a request: the header, or the prefix of its token. */
export function instanceKeyIn({ headers }: Pick<Request, 'headers'>): string | undefined {
  const keyInHeader = headers.get(instanceHeader)
  if (keyInHeader !== null) return keyInHeader
  return /^Bearer +([\w-]+)~/i.exec(headers.get('authorization') ?? '')?.[1]
}

/** The instance key of an emulator; empty if it has none. */
export const instanceKeyOf = (emulator: Emulator): string =>
  contextOf(emulator).settings.instanceKey
