/** Loads the data of a view, and loads it again after a change. */
import { useEffect, useState } from 'preact/hooks'
import { ApiError, get } from './api-client.ts'
import { refreshTick } from './live-feed.ts'
import { showError } from './toast.ts'

interface Loaded<T> {
  readonly value: T | undefined
  /** The message of a 404 response. */
  readonly missing: string | undefined
  readonly loading: boolean
  reload(): void
}

interface State<T> {
  readonly key: string
  readonly value?: T
  readonly missing?: string
}

/**
 * Loads a value whenever `key` or `tick` changes. After a change of `tick`, the old value stays until the new
 * value is loaded.
 */
export function useLoaded<T>(key: string, load: () => Promise<T>, tick?: unknown): Loaded<T> {
  const [state, setState] = useState<State<T> | undefined>()
  const [loading, setLoading] = useState(true)
  const [reloads, setReloads] = useState(0)
  const reload = (): void => setReloads((count) => count + 1)
  useEffect(() => {
    let isCurrent = true
    setLoading(true)
    load()
      .then((value) => isCurrent && setState({ key, value }))
      .catch((error: Error) => {
        if (!isCurrent) return
        if (error instanceof ApiError && error.status === 404) {
          setState({ key, missing: error.message })
        } else {
          showError(error, reload)
        }
      })
      .finally(() => isCurrent && setLoading(false))
    return () => {
      isCurrent = false
    }
  }, [key, tick, reloads])
  const { value, missing }: Partial<State<T>> = state?.key === key ? state : {}
  return { value, missing, loading, reload }
}

/** Loads the response of a route, and loads it again shortly after rows or the journal changed. */
export const useRoute = <T>(path: string): Loaded<T> =>
  useLoaded(path, () => get<T>(path), refreshTick.value)
