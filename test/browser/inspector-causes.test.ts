/** The inspector shows what led to a request: a delivery or a test. */
import { type EmulatorServer, startServer } from 'course-admin-emulator/server'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, test } from 'vitest'
import { sendCausedRequests } from '../support/caused-requests.ts'
import { pagesOfChromium } from './chromium.ts'

const pages = pagesOfChromium()
let server: EmulatorServer
beforeEach(async () => {
  const options = { world: 'small-school', clock: 'virtual', test: 'syncs users' } as const
  server = await startServer({ port: 0, ...options })
  await sendCausedRequests(server.emulator)
})
afterEach(() => server.close())

async function visit(hash: string): Promise<Page> {
  const page = await pages.open({ viewport: { width: 1280, height: 800 } })
  await page.goto(server.inspector + hash)
  await page.getByText('live', { exact: true }).waitFor()
  return page
}

test('an entry names the test and the delivery that led to it', async () => {
  const page = await visit('#/story')
  await page.getByRole('link', { name: /GET \/users\/2/ }).click()
  const caused = page.getByRole('region', { name: /users\/2/ })
  await caused
    .getByText(/user\.deleted/)
    .first()
    .waitFor()
  await page
    .getByRole('link', { name: /GET \/users\/1/ })
    .first()
    .click()
  const panel = page.getByRole('region', { name: /users\/1/ })
  await panel.getByText('syncs users').first().waitFor()
})
