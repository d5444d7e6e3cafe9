/** The inspector shows what led to a request: a delivery or a test. */
import { type EmulatorServer, startServer } from 'course-admin-emulator/server'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

test('the journal names the test and the delivery of each request', async () => {
  const page = await visit('#/journal')
  await page.getByRole('link', { name: /users\/1 → 200 caused by test “syncs users”/ }).waitFor()
  await page.getByRole('link', { name: /users\/2 → 200 caused by #\d+/ }).click()
  const caused = page.getByRole('region', { name: /users\/2/ })
  await caused.getByText('Causes').waitFor()
  await caused.getByRole('link', { name: /user\.deleted · attempt 1/ }).waitFor()
  await page.getByRole('link', { name: /users\/1/ }).click()
  const facts = page.getByRole('region', { name: /users\/1/ }).locator('dl')
  await expect.poll(() => facts.innerText()).toMatch(/test\s+syncs users/)
})

test('the timeline names the test in a tooltip', async () => {
  const page = await visit('#/timeline')
  await page.getByRole('button', { name: 'By order' }).click()
  const picture = await page.getByRole('application').boundingBox()
  const track = await page.getByRole('list', { name: 'Tracks' }).getByText('Requests').boundingBox()
  if (!picture || !track) throw new Error('there is no picture')
  const tips: string[] = []
  for (let x = 0; x < picture.width; x += 6) {
    await page.mouse.move(picture.x + x, track.y + track.height / 2)
    const tip = page.locator('.tip')
    if (await tip.isVisible()) tips.push(await tip.innerText())
  }
  const text = tips.join('\n')
  expect(text).toContain('caused by test “syncs users”')
  expect(text).toMatch(/GET \/users\/2 → 200\s+caused by #\d+/)
})
