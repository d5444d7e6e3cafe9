/** Builds HTML from templates. Every value is escaped, unless it is HTML from another template. */

/** HTML that needs no escaping. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Html | readonly Value[] | undefined | null | false

/**
 * Creates HTML. An `undefined`, `null` or `false` value is left out.
 *
 * @example
 * html`<td>${text}</td>`
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  let text = parts[0] as string
  values.forEach((value, i) => (text += textOf(value) + (parts[i + 1] as string)))
  return new Html(text)
}

function textOf(value: Value): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(textOf).join('')
  return value === undefined || value === null || value === false ? '' : escapeMarkup(String(value))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Escapes a text for HTML and XML, and removes the characters that XML does not allow. */
export const escapeMarkup = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replaceAll(/[&<>"]/g, (character) => entities[character] as string)
