/** Walks a list by its Link header, as a client does. */
import type { Emulator } from 'course-admin-emulator'

export type Get = (path: string) => Promise<Response>

export interface PageWalk {
  /** The rows of each page. */
  readonly pages: readonly (readonly unknown[])[]
  /** The URL of the last page. */
  readonly last: string
}

/** Follows one relation to the end; an endless walk throws. */
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

/** The path of a relation below the base URL. */
export function linkOf(response: Response, relation: string): string | undefined {
  const links = response.headers.get('link') ?? ''
  const url = RegExp(`<([^>]+)>; rel="${relation}"`).exec(links)?.[1]
  return url?.replace(/^.*?\/api\/v1/, '')
}

/** The ids in a list, and the response. */
export async function idsAt(emulator: Emulator, path: string): Promise<[number[], Response]> {
  const response = await emulator.fetch(path, { headers: emulator.headers })
  const rows = (await response.json()) as { id: number }[]
  return [rows.map(({ id }) => id), response]
}
