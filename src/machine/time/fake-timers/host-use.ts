/** Detects an integration that uses the network or the time of the host and not those of its connection. */
import { EmulatorError } from '../../errors.ts'

const watchedNames = ['fetch', 'setTimeout', 'setInterval'] as const
type WatchedName = (typeof watchedNames)[number]
type AnyFunction = (...input: never[]) => unknown

// Note: captured when the module loads. Fake timers that were installed later are not those of the host.
const natives: Readonly<Record<WatchedName, AnyFunction>> = {
  fetch: globalThis.fetch,
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
}

/** Why a use is refused, with what to use in its place and where it happened. */
const useError = (name: WatchedName, stack: string): EmulatorError => {
  const substitute = name === 'fetch' ? 'fetch' : 'sleep'
  return new EmulatorError('host_use', {
    action: 'explore the integration',
    reason: `it uses the global \`${name}\``,
    advice: `Pass it \`${substitute}\` of the connection${
      name === 'fetch' ? '' : ', or share fake timers with `shareTime`'
    }.\n${stack}`,
  })
}

export interface HostUseWatch {
  /** Ends the watch and returns the first use; undefined if there was none. */
  stop(): EmulatorError | undefined
}

/** Watches the globals. A call of `fetch` is refused, because it would reach the network. */
export function watchHostUse(): HostUseWatch {
  let found: EmulatorError | undefined
  const watched = watchedNames.filter((name) => globalThis[name] === natives[name])
  for (const name of watched) {
    replaceGlobal(name, (...input) => {
      const error = useError(name, callerStack())
      found ??= error
      return name === 'fetch' ? Promise.reject(error) : natives[name](...input)
    })
  }
  return {
    stop() {
      for (const name of watched) replaceGlobal(name, natives[name])
      return found
    },
  }
}

function replaceGlobal(name: WatchedName, value: AnyFunction): void {
  ;(globalThis as Record<string, unknown>)[name] = value
}

/** The frames of the caller, without the message and the two frames of this file. */
const callerStack = (): string => (new Error('use').stack ?? '').split('\n').slice(3).join('\n')
