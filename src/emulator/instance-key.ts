/** How a call says which world it means, where one address serves several. */
import type { Emulator } from './emulator-api.ts'
import { contextOf } from './emulator.ts'

/** A header that names a world, for calls that carry no token of it. */
export const instanceHeader = 'x-emulator-instance'

/** The instance key that a request names: by the header, or by what stands before its token. */
export function instanceKeyIn({ headers }: Request): string | undefined {
  const keyInHeader = headers.get(instanceHeader)
  if (keyInHeader !== null) return keyInHeader
  return /^Bearer +([\w-]+)~/i.exec(headers.get('authorization') ?? '')?.[1]
}

/** The instance key of an emulator; empty for an emulator without one. */
export const instanceKeyOf = (emulator: Emulator): string =>
  contextOf(emulator).settings.instanceKey
