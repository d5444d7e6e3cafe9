/** The route of the page: the view and the selected item, from the hash of the address. */
import { computed, signal } from '@preact/signals'
import { parseRouteHash, type ViewRoute } from './route-hash.ts'

const readHash = (): string => location.hash.replace(/^#\/?/, '')

const hash = signal(readHash())
addEventListener('hashchange', () => (hash.value = readHash()))

export const currentRoute = computed<ViewRoute>(() => parseRouteHash(hash.value))

export const linkTo = (...path: readonly (string | number)[]): string =>
  `#/${path.map((part) => encodeURIComponent(part)).join('/')}`

export function navigate(...path: readonly (string | number)[]): void {
  location.hash = linkTo(...path)
}
