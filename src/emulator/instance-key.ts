/** How a call says which world it means, where one address serves several. */

/** A header that names a world, for calls that carry no token of it. */
export const worldHeader = 'x-emulator-world'

/** The world key that a request names: by the header, or by what stands before its token. */
export function worldKeyIn({ headers }: Request): string | undefined {
  const named = headers.get(worldHeader)
  if (named !== null) return named
  return /^Bearer +([\w-]+)~/i.exec(headers.get('authorization') ?? '')?.[1]
}
