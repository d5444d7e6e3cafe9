/** Creates elements, and formats dates and prices. */

type Child = Node | string | false | undefined

/** Creates an element with attributes and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value)
  created.append(...children.filter((child) => child !== false && child !== undefined))
  return created
}

const dates = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const prices = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: 0,
})

export function dateRange(start: string | null, end: string | null): string {
  if (start === null) return 'At any time'
  const [from, until] = [new Date(start), new Date(end ?? start)]
  return from < until ? dates.formatRange(from, until) : dates.format(from)
}

export const price = (cost: string | null): string =>
  cost === null ? 'Free' : prices.format(Number(cost))

/** The paragraphs of an HTML text, without its tags. */
export const paragraphs = (html: string): HTMLElement[] =>
  [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('p')].map(
    ({ textContent }) => element('p', {}, textContent ?? ''),
  )
