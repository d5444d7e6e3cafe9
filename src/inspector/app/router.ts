/** The route of the page: the view and the selected item, from the hash of the address. */
import { computed, signal } from '@preact/signals'

const readHash = (): string => location.hash.replace(/^#\/?/, '')

const hash = signal(readHash())
addEventListener('hashchange', () => (hash.value = readHash()))

export interface ViewRoute {
  /** The id of the view, then the selected item. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

export const currentRoute = computed<ViewRoute>(() => {
  const [path = '', query = ''] = hash.value.split('?')
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent)
  return { path: parts.length > 0 ? parts : ['timeline'], query: new URLSearchParams(query) }
})

export const linkTo = (...path: readonly (string | number)[]): string =>
  `#/${path.map((part) => encodeURIComponent(part)).join('/')}`

export function navigate(...path: readonly (string | number)[]): void {
  location.hash = linkTo(...path)
}
