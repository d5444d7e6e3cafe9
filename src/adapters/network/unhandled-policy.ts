/** Reports unhandled requests, or makes them fail. */
import { controlPrefix } from '../../engine/control/control-prefix.ts'
import { isLoopbackName } from '../../engine/errors/host-names.ts'
import { isBelowBase } from '../../engine/emulator/base-url.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import type { UnhandledStrategy } from '../../engine/emulator/handlers.ts'
import type { PassingRequest, RequestResponder } from '../../engine/emulator/msw-handler.ts'
import {
  addUnhandledRequest,
  isNearBase,
  noteLocalRequest,
  unhandledRequestLine,
} from '../../engine/emulator/reports/unhandled-requests.ts'
import { isInterceptedAddress } from './intercepted-addresses.ts'
import { knownNameCheck, option, type OptionCheck } from '../../engine/errors/options.ts'

/** The check of an option `onUnhandledRequest`. Its default depends on where the emulator runs. */
export const strategyCheck: OptionCheck = knownNameCheck('strategy', ['error', 'warn', 'bypass'])

/** The options of a page, besides those of the emulator. */
export const pageOptions = {
  /** The URL of the worker script. Default: `/mockServiceWorker.js`, and `./mockServiceWorker.js` in Storybook. */
  workerUrl: option<string>(),
  /**
   * The handling of requests that are not below `baseUrl`. Default: a warning for a request with the host
   * or the path of `baseUrl`, which is probably a wrong base URL, and `bypass` for other requests.
   */
  onUnhandledRequest: option<UnhandledStrategy>(strategyCheck),
}

/** The strategies for requests that look like a wrong base URL, for those to this machine, and for other requests. */
interface UnhandledDefaults {
  readonly near: UnhandledStrategy
  readonly local: UnhandledStrategy
  readonly other: UnhandledStrategy
}

/** The defaults in tests. A request to this machine is one of the test to the app itself, as supertest sends it. */
export const testDefaults: UnhandledDefaults = { near: 'error', local: 'bypass', other: 'warn' }

/** The defaults in a page, which loads its own assets: MSW handles the other requests. */
export const pageDefaults: UnhandledDefaults = { near: 'warn', local: 'bypass', other: 'bypass' }

interface UnhandledPolicy {
  /** Called with each request. Default: nothing. */
  onRequest?(request: PassingRequest): void
  /** The emulators that the current caller may have meant. */
  emulators(): Iterable<Emulator>
  /** The strategy of the user for an emulator; undefined for the defaults. */
  strategyOf(emulator: Emulator): UnhandledStrategy | undefined
  readonly defaults: UnhandledDefaults
  /** Prints a failed request. Default: only a warning is printed. */
  onError?(line: string): void
}

/** Returns the responder with a policy for the requests that it does not match. */
export const withUnhandledPolicy = (
  responder: RequestResponder,
  policy: UnhandledPolicy,
): RequestResponder => ({
  matches: (url) => responder.matches(url),
  respond(request) {
    policy.onRequest?.(request)
    return responder.respond(request)
  },
  mayPass(request) {
    policy.onRequest?.(request)
    if (!URL.canParse(request.url) || isInterceptedAddress(request.url)) return true
    const emulators = [...policy.emulators()]
    if (emulators.some((emulator) => isWebhookUrl(emulator, request.url))) return true
    return emulators.map((emulator) => handleUnhandled(emulator, request, policy)).every(Boolean)
  },
})

/** Handles an unhandled request. Returns whether the request may pass. */
function handleUnhandled(
  emulator: Emulator,
  { method, url }: PassingRequest,
  { strategyOf, defaults, onError }: UnhandledPolicy,
): boolean {
  const context = contextOf(emulator)
  const relation = relationOf(emulator, url)
  if (relation === 'local') noteLocalRequest(context, { method, url })
  const strategy = strategyOf(emulator) ?? defaults[relation]
  if (strategy === 'bypass') return true
  const isNew = addUnhandledRequest(context, { method, url, strategy })
  const line = `Unhandled request: ${unhandledRequestLine(context, { method, url })}`
  if (isNew && strategy === 'warn') console.warn(line)
  if (isNew && strategy === 'error') onError?.(line)
  return strategy === 'warn'
}

function relationOf({ baseUrl }: Emulator, url: string): keyof UnhandledDefaults {
  const { hostname, pathname } = new URL(url)
  const isLocal = isLoopbackName(hostname)
  // Note: the control plane of an emulator server is also below the path of the service.
  if (isLocal && pathname.includes(`${controlPrefix}/`)) return 'local'
  if (isNearBase(baseUrl, url)) return 'near'
  return isLocal ? 'local' : 'other'
}

/** Returns whether the emulator itself may send requests to a URL, because it is that of a webhook. */
function isWebhookUrl(emulator: Emulator, url: string): boolean {
  for (const webhook of contextOf(emulator).store.scan('webhooks')) {
    if (isBelowBase(url, String(webhook['url']))) return true
  }
  return false
}
