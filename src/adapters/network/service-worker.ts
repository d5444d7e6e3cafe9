/** Starts the service worker that hands over what a page sends: the same way behind every door for pages. */
import type { SetupWorker } from 'msw/browser'
import { type UnhandledStrategy, unhandledOptions } from '../../emulator/handlers.ts'

export function startServiceWorker(
  worker: SetupWorker,
  url: string,
  unhandled: UnhandledStrategy,
): Promise<unknown> {
  const settings = { serviceWorker: { url }, quiet: true, ...unhandledOptions(unhandled) }
  return Promise.resolve(worker.start(settings))
}
