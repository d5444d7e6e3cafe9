/** Runs an emulator in a Node process and intercepts the requests of that process. */
import { assertArgumentCount } from '../../engine/errors/argument-count.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import { createEmulator } from '../../service/create-emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { type EmulatorOptions, emulatorOptions } from '../../engine/emulator/options.ts'
import { createAction, optionsExample, otherPlaceOf } from '../../engine/emulator/option-errors.ts'
import { assertNewHandled } from '../../engine/emulator/reports/unhandled-calls.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { endTest, throwKeptFailure, willEndTest } from '../../engine/emulator/reports/test-end.ts'
import { forgetFakeTimers } from '../../engine/emulator/reports/unshared-timers.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { checkAtTestEnd, runAtTestEnd } from '../../engine/errors/needs-await.ts'
import { internalErrorFailure } from '../../engine/serve/internal-error.ts'
import { responderFor, type UnhandledStrategy } from '../../engine/emulator/handlers.ts'
import { defined } from '../../engine/errors/defined.ts'
import {
  assertOptionNames,
  type Named,
  option,
  type OptionsOf,
  readOptions,
} from '../../engine/errors/options.ts'
import {
  addInterceptedAddress,
  isInterceptedAddress,
  removeInterceptedAddress,
} from './intercepted-addresses.ts'
import {
  onLostConnection,
  noteClosed,
  noteListening,
  noteSetUp,
} from '../../engine/emulator/failed-connections.ts'
import { takeUnsettledMethods } from '../../engine/emulator/methods/work.ts'
import { failOnReceiverDefects } from '../../engine/emulator/reports/receiver-defects.ts'
import { failOnUnsettledMethods } from '../testing/ending-checks.ts'
import { takeEvaluationLines } from '../testing/evaluations.ts'
import { isJest, isRunBy, runningTestName } from '../testing/running-test.ts'
import { createNetworkInterceptor } from './network-interceptor.ts'
import { serveWithRefusals } from './printed-refusals.ts'
import { strategyCheck, testDefaults, withUnhandledPolicy } from './unhandled-policy.ts'

/** The options of `listen`. */
const listenOptions = {
  /**
   * The handling of requests that are not below `baseUrl`: `error` makes them fail, `warn` prints a
   * warning and sends them to the network, `bypass` only sends them. Default: `error` for a request with
   * the host or the path of `baseUrl`, which is probably a wrong base URL, `bypass` for one to this machine, and `warn`
   * for other requests.
   * Requests to the URLs of webhooks always go to the network.
   */
  onUnhandledRequest: option<UnhandledStrategy>(strategyCheck),
}

/** Options of `listen`. */
export interface ListenOptions extends OptionsOf<typeof listenOptions>, Named {}

/** An emulator that can intercept the requests of its process. */
export interface ListeningEmulator extends Emulator {
  /** Intercepts requests to `baseUrl` from fetch, `node:http` and undici. */
  listen(options?: ListenOptions): this
  /**
   * Stops to intercept requests. A second call does nothing.
   *
   * @throws EmulatorError so that the test fails: after an exception inside the emulator, which is its `cause`, after a call
   * that no operation answers, after an unhandled request that failed, after a failed assertion in a receiver, and while
   * a method that was not awaited runs
   */
  close(): void
}

const listening = new Set<ListeningEmulator>()

/** The emulators that listen. */
export const listeningEmulators: ReadonlySet<Emulator> = listening

const closed = new Set<ListeningEmulator>()

/** Returns the emulators that were closed since the last call. Empty outside Jest, whose hooks read them. */
export function takeClosedEmulators(): readonly Emulator[] {
  const emulators = [...closed]
  closed.clear()
  return emulators
}

let isExitWatched = false

/** Fails a process that ends without `close`, for the calls that `close` would report. */
function watchExit(): void {
  if (isExitWatched) return
  isExitWatched = true
  process.once('exit', () => {
    try {
      assertListenersHandled()
    } catch (error) {
      console.error(String(error))
      process.exitCode ||= 1
    }
  })
}

/** The emulators that have not listened, each with what fails a test whose request found none. */
const unheard = new Set<() => void>()

/** Throws for the calls since the end of the last test, and for the deliveries that this one read too early. */
function assertEnd(context: EmulatorContext): void {
  throwKeptFailure(context)
  assertNewHandled(context)
  endTest(context, takeEvaluationLines(context))
  forgetFakeTimers(context)
}

/** Fails the test that ends, if an emulator that listens did not handle one of its calls. */
export function assertListenersHandled(): void {
  for (const emulator of listening) assertEnd(contextOf(emulator))
  for (const assertUnneeded of unheard) assertUnneeded()
}

/**
 * Creates an emulator that can intercept requests. After `listen()`, unmodified code reaches it under `baseUrl`.
 *
 * @throws EmulatorError from `listen` if another emulator intercepts the same address in this process
 * @example
 * using emulator = setupEmulator({ world: 'small-school' }).listen()
 * await fetch(`${emulator.baseUrl}/courses`, { headers: emulator.headers })
 */
