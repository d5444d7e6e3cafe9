/** Loads what a view shows, and loads it again when something happened. */
import { useEffect, useState } from 'preact/hooks'
import { ApiError, showToast } from './api-client.ts'

export interface Loaded<T> {
  readonly value: T | undefined
  /** Why there is nothing to show: what was asked for is not there, or not any more. */
  readonly missing: string | undefined
  readonly loading: boolean
  reload(): void
}

interface State<T> {
  readonly key: string
  readonly value?: T
  readonly missing?: string
}

/** `key` says what is loaded: another key, another load. The old value stands until the new is there. */
export function useLoaded<T>(key: string, load: () => Promise<T>, tick = 0): Loaded<T> {
  const [state, setState] = useState<State<T> | undefined>()
  const [loading, setLoading] = useState(true)
  const [reloads, setReloads] = useState(0)
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
          showToast(error.message, true)
        }
      })
      .finally(() => isCurrent && setLoading(false))
    return () => {
      isCurrent = false
    }
  }, [key, tick, reloads])
  const { value, missing }: Partial<State<T>> = state?.key === key ? state : {}
  return { value, missing, loading, reload: () => setReloads((count) => count + 1) }
}
