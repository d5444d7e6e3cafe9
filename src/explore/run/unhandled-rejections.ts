/** Watches for promise rejections that nothing handles, where the host reports them. */

interface RejectionHost {
  readonly process?: {
    on?(event: 'unhandledRejection', listener: (reason: unknown) => void): void
    off?(event: 'unhandledRejection', listener: (reason: unknown) => void): void
  }
}

export interface RejectionWatch {
  /** Ends the watch after some turns of the event loop, and returns the reasons of the rejections. */
  stop(drain: () => Promise<void>): Promise<readonly unknown[]>
}

export function watchRejections(): RejectionWatch {
  const { process } = globalThis as RejectionHost
  const reasons: unknown[] = []
  const listener = (reason: unknown): void => void reasons.push(reason)
  process?.on?.('unhandledRejection', listener)
  return {
    async stop(drain) {
      // Note: Node reports an unhandled rejection after the microtasks of the current turn.
      await drain()
      process?.off?.('unhandledRejection', listener)
      return reasons
    },
  }
}
