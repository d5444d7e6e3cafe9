/** Shared parts of the inspector tests: servers, pages, sample entries, the list of views and an accessibility check. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type EmulatorServer, type ServerOptions, startServer } from 'course-admin-emulator/server'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach } from 'vitest'
import type { Pages } from './chromium.ts'

/** The server of the running test. */
interface RunningServer {
  server: EmulatorServer
  /** Sends a request with the token of the administrator. */
  call(path: string, init?: RequestInit): Promise<Response>
}

/** Starts a server before each test, and closes it after the test. */
export function serverOfEachTest(options: ServerOptions = {}): RunningServer {
  const running = {
    server: undefined as never as EmulatorServer,
    call: (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(running.server.baseUrl + path, { ...init, headers: running.server.emulator.headers }),
  }
  beforeEach(async () => {
    running.server = await startServer({
      port: 0,
      world: 'small-school',
      clock: 'virtual',
      ...options,
    })
  })
  afterEach(() => running.server.close())
  return running
}

/** Opens the inspector of a server at a hash. Resolves when the page receives live events. */
export async function openInspector(
  pages: Pages,
  server: EmulatorServer,
  hash: string,
  options?: Parameters<Pages['open']>[0],
): Promise<Page> {
  const page = await pages.open(options)
  await page.goto(server.inspector + hash)
  await page.getByText('live', { exact: true }).waitFor()
  return page
}

/** The widths of a phone, a tablet and a large screen, in each color scheme. */
export const screens = [400, 800, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

/** Records sample entries: an answered and a refused request, an act, a delivery and its retry. */
export async function runSampleStory({ emulator, baseUrl }: EmulatorServer): Promise<void> {
  emulator.receiver({ url: 'https://app.test/hooks', answer: 503 })
  for (const path of ['/users/1', '/nowhere']) {
    await fetch(baseUrl + path, { headers: emulator.headers })
  }
  emulator.act.deleteUser({ user: 4 })
  await emulator.advance('6m')
}

export const views = [
  'story/3',
  'records/users/1',
  'webhooks',
  'act',
  'faults',
  'assumptions',
  'settings',
] as const

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

/** Returns the accessibility violations of each impact, with their elements. */
export async function axeViolations(page: Page): Promise<unknown[]> {
  // Note: a page that shows several views has it already.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const found = await page.evaluate(async () => {
    const { violations } = await (
      globalThis as never as { axe: { run(): Promise<never> } }
    ).axe.run()
    return violations as Violation[]
  })
  return found.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
