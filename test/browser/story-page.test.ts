/** The HTML page of a story in a browser: accessibility, with and without an open entry, and the keyboard. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createEmulator, storyToHTML } from 'course-admin-emulator'
import { beforeAll, expect, test } from 'vitest'
import { pagesOfChromium } from './chromium.ts'
import { axeViolations, screens } from './inspector-page.ts'

const pages = pagesOfChromium()
let url: string
beforeAll(async () => {
  const emulator = createEmulator({ world: 'small-school' })
  emulator.receiver({ url: 'https://app.test/hooks', answer: 503 })
  emulator.fault({ event: 'user.deleted', times: 1, with: { status: 503 } })
  await emulator.fetch('/nowhere', { headers: emulator.headers })
  emulator.act.deleteUser({ user: 4 })
  emulator.act.updateUser({ user: 5, last_name: 'Dekker' })
  await emulator.advance('20m')
  const file = join(await mkdtemp(join(tmpdir(), 'story-')), 'story.html')
  await writeFile(file, storyToHTML(emulator.story()))
  url = pathToFileURL(file).href
})

test.each(screens)(
  'has no accessibility violations ($width pixels, $colorScheme)',
  async ({ width, colorScheme }) => {
    const page = await pages.open({ viewport: { width, height: 800 }, colorScheme })
    await page.goto(url)
    expect(await axeViolations(page)).toEqual([])
    await page
      .getByRole('link', { name: /user\.deleted #1/ })
      .first()
      .click()
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      expect(await axeViolations(page)).toEqual([])
    }
  },
)

test('is read with the keyboard: an entry, its tabs, and back to it', async () => {
  const page = await pages.open({ viewport: { width: 1280, height: 800 } })
  await page.goto(url)
  const focused = (): Promise<string | undefined> =>
    page.evaluate(() => document.activeElement?.textContent?.trim())
  await page.getByRole('link', { name: /GET \/nowhere/ }).focus()
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toMatch(/^delete user/)
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Summary')
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe('Changes')
  await page.keyboard.press('Escape')
  expect(await focused()).toMatch(/^delete user/)
})
