/** Tracks when another process computes, and when it waits for the emulator. */
import { host } from '../../engine/clock/real-globals.ts'
import type { IdleTracker } from '../../engine/clock/idle-tracker.ts'

interface ProcessActivityOptions {
  readonly idleTracker: Pick<IdleTracker, 'trackExternal'>
  /** The real time after the last activity in which the process may still call, in milliseconds. */
  readonly quietMs: number
  /** The longest real time for which the process may compute, in milliseconds. */
  readonly timeoutMs: number
  /** Called when the process computes for longer. */
  onTimeout(): void
}

/** The pause after which a process waits, if it handles one request at a time and others are queued. */
const queuedMs = 20
/** The pause while the same requests stay open: the queued ones begin when a request ends, or soon after a call. */
const stillQueuedMs = 3

/**
 * Virtual time stands still while the process computes: it has an open operation, such as a delivery, or is busy,
 * and does not wait for the answer to a call or for a sleep.
 */
export class ProcessActivity {
  readonly #options: ProcessActivityOptions
  #operationCount = 0
  #waitingCount = 0
  #isBusy = false
  #hasRun = false
  /** Whether a pause has shown that open requests are queued, and no request has begun or ended since. */
  #isQueued = false
  #release: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: ProcessActivityOptions) {
    this.#options = options
  }

  /** Performs a request to the process. */
  async operation<T>(work: () => Promise<T>): Promise<T> {
    this.#hasRun = true
    this.#change(1, 0)
    try {
      return await work()
    } finally {
      this.#change(-1, 0)
    }
  }

  /** Performs work that the process waits for: a call to the service, or a sleep. */
  async waiting<T>(work: () => Promise<T>): Promise<T> {
    this.#change(0, 1)
    try {
      return await work()
    } finally {
      this.#change(0, -1)
    }
  }

  /** The process says that it works without an open request, or that it has ended this work. */
  setBusy(isBusy: boolean): void {
    if (isBusy === this.#isBusy) return
    this.#isBusy = isBusy
    this.#change(isBusy ? 1 : -1, 0)
  }

  /** Notes a request that the process does not wait for in virtual time. */
  touch(): void {
    this.#change(0, 0)
  }

  /** Ends the tracking. */
  close(): void {
    realClearTimeout(this.#timer)
    this.#release?.()
    this.#release = undefined
  }

  #change(operations: number, waiting: number): void {
    this.#operationCount += operations
    this.#waitingCount += waiting
    if (operations !== 0) this.#isQueued = false
    realClearTimeout(this.#timer)
    const pauseMs = this.#pauseMs()
    if (pauseMs === 0) return this.close()
    if (!this.#release) {
      void this.#options.idleTracker.trackExternal(
        () => new Promise<void>((resolve) => (this.#release = resolve)),
      )
    }
    this.#timer =
      pauseMs === undefined
        ? realTimeout(() => this.#options.onTimeout(), this.#options.timeoutMs)
        : realTimeout(() => {
            this.#isQueued = this.#operationCount > 0
            this.close()
          }, pauseMs)
  }

  /** The real time until the process counts as idle; undefined while it computes. */
  #pauseMs(): number | undefined {
    const { quietMs } = this.#options
    if (this.#operationCount === 0) return this.#hasRun && this.#waitingCount === 0 ? quietMs : 0
    if (this.#waitingCount === 0) return undefined
    // Note: work without an open request can make several calls at once, which say nothing about open requests.
    const areKnown = !this.#isBusy || this.#operationCount === 1
    if (areKnown && this.#waitingCount >= this.#operationCount) return 0
    return this.#isQueued ? stillQueuedMs : queuedMs
  }
}

// Note: an exploration watches the global timers during the baseline run. These belong to the emulator.
const { setTimeout: realTimeout, clearTimeout: realClearTimeout } = host
