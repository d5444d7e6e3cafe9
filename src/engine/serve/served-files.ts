/**
 * Files that the service serves below its base URL besides the API, such as pictures.
 *
 * The address of a file contains everything that determines its content. A request for a file therefore needs no
 * token and no instance. It leaves no journal entry, counts for no rate limit, and no fault hits it.
 */

/** A file as its response contains it. */
export interface ServedFile {
  readonly contentType: string
  readonly text: string
}

/** The files of a service. */
export interface ServedFiles {
  /** The start of their paths below the base URL, such as `/pictures/`. */
  readonly prefix: string
  /** Returns the file at a path; undefined if there is none. */
  read(path: string): ServedFile | undefined
}

export interface FileContext {
  /** The pathname of the base URL, such as `/api/v1`; empty for a base URL without a path. */
  readonly basePath: string
  /** Undefined if the service serves no files. */
  readonly files: ServedFiles | undefined
}

/** A file depends on nothing but its address: each page may show it, and a browser never asks twice. */
const headers = {
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

/** Returns the response to a request for a file; undefined for another request. */
export function fileResponse(
  { method, url }: Pick<Request, 'method' | 'url'>,
  { basePath, files }: FileContext,
): Response | undefined {
  if (!files || !url.includes(files.prefix) || (method !== 'GET' && method !== 'HEAD'))
    return undefined
  const { pathname } = new URL(url)
  if (!pathname.startsWith(basePath + files.prefix)) return undefined
  const file = files.read(pathname.slice(basePath.length))
  if (!file) return undefined
  const body = method === 'HEAD' ? null : file.text
  return new Response(body, { headers: { ...headers, 'content-type': file.contentType } })
}
