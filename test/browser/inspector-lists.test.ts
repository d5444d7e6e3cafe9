/** The lists of the inspector in a browser: filters, searches, missing items and lines that fit. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pagesOfChromium } from './chromium.ts'
import { openInspector, serverOfEachTest } from './inspector-page.ts'

const pages = pagesOfChromium()
const running = serverOfEachTest()
const { call } = running

async function visit(hash: string, width = 1280): Promise<Page> {
  return openInspector(pages, running.server, hash, { viewport: { width, height: 800 } })
}

describe('the filter of a table', () => {
  const filter = '?field=student_id&id='

  test.each([
    ['a click on its row', (page: Page) => page.getByRole('row').last().click()],
    [
      'the link of its id',
      (page: Page) => page.getByRole('row').last().getByRole('link').first().click(),
    ],
  ])('stays after %s, and after the panel is closed', async (_, open) => {
    const { id } = running.server.emulator.given('users')
    running.server.emulator.given('enrollments', 2, { student_id: id })
    const page = await visit(`#/records/enrollments${filter}${id}`)
    const chip = page.getByRole('link', { name: 'Show all rows' })
    await expect.poll(() => page.getByRole('row').count()).toBe(3)
    await open(page)
    await page.getByRole('button', { name: 'Close' }).waitFor()
    await chip.waitFor()
    expect(await page.getByRole('row').count()).toBe(3)
    await page.getByRole('button', { name: 'Close' }).click()
    expect(new URL(page.url()).hash).toBe(`#/records/enrollments${filter}${id}`)
  })

  test('stays after the panel of a missing row is closed', async () => {
    const page = await visit(`#/records/enrollments/4711${filter}1`)
    await page.getByText('There is no row 4711').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    expect(new URL(page.url()).hash).toBe(`#/records/enrollments${filter}1`)
  })
})

test('a table is found by its name in the API, and a search without a match says so', async () => {
  const page = await visit('#/records')
  const search = page.getByRole('searchbox', { name: 'Find a table' })
  await search.fill('Planned_courses')
  const tables = page.getByRole('navigation', { name: 'Tables' }).getByRole('link')
  await expect.poll(() => tables.count()).toBe(1)
  expect(await tables.innerText()).toContain('planned courses')
  await search.fill('zzzz')
  await page.getByText('No table matches').waitFor()
})

describe('assumptions', () => {
  const figures = (page: Page): Promise<string> =>
    page.getByRole('list', { name: 'Assumption report' }).getByRole('listitem').last().innerText()

  test('a search without a match does not deny the use of assumptions', async () => {
    await call('/users')
    const page = await visit('#/assumptions')
    await page.getByText(/relies on/).waitFor()
    await page.getByRole('searchbox', { name: 'Search assumptions' }).fill('zzzz')
    await page.getByText('No assumption matches').waitFor()
    expect(await page.getByText('No assumptions used').count()).toBe(0)
  })

  test('the figures and the sentence below name the same number after a reset', async () => {
    await call('/users?per_page=2&page=2')
    await call('/users/4711')
    running.server.emulator.reset()
    const page = await visit('#/assumptions')
    const sentence = page.getByText(/relies on/)
    await sentence.waitFor()
    const count = /\d+/.exec(await figures(page))?.[0]
    expect(Number(count)).toBeGreaterThan(0)
    expect(/\d+/.exec(await sentence.innerText())?.[0]).toBe(count)
    expect(await page.getByText('No assumptions used').count()).toBe(0)
  })
})

describe('webhooks', () => {
  test('an unknown id is reported beside the list', async () => {
    running.server.emulator.receiver({ url: 'https://app.test/hooks' })
    const page = await visit('#/webhooks/nope')
    await page.getByText('There is no webhook “nope”').waitFor()
    const list = page.getByRole('navigation', { name: 'Webhooks' })
    await list.getByText('app.test/hooks').waitFor()
    expect(await list.locator('[aria-current]').count()).toBe(0)
  })

  test('a notification of a deleted webhook is shown, and its panel closes to this webhook', async () => {
    for (const name of ['a', 'b'])
      running.server.emulator.receiver({ url: `https://${name}.test/hooks` })
    running.server.emulator.act.deleteUser({ user: 4 })
    await running.server.emulator.settle()
    const [webhook] = running.server.emulator.rows('webhooks', { url: 'https://a.test/hooks' })
    const id = webhook?.id as string
    const [notification] = running.server.emulator.rows('webhook_notifications', {
      webhook_id: id,
    } as never)
    await fetch(`${running.server.baseUrl}/webhooks/${id}`, {
      method: 'DELETE',
      headers: running.server.emulator.headers,
    })
    const page = await visit(`#/webhooks/${id}/${notification?.id as string}`)
    await page.getByText(`There is no webhook “${id}”`).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    expect(new URL(page.url()).hash).toBe(`#/webhooks/${id}`)
  })

  test.each([1280, 390])('the lines of attempts fit at a width of %d', async (width) => {
    running.server.emulator.receiver({ url: 'https://app.test/hooks' })
    running.server.emulator.outage({ of: 'webhooks' } as never)
    running.server.emulator.act.deleteUser({ user: 4 })
    await running.server.emulator.advance('11m')
    const page = await visit('#/webhooks', width)
    const line = page.locator('a.line').filter({ hasText: 'user.deleted' })
    await line.click()
    const attempts = page.getByRole('link', { name: /^attempt \d/ })
    await attempts.nth(2).waitFor()
    const cut = await attempts.evaluateAll((all) =>
      all
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((e) => e.innerHTML),
    )
    expect(cut).toEqual([])
    if (width < 600) return
    const name = await line.locator('.cut').evaluate(({ clientWidth }) => clientWidth)
    expect(name).toBeGreaterThan(60)
    const time = await line.locator('.when').evaluate((e) => e.getClientRects().length)
    expect(time).toBe(1)
  })
})
