/** Which view is shown, and what of it: said by the part of the address behind the #. */
import { computed, signal } from '@preact/signals'

const readHash = (): string => location.hash.replace(/^#\/?/, '')

const hash = signal(readHash())
addEventListener('hashchange', () => (hash.value = readHash()))

export interface ViewRoute {
  /** The view, then what is chosen in it. */
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