export function setupEmulator(options: EmulatorOptions = {}): ListeningEmulator {
  assertArgumentCount('setupEmulator', 1, arguments)
  assertOptionNames(emulatorOptions, options, {
    action: createAction,
    kind: 'option',
    example: optionsExample,
    misplaced: (name) => listenOptionAdvice(name) ?? otherPlaceOf(name),
  })
  const emulator = createEmulator({ test: runningTestName, ...defined(options) })
  const { baseUrl } = emulator
  let strategy: UnhandledStrategy | undefined
  let isJudged = false
  /** Judges the test that runs now at its end: a hook that closes the emulator may be missing. */
  const judgeAtTestEnd = (): void => {
    isJudged ||= runAtTestEnd((isAlone) => {
      isJudged = false
      if (isAlone && listening.has(listeningEmulator)) assertEnd(contextOf(emulator))
    })
  }
  const serve = serveWithRefusals(emulator)
  const serveJudged = (request: Request): Promise<Response> => {
    judgeAtTestEnd()
    return serve(request)
  }
  const interceptor = createNetworkInterceptor(
    withUnhandledPolicy(responderFor(baseUrl, serveJudged), {
      emulators: () => [emulator],
      strategyOf: () => strategy,
      defaults: testDefaults,
      onError: (line) => console.error(line),
    }),
  )
  const stop = (): void => {
    if (!listening.delete(listeningEmulator)) return
    removeInterceptedAddress(baseUrl)
    interceptor.stop()
    noteClosed(baseUrl)
    if (isJest()) closed.add(listeningEmulator)
  }
  const stopClock = emulator.close
  noteSetUp(baseUrl)
  let isMissed = false
  const assertUnneeded = (): void => {
    if (!isMissed) return
    isMissed = false
    throw neverListened(baseUrl)
  }
  const forget = onLostConnection(baseUrl, () => {
    isMissed = true
    checkAtTestEnd(assertUnneeded)
  })
  unheard.add(assertUnneeded)
  watchExit()
  const markHeard = (): void => {
    forget()
    unheard.delete(assertUnneeded)
  }
  const closeAndJudge = (): void => {
    const unsettled = takeUnsettledMethods(contextOf(emulator))
    stop()
    stopClock()
    markHeard()
    assertUnneeded()
    const internalErrors = contextOf(emulator).settings.internalErrors.splice(0)
    if (internalErrors.length > 0) throw internalErrorFailure(internalErrors)
    // Note: the next test may use the same emulator.
    failOnReceiverDefects(contextOf(emulator).receiverErrors.splice(0))
    failOnUnsettledMethods(unsettled)
    assertEnd(contextOf(emulator))
  }
  // Note: the test runner of Node hides the error of a hook after that of its test.
  const close = isRunBy('node') ? () => printed(closeAndJudge) : closeAndJudge
  const listen = (options: ListenOptions = {}): ListeningEmulator => {
    const { onUnhandledRequest } = readOptions(listenOptions, options, { action: 'listen' })
    if (listening.has(listeningEmulator)) return listeningEmulator
    if (isInterceptedAddress(baseUrl)) throw alreadyListening(baseUrl)
    strategy = onUnhandledRequest
    markHeard()
    isMissed = false
    interceptor.start()
    addInterceptedAddress(baseUrl)
    noteListening(baseUrl)
    const context = contextOf(listeningEmulator)
    context.isClosed = false
    context.clock.start()
    listening.add(listeningEmulator)
    willEndTest(context)
    return listeningEmulator
  }
  const listeningEmulator = Object.defineProperties(emulator as ListeningEmulator, {
    ...Object.getOwnPropertyDescriptors({ listen, close, [Symbol.dispose]: close }),
  })
  return listeningEmulator
}

/** Prints what a function throws, and throws it. */
function printed(work: () => void): void {
  try {
    work()
  } catch (error) {
    console.error(String(error))
    throw error
  }
}

/** The error of an option of `listen` among those of the emulator. The nearest option would not help. */
const listenOptionAdvice = (name: string) =>
  Object.hasOwn(listenOptions, name)
    ? {
        reason: `"${name}" is an option of \`listen\``,
        advice: `Give it to \`listen\`, such as listen({ ${name}: "warn" }).`,
      }
    : undefined

/** The code under test may have caught the error of the connection. */
const neverListened = (baseUrl: string): EmulatorError =>
  new EmulatorError('never_listened', {
    action: 'end the test',
    reason: `a request to ${baseUrl} found no emulator`,
    advice: 'Call `listen()` before the code under test: setupEmulator().listen().',
  })

function alreadyListening(baseUrl: string): EmulatorError {
  const isOther = [...listening].some((other) => other.baseUrl === baseUrl)
  return new EmulatorError('already_listening', {
    action: 'listen',
    reason: `${isOther ? 'another emulator' : 'the emulator of the running test'} already intercepts ${baseUrl}`,
    advice: isOther
      ? 'Close the other emulator first, or give this one its own `baseUrl`.'
      : 'Use the `emulator` of the test, or give this emulator its own `baseUrl`.',
  })
}
