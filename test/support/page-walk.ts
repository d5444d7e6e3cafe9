/** Walks a list by its Link header, as a client would. */

export type Get = (path: string) => Promise<Response>

export interface PageWalk {
  /** The rows of each page. */
  readonly pages: readonly (readonly unknown[])[]
  /** Where the last page stands. */
  readonly last: string
}

/** Follows one relation until there is no more; a walk without end is an error. */
export async function walkPages(
  get: Get,
  path: string,
  relation: 'next' | 'prev',
): Promise<PageWalk> {
  const pages: unknown[][] = []
  let last = path
  for (let next: string | undefined = path; next !== undefined;) {
    if (pages.length > 1_000) throw new Error(`${path} has no end`)
    const response = await get(next)
    if (response.status !== 200)
      throw new Error(`${next}: ${response.status} ${await response.text()}`)
    pages.push((await response.json()) as unknown[])
    last = next
    next = linkOf(response, relation)
  }
  return { pages, last }
}

/** The path below the base address to which a relation leads. */
export function linkOf(response: Response, relation: string): string | undefined {
  const links = response.headers.get('link') ?? ''
  const url = RegExp(`<([^>]+)>; rel="${relation}"`).exec(links)?.[1]
  return url?.replace(/^.*?\/api\/v1/, '')
}
