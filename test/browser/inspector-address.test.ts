/** The inspector in a browser: addresses that are not those of a view. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pagesOfChromium } from './chromium.ts'
import { openInspector, serverOfEachTest } from './inspector-page.ts'

const pages = pagesOfChromium()
const running = serverOfEachTest()

async function visit(hash: string): Promise<Page> {
  return openInspector(pages, running.server, hash)
}

describe('the address', () => {
  test('that is not correctly encoded shows an error, and the next address shows its view', async () => {
    const page = await visit('#/records/%E0%A4%A')
    const alert = page.getByRole('alert')
    expect(await alert.innerText()).toContain(
      '“#/records/%E0%A4%A” is not correctly percent-encoded.',
    )
    await alert.getByRole('link', { name: 'Open the story' }).click()
    await alert.waitFor({ state: 'detached' })
    await page.goto(`${running.server.inspector}#/%`)
    await alert.waitFor()
    await page.goto(`${running.server.inspector}#/story`)
    await alert.waitFor({ state: 'detached' })
    expect(await page.locator('nav.views [aria-current]').innerText()).toContain('Story')
  })

  test('below the path of the service shows the same page, which is live', async () => {
    const page = await pages.open()
    await page.goto(`${running.server.baseUrl}/_emulator#/story`)
    await page.getByText('live', { exact: true }).waitFor()
    await running.call('/users/1')
    await page.getByText('GET /users/1').first().waitFor()
  })

  test('of an unknown view names it', async () => {
    const page = await visit('#/nowhere')
    await page.getByRole('heading', { name: 'The view “nowhere” does not exist' }).waitFor()
  })
})
