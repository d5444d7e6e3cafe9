/** The emulator in a page, behind a service worker, and page reloads. */
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pagesOfChromium } from './chromium.ts'

const pages = pagesOfChromium()

const root = fileURLToPath(new URL('../examples/page', import.meta.url))

const built = (entryPoint: string): string =>
  fileURLToPath(new URL(`../../dist/${entryPoint}.js`, import.meta.url))

let server: ViteDevServer
let url: string
beforeAll(async () => {
  server = await createServer({
    root,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1' },
    resolve: { alias: { 'course-admin-emulator/browser': built('browser') } },
  })
  await server.listen()
  url = server.resolvedUrls?.local[0] as string
})
afterAll(() => server.close())

const lines = (page: Page, list: string): Promise<string[]> =>
  page.locator(`#${list} li`).allTextContents()

async function enroll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enroll' }).first().click()
  await page.getByText('You are enrolled.').waitFor()
}

test('a page fetches courses and enrolls, without a server', async () => {
  const page = await pages.open()
  await page.goto(url)
  await page.locator('#courses li').first().waitFor()
  expect(await lines(page, 'enrollments')).toEqual([])
  await enroll(page)
  expect(await lines(page, 'enrollments')).toEqual([
    expect.stringMatching(/^planned course \d+: (confirmed|active)$/),
  ])
})

test('a reload creates a new world', async () => {
  const page = await pages.open()
  await page.goto(url)
  await enroll(page)
  await page.reload()
  await page.locator('#courses li').first().waitFor()
  expect(await lines(page, 'enrollments')).toEqual([])
})
