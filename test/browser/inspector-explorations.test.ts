/** The view of explorations in a browser. */
import { type EmulatorServer, startServer } from 'course-admin-emulator/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MirrorProcess, startMirrorProcess } from '../adapters/mirror-process.ts'
import { pagesOfChromium } from './chromium.ts'
import { seriousViolations } from './inspector-page.ts'

const pages = pagesOfChromium()
const secret = 'whsec_c2VjcmV0'
const screen = { viewport: { width: 1280, height: 900 } }

let server: EmulatorServer
let mirror: MirrorProcess
beforeEach(async () => {
  server = await startServer({ port: 0, world: 'empty', clock: 'virtual' })
  const { baseUrl, token } = server
  mirror = await startMirrorProcess({ baseUrl, token, secret, isForgetful: true })
})
afterEach(async () => {
  await server.close()
  await mirror.close()
})

/** Registers the webhook of the integration at the server. */
async function register(): Promise<void> {
  const body = JSON.stringify({ url: `${mirror.url}/hooks`, secret })
  await fetch(`${server.inspector}receivers`, { method: 'POST', body })
}

test('asks for a webhook before an exploration', async () => {
  const page = await pages.open(screen)
  await page.goto(`${server.inspector}#/explorations`)
  await page.getByText('No active webhook is registered.').waitFor()
  await page.getByText('No exploration yet').waitFor()
  expect(await page.getByRole('button', { name: 'Explore' }).isDisabled()).toBe(true)
})

test.each(['light', 'dark'] as const)(
  'starts an exploration with the keyboard and shows matrix and failures (%s)',
  { timeout: 120_000 },
  async (colorScheme) => {
    await register()
    const page = await pages.open({ ...screen, colorScheme })
    await page.goto(`${server.inspector}#/explorations`)
    await page.getByRole('combobox', { name: /^Scenario/ }).selectOption('merge')
    await page.getByLabel('State').fill(`${mirror.url}/state`)
    await page.getByLabel('Reset').fill(`${mirror.url}/reset`)
    const histories = page.getByLabel('Histories')
    await histories.fill('20')
    await histories.press('Enter')
    await page.getByRole('progressbar', { name: 'Histories' }).waitFor()
    const region = page.getByRole('region', { name: 'Exploration of merge' })
    await region.getByText('Did not converge').waitFor({ timeout: 90_000 })
    const cells = page.getByRole('region', { name: 'Matrix' }).getByTitle(/^silent: /)
    expect(await cells.count()).toBeGreaterThan(0)
    const failure = page.getByRole('region', { name: / at / }).first()
    await failure.getByText('Transcripts').press('Enter')
    await failure.getByRole('heading', { name: 'Reference run' }).waitFor()
    expect(await failure.getByText(/instead of/).count()).toBeGreaterThan(0)
    expect(await seriousViolations(page)).toEqual([])
    const report = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Open the report' }).press('Enter')
    await (await report).getByRole('heading', { name: 'Exploration of merge' }).waitFor()
  },
)

test('copies the test that replays a failure', { timeout: 120_000 }, async () => {
  await register()
  const permissions = ['clipboard-read', 'clipboard-write']
  const page = await pages.open({ ...screen, permissions })
  await page.goto(`${server.inspector}#/explorations`)
  await page.getByRole('combobox', { name: /^Scenario/ }).selectOption('merge')
  await page.getByLabel('State').fill(`${mirror.url}/state`)
  await page.getByLabel('Reset').fill(`${mirror.url}/reset`)
  await page.getByLabel('Histories').fill('20')
  await page.getByRole('button', { name: 'Explore' }).press('Enter')
  const failure = page.getByRole('region', { name: / at / }).first()
  await failure.getByText('A test for it').press('Enter')
  await failure.getByRole('button', { name: 'Copy the test' }).press('Enter')
  await page.getByText('The test is in the clipboard.').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('explore(merge, connect, { replay: ')
  expect(copied).toBe(await failure.getByLabel('Test').textContent())
})

test('cancels an exploration and shows what it covered', { timeout: 120_000 }, async () => {
  await register()
  const page = await pages.open(screen)
  await page.goto(`${server.inspector}#/explorations`)
  await page.getByRole('combobox', { name: /^Scenario/ }).selectOption('merge')
  await page.getByLabel('State').fill(`${mirror.url}/state`)
  await page.getByLabel('Reset').fill(`${mirror.url}/reset`)
  await page.getByLabel('Histories').fill('5000')
  await page.getByRole('button', { name: 'Explore' }).press('Enter')
  await page.getByRole('progressbar', { name: 'Histories' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  const summary = page.getByRole('status').filter({ hasText: 'the exploration was canceled' })
  await summary.waitFor({ timeout: 90_000 })
})
