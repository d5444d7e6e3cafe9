/** Parses the hash of the page's address. */

export interface ViewRoute {
  /** The id of the view, then the selected item. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
  /** Whether the path is not correctly percent-encoded. The path then has its encoded text. */
  readonly isMalformed: boolean
}

/** @param hash the hash without `#` and without the slash at its start */
export function parseRouteHash(hash: string): ViewRoute {
  const [path = '', query = ''] = hash.split('?')
  const encoded = path.split('/').filter(Boolean)
  const parts = decodeParts(encoded)
  return {
    path: encoded.length > 0 ? (parts ?? encoded) : ['story'],
    query: new URLSearchParams(query),
    isMalformed: parts === undefined,
  }
}

function decodeParts(encoded: readonly string[]): readonly string[] | undefined {
  try {
    return encoded.map(decodeURIComponent)
  } catch {
    return undefined
  }
}
