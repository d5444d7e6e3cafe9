/** Removes secrets from requests, answers and acts before the journal and the reports show them. */

const redacted = '[redacted]'
const withheld = '(not shown: it names a secret and cannot be parsed)'

/** The ends of the names whose values are secrets, such as `access_token`. */
const secretEnd = '(?:token|secret|password|api[_-]?key|authorization)s?'
const secretName = new RegExp(`${secretEnd}$`, 'i')
const namedSecret = new RegExp(`${secretEnd}(?![\\w-])`, 'i')

/** Matches each text that can name a secret, also with encoded letters. Other texts are not parsed. */
const suspicious = /token|secret|password|api[_-]?key|authorization|bearer|\\u00[2-7]|%[24-7]/i

/**
 * The secret of a text that is not JSON: `token: abc`, `token="a b"`, `token abc1`, `Bearer abc`. A word
 * of letters after a space is no secret: `token is wrong`.
 */
// Note: the bounds keep the time linear for hostile texts.
const secretOfText = new RegExp(
  `((?:${secretEnd}(?:\\[\\w{0,20}\\]){0,3}["']?(?:\\s{0,9}[:=]\\s{0,9}(?:bearer\\s{1,9})?|\\s{1,9}(?=\\S*[^a-z\\s.,;:!?]))|bearer\\s{1,9}))` +
    `("(?:[^"\\\\]|\\\\.)*"?|'[^']*'?|[^\\s,;]+)`,
  'gi',
)

/** A form, a query or a URL: it starts with a name or a path. */
const isForm = /^[^\s=&"'<>{}:,]*(?::\/\/[^\s=&"'<>{}]*)?=/

/** Whether the value of a name is a secret. A part is sufficient: `token[]`, `user[token]`. */
const isSecretName = (name: string): boolean =>
  name.split(/[[\].]/).some((part) => secretName.test(part.trim()))

/**
 * Returns a body, the answer of a receiver or the message of an error without secrets: JSON, a form, a
 * URL, or another text. Damaged JSON, XML and HTML are replaced if they name a secret.
 */
export function redactText(text: string): string {
  if (!suspicious.test(text)) return text
  if (isForm.test(text)) return redactUrl(text)
  const json = redactJson(text)
  if (json !== undefined) return json
  if (/^\s*["[{<]/.test(text)) return namedSecret.test(decodeEscapes(text)) ? withheld : text
  return text
    .replaceAll(/\S+/g, (word) => (word.includes('=') ? redactUrl(word) : word))
    .replaceAll(secretOfText, `$1${redacted}`)
}

/** Headers whose values are secrets, besides those with the name of a secret. */
const secretHeader = /signature|cookie|authenticate/i

/** Returns headers without tokens, signatures and cookies. */
export const redactHeaders = (
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      secretHeader.test(name) || isSecretName(name) ? redacted : redactText(value),
    ]),
  )

/** Returns a URL, a path or a form whose values with the name of a secret are replaced. */
export const redactUrl = (text: string): string =>
  suspicious.test(text) ? text.split('&').map(redactPair).join('&') : text

function redactPair(pair: string): string {
  let start = 0
  for (const { index } of pair.matchAll(/=/g)) {
    const isSecret =
      isSecretName(decodeForm(lastName(pair.slice(start, index)))) ||
      (start === 0 && hidesSecret(pair.slice(index + 1)))
    if (isSecret) return pair.slice(0, index + 1) + redacted
    start = index + 1
  }
  return pair
}

/** The name at the end of the text before a `=`. */
const lastName = (text: string): string => text.slice(text.search(/[^?#;&]*$/))

/** Whether an encoded value is JSON, a form or a URL that names a secret. */
function hidesSecret(value: string): boolean {
  const decoded = decodeForm(value)
  if (decoded === value || !suspicious.test(decoded)) return false
  const json = redactJson(decoded)
  return json === undefined
    ? decoded
        .split('=')
        .slice(0, -1)
        .some((part) => isSecretName(lastName(part)))
    : json !== decoded
}

/** Returns a value whose parts with the name of a secret are replaced, also in its texts. */
export function redactParts<T>(value: T): T {
  if (typeof value === 'string') return redactNested(value) as T
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Array.isArray(value)) return value.map(redactParts) as T
  const parts = Object.entries(value).map(([name, part]) => [
    name,
    isSecretName(name) && part !== undefined && part !== null
      ? redacted
      : redactParts(part as unknown),
  ])
  return Object.fromEntries(parts) as T
}

/** Returns the text of a value without the secrets of the JSON, the form or the URL in it. */
const redactNested = (text: string): string =>
  suspicious.test(text) ? (redactJson(text) ?? redactUrl(text)) : text

/** Returns undefined for a text that is not JSON. A text without secrets keeps its format. */
function redactJson(text: string): string | undefined {
  if (!/^\s*["[{]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    const shown = JSON.stringify(redactParts(value))
    return shown === JSON.stringify(value) ? text : shown
  } catch {
    // Note: too many levels exhaust the stack, which is an error too.
    return undefined
  }
}

const decodeEscapes = (text: string): string =>
  text.replaceAll(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

/** Decodes each correct part of a text, also twice or three times encoded, so that no encoding hides a name. */
function decodeForm(text: string): string {
  const decode = (encoded: string): string =>
    encoded.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(parseInt(hex, 16)),
    )
  return decode(decode(decode(text.replaceAll('+', ' '))))
}
