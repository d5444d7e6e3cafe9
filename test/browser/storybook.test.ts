/** The example Storybook: built, served and tested in a browser. */
import { spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { preview, type PreviewServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createExampleProject, root } from '../support/example-project.ts'
import { pagesOfChromium } from './chromium.ts'

const pages = pagesOfChromium()
const packages = join(root, 'test', 'examples', 'storybook')
const project = createExampleProject('storybook', packages)
const outDir = 'node_modules/.cache/static'

let server: PreviewServer
let url: string
beforeAll(async () => {
  run('storybook', 'build', '--quiet', '--output-dir', outDir)
  server = await preview({
    root: project.folder,
    configFile: false,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  })
  url = server.resolvedUrls?.local[0] as string
})
afterAll(async () => {
  await server?.close()
  project.remove()
})

/** Runs a command of the example and prints its output on failure. */
function run(command: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync('npx', ['--no-install', command, ...args], {
    cwd: project.folder,
    encoding: 'utf8',
    env: { ...process.env, STORYBOOK_DISABLE_TELEMETRY: '1' },
  })
  if (status !== 0) throw new Error(`${command} failed:\n${stdout}\n${stderr}`)
}

async function story(id: string, viewMode = 'story'): Promise<Page> {
  const page = await pages.open()
  await page.goto(`${url}iframe.html?id=${id}&viewMode=${viewMode}`)
  return page
}

test('its types are the types of the package', () => {
  copyFileSync(join(packages, 'tsconfig.json'), join(project.folder, 'tsconfig.json'))
  const compile = (): void => run('tsc', '-p', '.')
  expect(compile).not.toThrow()
})

test.each([
  ['courses--list', 3, '#storybook-root li'],
  ['courses--empty', 1, 'text=There are no courses.'],
  ['courses--busy', 1, 'text=Busy. Try again in 42 s.'],
  ['courses--outage', 1, 'text=Out of order (503).'],
  ['courses--canceled-enrollments', 2, 'em:text("canceled")'],
])('%s follows its parameters', async (id, count, selector) => {
  const page = await story(id)
  await page.locator(selector).first().waitFor()
  expect(await page.locator(selector).count()).toBe(count)
})

test('an arg chooses the error of a story', async () => {
  const page = await story('courses--failing')
  await page.getByText('Out of order (503).').waitFor()
  const select = (status: number): Promise<void> =>
    page.evaluate((value) => {
      const host = globalThis as unknown as Record<
        string,
        { emit(event: string, details: object): void }
      >
      const details = { storyId: 'courses--failing', updatedArgs: { status: value } }
      host['__STORYBOOK_ADDONS_CHANNEL__']!.emit('updateStoryArgs', details)
    }, status)
  await select(404)
  await page.getByText('Out of order (404).').waitFor()
  await select(200)
  await page.locator('#storybook-root li').first().waitFor()
})

test('stories on one page have separate instances', async () => {
  const page = await story('courses--docs', 'docs')
  for (const text of ['There are no courses.', 'Busy. Try again in 42 s.', 'Out of order (503).']) {
    await page.getByText(text).first().waitFor()
  }
  await page.getByText('canceled', { exact: true }).first().waitFor()
  expect(await page.locator('#anchor--courses--list li').count()).toBe(3)
})

test('a panel shows what happened in the emulator of the story, with its world and faults', async () => {
  const page = await pages.open({ viewport: { width: 1280, height: 800 } })
  await page.goto(`${url}?path=/story/courses--busy`)
  await page.getByRole('tab', { name: 'Emulator' }).click()
  const panel = page.frameLocator('iframe[title=Emulator]')
  await panel.getByRole('heading', { name: 'courses--busy in the world small-school' }).waitFor()
  await panel
    .getByText(/: status 429, Retry-After 42/)
    .first()
    .waitFor()
  await panel.getByRole('link', { name: /GET \/courses/ }).click()
  await panel.getByRole('complementary').getByText(/429/).first().waitFor()
  await page.goto(`${url}?path=/story/courses--empty`)
  await panel.getByRole('heading', { name: 'courses--empty in the world empty' }).waitFor()
})
