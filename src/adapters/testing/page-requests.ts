/** Watches the pages of a Playwright test for unhandled requests. */
import { controlPrefix } from '../../engine/control/control-prefix.ts'
import type { BrowserContext, Request } from '@playwright/test'
import type { UnhandledReport } from '../../engine/control/evidence-routes.ts'
import { isBelowBase } from '../../engine/emulator/base-url.ts'
import { instanceKeyIn } from '../../engine/emulator/instance-key.ts'
import type { EmulatorErrorDetails } from '../../engine/errors/errors.ts'
import type { UnhandledStrategy, UnhandledRequest } from '../../engine/emulator/handlers.ts'
import { isNearBase } from '../../engine/emulator/reports/unhandled-requests.ts'
import type { RemoteEmulator } from '../remote/remote-emulator.ts'

export interface PageRequests {
  /** Watches the pages of a browser context. */
  watch(context: Pick<BrowserContext, 'on'>): void
  /** Sets the emulator of the test. Earlier requests of the pages are not reported. */
  start(baseUrl: string, strategy: UnhandledStrategy | undefined): void
  /** The exceptions of the pages that their code did not handle. */
  errors(): readonly string[]
  /** Prints the requests with a warning, and returns the report; undefined if there is none. */
  report(control: RemoteEmulator['control']): Promise<UnhandledReport | undefined>
}

const warned = 'Unhandled request:'

export function createPageRequests(): PageRequests {
  const requests: UnhandledRequest[] = []
  const errors: string[] = []
  /** The requests with a token of the server, which its own emulator answers. */
  const ofServer: string[] = []
  /** The requests of a page without an origin, to which its browser shows no response. */
  const ofBlankPage: string[] = []
  let target: { baseUrl: string; strategy: UnhandledStrategy | undefined } | undefined

  function onRequest(request: Request): void {
    // Note: documents, scripts and images are no calls of the service.
    if (!target || !['fetch', 'xhr'].includes(request.resourceType())) return
    const [method, url] = [request.method(), request.url()]
    const { baseUrl, strategy = isNearBase(baseUrl, url) ? 'error' : 'bypass' } = target
    if (target.strategy !== 'bypass' && isBelowBase(url, baseUrl)) {
      const call = `${method} ${url.slice(baseUrl.length)}`
      if (hasTokenOfServer(request)) ofServer.push(call)
      else if (pageOf(request) === 'about:blank') ofBlankPage.push(call)
    }
    if (strategy === 'bypass' || isBelowBase(url, baseUrl) || isOwnRequest(request, baseUrl)) return
    requests.push({ method, url, strategy })
  }

  return {
    watch(context) {
      context.on('request', onRequest)
      context.on('weberror', (each) => void errors.push(String(each.error())))
    },
    errors: () => errors,
    start: (baseUrl, strategy) => void (target = { baseUrl, strategy }),
    async report(control) {
      if (ofServer.length > 0) return { lines: [], error: strayError(ofServer) }
      if (ofBlankPage.length > 0) return { lines: [], error: blankPageError(ofBlankPage) }
      if (requests.length === 0) return undefined
      const report = await control<UnhandledReport>('POST', 'evidence/unhandled-requests', {
        requests,
      })
      requests.forEach(({ strategy }, i) => {
        if (strategy === 'warn') console.warn(`${warned} ${report.lines[i]}`)
      })
      return report
    },
  }
}

/** Whether a request has a token without the key of an instance. */
function hasTokenOfServer(request: Request): boolean {
  const headers = new Headers(request.headers())
  return headers.has('authorization') && instanceKeyIn({ headers }) === undefined
}

const answerAction = (calls: readonly string[]): string =>
  `answer ${[...new Set(calls)].join(' and ')}`

const strayError = (calls: readonly string[]): EmulatorErrorDetails => ({
  action: answerAction(calls),
  reason: 'the page sent another token than that of the emulator of the test',
  advice: 'Give the page `emulator.token`, or set `onUnhandledRequest` to "bypass".',
})

const blankPageError = (calls: readonly string[]): EmulatorErrorDetails => ({
  action: answerAction(calls),
  reason:
    'the page is about:blank, as after `page.setContent`, and its browser shows it no response of the server',
  advice: 'Open a page with an address first: `page.goto`.',
})

/** The address of the page, or of its service worker, that sends a request. */
const pageOf = (request: Request): string => request.serviceWorker()?.url() ?? request.frame().url()

/** Returns whether a page calls its own server, such as a proxy for the emulator, or the control plane. */
function isOwnRequest(request: Request, baseUrl: string): boolean {
  const { origin, pathname } = new URL(request.url())
  if (origin === new URL(baseUrl).origin) return pathname.startsWith(controlPrefix)
  const page = pageOf(request)
  return URL.canParse(page) && new URL(page).origin === origin
}
