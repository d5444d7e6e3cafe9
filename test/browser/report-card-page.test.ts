/** The HTML page of a report card in a browser: accessibility, keyboard, copy buttons, no requests. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { cardOf } from '../conformance/check/sample-cards.ts'
import { pagesOfChromium } from './chromium.ts'
import { axeViolations, screens } from './inspector-page.ts'

const pages = pagesOfChromium()
let url: string
beforeAll(async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'report-card-')), 'report-card.html')
  await writeFile(file, cardOf().toHTML())
  url = pathToFileURL(file).href
})

test.each(screens)(
  'has no accessibility violations and requests nothing ($width pixels, $colorScheme)',
  async ({ width, colorScheme }) => {
    const page = await pages.open({ viewport: { width, height: 768 }, colorScheme })
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(url)
    await page.getByRole('heading', { name: 'Report card' }).waitFor()
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    expect(await axeViolations(page)).toEqual([])
    expect(requested).toEqual([url])
  },
)

test('shows the run of a failure, and fits a narrow screen', async () => {
  const page = await pages.open({ viewport: { width: 360, height: 640 } })
  await page.goto(url)
  const failure = page.locator('section.failure').first()
  await failure.getByRole('region', { name: /^What happened/ }).waitFor()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
})
