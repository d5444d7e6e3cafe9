/** Whether the `fetch` of the host still is the one that the emulator intercepts. */
import { isWatched } from '../../clock/fake-timers/host-use.ts'

/** The `fetch` of the host, which a library for mocks marks. */
interface HostFetch {
  readonly fetch?: { readonly mock?: unknown }
}

const current = (): HostFetch['fetch'] => (globalThis as HostFetch).fetch

let intercepted: HostFetch['fetch']

/** Notes the `fetch` that an interceptor has set. */
export const noteInterceptedFetch = (): void => void (intercepted = current())

export const forgetInterceptedFetch = (): void => void (intercepted = undefined)

/** Whether a test replaced `fetch` with a mock or with a function of its own. */
export function isFetchReplaced(): boolean {
  const fetch = current()
  if (fetch && isWatched(fetch)) return false
  return fetch?.mock !== undefined || (intercepted !== undefined && fetch !== intercepted)
}
