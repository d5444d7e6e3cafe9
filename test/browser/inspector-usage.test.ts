/** The view of usage in a browser. */
import { expect, test } from 'vitest'
import { pagesOfChromium } from './chromium.ts'
import { axeViolations, serverOfEachTest } from './inspector-page.ts'

const pages = pagesOfChromium()
const running = serverOfEachTest({ rateLimit: { requestsPerWindowMax: 15 } })

const call = (path: string): Promise<Response> =>
  running.server.emulator.fetch(path, { headers: running.server.emulator.headers })

/** Reads a page and its records one by one, waits after a 429 and uses a page number. */
async function synchronize(): Promise<void> {
  running.server.emulator.given('users', 10)
  const users = (await (await call('/users')).json()) as { id: number }[]
  for (const { id } of users.slice(0, 15)) await call(`/users/${id}`)
  await running.server.emulator.advance('5m')
  await call('/orders?page=1')
}

test.each(['light', 'dark'] as const)(
  'shows figures, chart, advice and deprecated parts without accessibility violations (%s)',
  async (colorScheme) => {
    await synchronize()
    const page = await pages.open({ viewport: { width: 1280, height: 900 }, colorScheme })
    await page.goto(`${running.server.inspector}#/story/usage`)
    const figures = page.getByRole('list', { name: 'Figures' }).getByRole('listitem')
    await expect
      .poll(() => figures.allInnerTexts())
      .toEqual([
        expect.stringContaining('17'),
        expect.stringContaining('5 min'),
        expect.stringContaining('15'),
        expect.stringContaining('waiting after 429 (1 call)'),
      ])
    const chart = page.getByRole('img', { name: /^Calls over time/ })
    expect(await chart.getAttribute('aria-label')).toContain(
      'The fullest rate window has 15 of 15 calls. 1 period of waiting after a 429.',
    )
    expect(await chart.locator('rect.band').count()).toBe(1)
    await page.getByText(/^get_user_by_id 14 times: pages of get_users contained/).waitFor()
    await page.getByText('page number of get_orders: 1 call').waitFor()
    const row = page.getByRole('row', { name: /^get_user_by_id/ })
    expect(await row.innerText()).toMatch(/200: 14, 429: 1/)
    expect(await axeViolations(page)).toEqual([])
  },
)

test('is updated live, and its evidence is opened with the keyboard', async () => {
  const page = await pages.open({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${running.server.inspector}#/story/usage`)
  await page.getByText('No calls yet').waitFor()
  await synchronize()
  const entry = page.getByRole('listitem').filter({ hasText: 'get_user_by_id 14 times' })
  const link = entry.getByRole('link').first()
  await link.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/story\/\d+/)
  const panel = page.getByRole('region', { name: /^GET \/users\/\d+$/ })
  await panel.locator('.pill.ok').first().waitFor()
})
