/** Copies JSON values without a text between, and writes JSON as ASCII. */

/** Returns a deep copy that equals `JSON.parse(JSON.stringify(value))`; undefined for undefined. */
export function copyJson(value: unknown): unknown {
  // Note: JSON has neither -0 nor infinite numbers.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => copyJson(item) ?? null)
  if ('toJSON' in value) return JSON.parse(JSON.stringify(value))
  const copy: Record<string, unknown> = { ...value }
  for (const key in copy) {
    const part = copy[key]
    if (typeof part === 'string') continue
    const copied = copyJson(part)
    if (copied === undefined) delete copy[key]
    else copy[key] = copied
  }
  return copy
}

/** Escapes JSON text to printable ASCII. */
export const toAsciiJson = (json: string): string =>
  json.replaceAll(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
