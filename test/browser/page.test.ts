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

const enrollments = (page: Page): Promise<string[]> =>
  page.locator('#enrollments li').allTextContents()

async function openCourse(): Promise<Page> {
  const page = await pages.open()
  await page.goto(url)
  await page.locator('#courses li', { hasText: 'more' }).getByRole('link').first().click()
  await page.locator('#dates').waitFor()
  return page
}

async function enroll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enroll', exact: true }).first().click()
  await page.getByText('You are enrolled.').waitFor()
}

test('a page fetches courses and enrolls, without a server', async () => {
  const page = await openCourse()
  expect(await enrollments(page)).toEqual([])
  await enroll(page)
  await page.locator('#enrollments li').waitFor()
  expect(await enrollments(page)).toEqual([expect.stringMatching(/confirmed|active/)])
})

test('the service worker answers the pictures of the page', async () => {
  const page = await openCourse()
  await page.getByRole('link', { name: 'All courses' }).click()
  await page.locator('#courses img').first().waitFor()
  const images = page.locator('img')
  expect(await images.count()).toBeGreaterThan(15)
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      image.loading = 'eager'
      return image.complete && image.naturalWidth > 0
    }),
  )
  const sources = await images.evaluateAll((all) => all.map((image) => image.getAttribute('src')))
  expect(sources.filter((source) => !source?.startsWith('https://service.test/api/v1/'))).toEqual(
    [],
  )
})

test('a reload creates a new world', async () => {
  const page = await openCourse()
  await enroll(page)
  await page.reload()
  await page.locator('#dates').waitFor()
  expect(await enrollments(page)).toEqual([])
})
