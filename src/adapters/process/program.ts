/** Starts and ends the program of an integration. */
import { host } from '../../engine/clock/real-globals.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { connect as connectSocket } from 'node:net'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { monotonicNowMs } from '../../engine/clock/real-time-wakeup.ts'

const attemptEveryMs = 20
const exitWithinMs = 500
/** The longest real time until the address of an ended program is free, in milliseconds. */
const freeWithinMs = 5_000
const outputMax = 2_000

interface ProgramOptions {
  readonly command: string
  /** An address at which the program listens. */
  readonly url: string
  /** The longest real time until the program listens, in milliseconds. Default: 15,000. */
  readonly startTimeoutMs?: number
}

export class Program {
  readonly #command: string
  readonly #url: URL
  readonly #startTimeoutMs: number
  #group: ProcessGroup | undefined
  #child: ChildProcess | undefined
  #exited: Promise<void> = Promise.resolve()
  #output = ''

  constructor({ command, url, startTimeoutMs = 15_000 }: ProgramOptions) {
    this.#command = command
    this.#url = new URL(url)
    this.#startTimeoutMs = startTimeoutMs
  }

  /** How the program ended by itself; undefined while it runs. */
  get exit(): string | undefined {
    if (!this.#child) return 'the process does not run'
    const { exitCode, signalCode } = this.#child
    if (exitCode !== null) return `the process ended with exit code ${exitCode}`
    return signalCode === null ? undefined : `the process ended with ${signalCode}`
  }

  /** Waits a moment for the end of a program that closed its connections. Returns `exit`. */
  async exitSoon(): Promise<string | undefined> {
    await Promise.race([this.#exited, pause(exitWithinMs)])
    return this.exit
  }

  /**
   * Resolves when the program listens. The program ends with this process.
   *
   * @throws EmulatorError if another program listens at the address, and if the program ends before it listens or
   *   does not listen in time
   */
  async start(): Promise<void> {
    await this.stop()
    this.#output = ''
    if (await this.#isListening()) {
      const reason = `something already listens at ${this.#url.origin}`
      throw this.#startError(reason, 'End it first.')
    }
    const child = spawn(this.#command, {
      shell: true,
      // Note: the shell and its children are one group, so that `stop` ends all of them.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...directLoopback(process.env) },
    })
    this.#child = child
    this.#group = new ProcessGroup(child)
    this.#exited = new Promise((resolve) => child.once('exit', () => resolve()))
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-outputMax)
      })
    const startedMs = monotonicNowMs()
    while (!(await this.#isListening())) {
      if (this.exit !== undefined) throw this.#startError(this.exit)
      if (monotonicNowMs() - startedMs > this.#startTimeoutMs) {
        const seconds = this.#startTimeoutMs / 1_000
        throw this.#startError(
          `nothing listens at ${this.#url.origin} after ${seconds} s`,
          'Check --start, or give a longer --start-timeout.',
        )
      }
      await pause(attemptEveryMs)
    }
    if (this.exit !== undefined) throw this.#startError(this.exit)
  }

  /** Ends the program at once, as a crash does. */
  async stop(): Promise<void> {
    const child = this.#child
    if (!child) return
    this.#child = undefined
    // Note: a program in the background of the shell outlives it.
    this.#group?.end()
    await this.#exited
    // Note: a child of the shell can outlive the shell for a moment. The next program would not get its address.
    const endedMs = monotonicNowMs()
    while ((await this.#isListening()) && monotonicNowMs() - endedMs < freeWithinMs)
      await pause(attemptEveryMs)
  }

  #isListening(): Promise<boolean> {
    const { hostname, port, protocol } = this.#url
    return new Promise((resolve) => {
      const socket = connectSocket({
        host: hostname.replace(/^\[|\]$/g, ''),
        port: Number(port || (protocol === 'https:' ? 443 : 80)),
      })
      const end = (isListening: boolean): void => {
        socket.destroy()
        resolve(isListening)
      }
      socket.once('connect', () => end(true))
      socket.once('error', () => end(false))
    })
  }

  #startError(reason: string, advice = 'Check --start.'): EmulatorError {
    return new EmulatorError('start_failed', {
      action: `start "${this.#command}"`,
      reason,
      advice: `${advice}${this.#output && `\n${this.#output.trimEnd()}`}`,
    })
  }
}

/** The signals whose default action ends this process without the event `exit`. The command handles the others. */
const fatalSignals = ['SIGQUIT', 'SIGABRT'] as const

/** A detached process and its children. They end with this process. */
class ProcessGroup {
  readonly #child: ChildProcess
  readonly #atExit = (): void => killGroup(this.#child)
  readonly #atSignal = (signal: NodeJS.Signals): void => {
    this.end()
    process.kill(process.pid, signal)
  }

  constructor(child: ChildProcess) {
    this.#child = child
    process.once('exit', this.#atExit)
    if (process.platform === 'win32') return
    for (const signal of fatalSignals) process.once(signal, this.#atSignal)
  }

  /** Ends the group, also if its first process has ended. */
  end(): void {
    process.off('exit', this.#atExit)
    for (const signal of fatalSignals) process.off(signal, this.#atSignal)
    killGroup(this.#child)
  }
}

/** Ends a detached process and its children. */
export function killGroup(child: ChildProcess): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Note: the program ended in the meantime.
  }
}

/** The variables that lead requests to this machine past a proxy, since the service is on this machine. */
function directLoopback({
  no_proxy: lower,
  NO_PROXY: upper,
}: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const hosts = [lower ?? upper, '127.0.0.1', 'localhost'].filter(Boolean).join(',')
  return { no_proxy: hosts, NO_PROXY: hosts }
}

const { setTimeout: realTimeout } = host

const pause = (ms: number): Promise<void> => new Promise((resolve) => realTimeout(resolve, ms))
