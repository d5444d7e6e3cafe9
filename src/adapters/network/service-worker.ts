/** Starts the MSW service worker, with the same settings for every entry point that runs in a page. */
import type { SetupWorker } from 'msw/browser'
import { type UnhandledStrategy, unhandledOptions } from '../../engine/emulator/handlers.ts'

export function startServiceWorker(
  worker: SetupWorker,
  url: string,
  unhandled: UnhandledStrategy,
): Promise<unknown> {
  const settings = { serviceWorker: { url }, quiet: true, ...unhandledOptions(unhandled) }
  return Promise.resolve(worker.start(settings))
}
