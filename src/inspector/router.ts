/** The route of the page: the view and the selected item, from the hash of the address. */
import { computed, signal } from '@preact/signals'
import { parseRouteHash, type ViewRoute } from './route-hash.ts'

const readHash = (): string => location.hash.replace(/^#\/?/, '')

const hash = signal(readHash())
addEventListener('hashchange', () => (hash.value = readHash()))

export const currentRoute = computed<ViewRoute>(() => parseRouteHash(hash.value))

export const linkTo = (...path: readonly (string | number)[]): string =>
  `#/${path.map((part) => encodeURIComponent(part)).join('/')}`

/** Links to another item of the view, with the query of the current address, such as a filter. */
export function linkBeside(...path: readonly (string | number)[]): string {
  const query = currentRoute.value.query.toString()
  return query === '' ? linkTo(...path) : `${linkTo(...path)}?${query}`
}

/** Sets a part of the query of the address, or removes it for an empty text. The history has no new entry. */
export function setQuery(name: string, value: string): void {
  const { path, query } = currentRoute.peek()
  const changed = new URLSearchParams(query)
  if (value === '') changed.delete(name)
  else changed.set(name, value)
  const text = changed.toString()
  history.replaceState(null, '', text === '' ? linkTo(...path) : `${linkTo(...path)}?${text}`)
  hash.value = readHash()
}

export function navigate(...path: readonly (string | number)[]): void {
  location.hash = linkTo(...path)
}

export function navigateBeside(...path: readonly (string | number)[]): void {
  location.hash = linkBeside(...path)
}
