/** The HTML report of an exploration in a browser: heat map, failures, keyboard, copy buttons and accessibility. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { explore } from '../../src/explore.ts'
import { beforeAll, expect, test } from 'vitest'
import { forgetfulMirror } from '../conformance/explore/forgetful-mirror.ts'
import { renamesOf } from '../conformance/explore/mirror.ts'
import { pagesOfChromium } from './chromium.ts'
import { seriousViolations } from './inspector-page.ts'

const pages = pagesOfChromium()
let url: string
beforeAll(async () => {
  const exploration = await explore(renamesOf(2), forgetfulMirror(), {
    depth: 1,
    deviations: ['requests'],
  })
  const file = join(await mkdtemp(join(tmpdir(), 'exploration-')), 'report.html')
  await writeFile(file, exploration.toHTML())
  url = pathToFileURL(file).href
}, 60_000)

test.each(['light', 'dark'] as const)(
  'has no accessibility violations and requests nothing (%s)',
  async (colorScheme) => {
    const page = await pages.open({ viewport: { width: 1280, height: 900 }, colorScheme })
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(url)
    await page.getByRole('heading', { name: 'Exploration of renames-of-2' }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    expect(requested).toEqual([url])
  },
)

test('a cell of the heat map leads to its failure with the keyboard', async () => {
  const page = await pages.open({ viewport: { width: 1280, height: 900 } })
  await page.goto(url)
  const cell = page.getByTitle('diverged: 500 at GET /users/2 #1')
  await cell.locator('xpath=..').focus()
  await page.keyboard.press('Enter')
  const failure = page.locator('section:target')
  expect(await failure.getByRole('heading', { level: 2 }).innerText()).toContain(
    '500 at GET /users/2 #1',
  )
  const rows = failure.getByRole('region', { name: /^Timeline/ }).getByRole('row')
  const texts = await rows.allInnerTexts()
  expect(texts[0]).toMatch(/Reference run.*This schedule/s)
  expect(texts.some((text) => /\+ request +GET \/users\/2 -> 500/.test(text))).toBe(true)
  expect(texts.some((text) => /− request +GET \/users\/2 -> 200/.test(text))).toBe(true)
  const difference = failure.getByRole('region', { name: /^Difference/ })
  expect(await difference.innerText()).toContain('"Dekker 1"')
})

test('a button copies the replay text', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const page = await pages.open({ viewport: { width: 1280, height: 900 }, permissions })
  await page.goto(url)
  const failure = page.getByRole('region', { name: /500 at GET \/users\/2 #1/ })
  await failure.getByRole('button', { name: 'Copy the replay text' }).press('Enter')
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe('500 at GET /users/2 #1')
})

test('scrolls inside its tables on a narrow screen', async () => {
  const page = await pages.open({ viewport: { width: 360, height: 700 } })
  await page.goto(url)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
})
