/** Removes secrets from requests and acts before the journal stores them. */

/** The ends of the names whose values are secrets, such as `access_token`. */
const secretNames = /token|secret|password|api_key/i

// Note: the bounds keep the time linear for hostile texts.
const secretQueryValue =
  /([?&][\w-]{0,40}(?:token|secret|password|api_key)(?:\[\w{0,10}\])?=)[^&]*/gi
const secretJsonValue =
  /("[\w-]{0,40}(?:token|secret|password|api_key)"\s{0,10}:\s{0,10})"(?:[^"\\]|\\.)*(?:"|\\?$)/gi

/** Returns a path whose query values with the name of a secret are replaced. */
export const redactQuery = (path: string): string =>
  secretNames.test(path) ? path.replace(secretQueryValue, '$1[redacted]') : path

/** Returns a JSON text, or its start, whose strings with the name of a secret are replaced. */
export const redactBody = (text: string): string =>
  secretNames.test(text) ? text.replace(secretJsonValue, '$1"[redacted]"') : text

const isSecretName = (name: string): boolean =>
  /(?:token|secret|secrets|password|api_key)$/i.test(name)

/** Returns a value whose parts with the name of a secret are replaced. */
export function redactParts<T>(value: T): T {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Array.isArray(value)) return value.map(redactParts) as T
  const parts = Object.entries(value).map(([name, part]) => [
    name,
    isSecretName(name) && part !== undefined ? '[redacted]' : redactParts(part as unknown),
  ])
  return Object.fromEntries(parts) as T
}
