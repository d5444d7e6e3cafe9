/** Routes of the control plane that explore a scenario against an integration over HTTP. */
import type { ControlBody, ControlRoutes } from '../../control/route.ts'
import { parseBody } from '../../control/route.ts'
import { Problem } from '../../define/problems.ts'
import { contextOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import type { ExplorationView } from '../../inspector/api/exploration-views.ts'
import type { ExploreOptions } from '../../explore/explore-options.ts'
import { EmulatorError } from '../../machine/errors.ts'
import type { Row } from '../../machine/table.ts'
import type { RegisteredWebhook } from '../../model/notification.ts'
import { allowedUrl } from './allowed-url.ts'
import type { ServerExploration } from './server-exploration.ts'

// Note: explorations are loaded on the first request for one, so that the server starts faster.
const loadExplorations = async () => ({
  ...(await import('../../explore/explore-options.ts')),
  ...(await import('../../scenarios/shipped-scenarios.ts')),
  ...(await import('./server-exploration.ts')),
})

/** The time for which a process may still call after it has answered, in milliseconds of real time. */
const quietMs = 20

/** The default number of histories: an answer within a minute or so. */
const runsDefault = 200

const addressNames = ['resync', 'state', 'problems', 'reset'] as const
const optionNames = ['deviations', 'depth', 'runs', 'seed'] as const
const bodyNames = ['scenario', 'to', ...addressNames, ...optionNames] as const

/** The exploration that runs in this process. There is one at a time. */
let running: ServerExploration | undefined

/** The explorations of one emulator. */
export interface ServerExplorations {
  readonly routes: ControlRoutes
  /** Answers a call while an exploration runs; otherwise returns undefined. */
  answer(request: Request): Promise<Response> | undefined
  /** Cancels the exploration. */
  close(): void
}

export function createExplorations(emulator: Emulator): ServerExplorations {
  const context = contextOf(emulator)
  let last: ServerExploration | undefined
  const view = (): ExplorationView => last?.view() ?? { status: 'none' }

  async function start(body: ControlBody): Promise<ExplorationView> {
    const { exploreSettingsFrom, findScenario, ServerExploration } = await loadExplorations()
    const parsed = parseBody(body, bodyNames)
    const webhooks = [...context.store.scan('webhooks')] as (Row & RegisteredWebhook)[]
    const url = allowedUrl(emulator, 'to', parsed.to ?? newestAddress(webhooks))
    const addresses = addressNames.flatMap((key) =>
      parsed[key] === undefined ? [] : [[key, allowedUrl(emulator, key, parsed[key])] as const],
    )
    const chosen = optionNames.filter((key) => parsed[key] !== undefined)
    const options: ExploreOptions = {
      depth: 1,
      runs: runsDefault,
      ...Object.fromEntries(chosen.map((key) => [key, parsed[key]])),
    }
    exploreSettingsFrom(options)
    const scenario = findScenario(parsed.scenario as string)
    if (running?.isRunning)
      throw new Problem(409, { message: 'An exploration is already running in this process.' })
    last = running = new ServerExploration(emulator, {
      scenario,
      process: { to: url, quietMs, ...Object.fromEntries(addresses) },
      webhook: webhooks.find((each) => each.url === url),
      options,
    })
    void last.run()
    return view()
  }

  return {
    routes: {
      /** `{"scenario":"merge","to":"http://127.0.0.1:3000/hooks"}` starts an exploration on forks. */
      'POST explorations': start,
      'GET explorations/last': view,
      'DELETE explorations/last': () => (last?.cancel(), view()),
      'GET explorations/report': () => htmlResponse(last),
    },
    answer: (request) => (last?.isRunning ? last.answer(request) : undefined),
    close: () => last?.cancel(),
  }
}

/** The address of the newest active webhook. */
function newestAddress(webhooks: readonly RegisteredWebhook[]): string {
  const found = webhooks.findLast(({ active }) => active)
  if (found) return found.url
  throw new EmulatorError('no_receiver', {
    action: 'explore',
    reason: 'no webhook is registered',
    advice: 'Register the webhook of your integration, or give its address as "to".',
  })
}

function htmlResponse(last: ServerExploration | undefined): Response {
  const exploration = last?.exploration
  if (!exploration) throw new Problem(404, { message: 'There is no finished exploration.' })
  return new Response(exploration.toHTML(), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}
