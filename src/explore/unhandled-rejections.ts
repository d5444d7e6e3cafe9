/** Watches for promise rejections that nothing handles, where the host reports them. */

interface RejectionHost {
  readonly process?: {
    on?(event: 'unhandledRejection', listener: (reason: unknown) => void): void
    off?(event: 'unhandledRejection', listener: (reason: unknown) => void): void
  }
}

export interface RejectionWatch {
  /** Ends the watch and returns the reasons of the rejections. */
  stop(): Promise<readonly unknown[]>
}

// Note: captured when the module loads, so that fake timers do not stop an exploration.
const realTimeout = globalThis.setTimeout

export function watchRejections(): RejectionWatch {
  const { process } = globalThis as RejectionHost
  const reasons: unknown[] = []
  const listener = (reason: unknown): void => void reasons.push(reason)
  process?.on?.('unhandledRejection', listener)
  return {
    async stop() {
      // Note: Node reports an unhandled rejection after the microtasks of the current turn.
      await new Promise<void>((resolve) => void realTimeout(resolve, 0))
      process?.off?.('unhandledRejection', listener)
      return reasons
    },
  }
}
