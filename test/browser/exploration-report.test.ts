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
import { axeViolations, screens } from './inspector-page.ts'

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

test.each(screens)(
  'has no accessibility violations and requests nothing ($width pixels, $colorScheme)',
  async ({ width, colorScheme }) => {
    const page = await pages.open({ viewport: { width, height: 900 }, colorScheme })
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(url)
    await page.getByRole('heading', { name: 'Exploration of renames-of-2' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
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
  const runs = await failure.getByRole('region', { name: /^What happened/ }).innerText()
  expect(runs).toMatch(/run that it is compared with[^]*this run/i)
  expect(runs).toMatch(/500/)
  const difference = failure.getByRole('region', { name: /^Differences/ })
  expect(await difference.innerText()).toContain('"Dekker 1"')
})

test('a narrow page shows both calls of the first difference, and scrolls in one box', async () => {
  const page = await pages.open({ viewport: { width: 400, height: 800 } })
  await page.goto(url)
  const runs = page.getByRole('region', { name: /^What happened/ }).first()
  const calls = runs.locator('.first-difference + .pair .seq-row')
  expect(await calls.allInnerTexts()).toEqual([
    expect.stringMatching(/GET .users.2.*200/s),
    expect.stringMatching(/GET .users.2.*500/s),
  ])
  for (const call of await calls.all()) {
    const box = await call.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 1_000)).toBeLessThan(400)
  }
  const hasOneBox = await page.evaluate(
    () =>
      document.documentElement.scrollHeight === innerHeight &&
      document.documentElement.scrollWidth === innerWidth,
  )
  expect(hasOneBox).toBe(true)
})

test('a button copies the replay text', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const page = await pages.open({ viewport: { width: 1280, height: 900 }, permissions })
  await page.goto(url)
  const failure = page.getByRole('region', { name: /500 at GET \/users\/2 #1/ })
  await failure.getByRole('button', { name: 'Copy: the replay text' }).press('Enter')
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
