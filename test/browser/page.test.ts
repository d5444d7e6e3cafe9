/** The emulator in a page, behind a service worker, and page reloads. */
import { fileURLToPath } from 'node:url'
import type { WorkerEmulator } from 'course-admin-emulator/browser'
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

test('a reload keeps the state of the tab with the option `keep`', async () => {
  const page = await pages.open()
  await page.goto(`${url}?keep`)
  await enroll(page)
  const nowIn = (): Promise<string> =>
    page.evaluate(async () => {
      const { emulator } = globalThis as unknown as { emulator: WorkerEmulator }
      return (await emulator.advance('1h')).now
    })
  expect(await nowIn()).toBe('2026-01-05T10:00:00.000Z')
  await page.reload()
  await page.locator('#enrollments li').first().waitFor()
  expect(await lines(page, 'enrollments')).toHaveLength(1)
  expect(await nowIn()).toBe('2026-01-05T11:00:00.000Z')
})
