/** Loads what a view shows, and loads it again when something happened. */
import { useEffect, useState } from 'preact/hooks'
import { say } from './calling.ts'

export interface Loaded<T> {
  readonly value: T | undefined
  readonly loading: boolean
  reload(): void
}

/** `key` says what is loaded: another key, another load. The old value stands until the new is there. */
export function useLoaded<T>(key: string, load: () => Promise<T>, tick = 0): Loaded<T> {
  const [state, setState] = useState<{ key: string; value: T } | undefined>()
  const [loading, setLoading] = useState(true)
  const [again, setAgain] = useState(0)
  useEffect(() => {
    let isCurrent = true
    setLoading(true)
    load()
      .then((value) => isCurrent && setState({ key, value }))
      .catch((error: unknown) => isCurrent && say((error as Error).message, true))
      .finally(() => isCurrent && setLoading(false))
    return () => {
      isCurrent = false
    }
  }, [key, tick, again])
  const value = state?.key === key ? state.value : undefined
  return { value, loading, reload: () => setAgain((before) => before + 1) }
}
