/** How a call says which world it means, where one address serves several. */

/** A header that names a world, for calls that carry no token of it. */
export const instanceHeader = 'x-emulator-instance'

/** The instance key that a request names: by the header, or by what stands before its token. */
export function instanceKeyIn({ headers }: Request): string | undefined {
  const keyInHeader = headers.get(instanceHeader)
  if (keyInHeader !== null) return keyInHeader
  return /^Bearer +([\w-]+)~/i.exec(headers.get('authorization') ?? '')?.[1]
}
