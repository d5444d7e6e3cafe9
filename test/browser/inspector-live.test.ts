/** The inspector in a browser: a page that is open shows what others change. */
import { startServer } from 'course-admin-emulator/server'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pagesOfChromium } from './chromium.ts'
import { serverOfEachTest } from './inspector-page.ts'
import { showView } from './inspector-views-page.ts'

const pages = pagesOfChromium()
const running = serverOfEachTest()
const { call } = running

const control = (path: string, body: object): Promise<Response> =>
  fetch(running.server.inspector + path, { method: 'POST', body: JSON.stringify(body) })

async function visit(view: string): Promise<Page> {
  const page = await pages.open({ viewport: { width: 1280, height: 800 } })
  // Note: a view that is still loading shows a change also without the live events.
  await showView(page, running.server, view)
  return page
}

test('a restart of the server shows the journal and the clock of the new one', async () => {
  for (const id of [1, 2, 3]) await call(`/users/${id}`)
  const page = await visit('story')
  await page.getByText('3 entries').waitFor()
  const { port } = new URL(running.server.url)
  await running.server.close()
  await page.getByText('not connected').waitFor()
  running.server = await startServer({ port: Number(port), world: 'small-school', clock: 'system' })
  await call('/courses')
  await page.getByText('1 entry').waitFor()
  expect(await page.getByRole('link', { name: /GET / }).allInnerTexts()).toEqual([
    expect.stringContaining('GET /courses'),
  ])
  await page.getByText('real time').waitFor()
})

test('the end of the story has the time of the clock', async () => {
  await call('/users/1')
  const page = await visit('story')
  await expect.poll(() => page.locator('.seq-row.now time').innerText()).toBe('09:00:00')
  await control('clock', { advance: '5m' })
  await expect.poll(() => page.locator('.seq-row.now time').innerText()).toBe('09:05:00')
})

describe('the page follows', () => {
  test('faults', async () => {
    const page = await visit('faults')
    await page.getByText('No faults').waitFor()
    await control('faults', { operation: 'get_users', with: { status: 503 } })
    await page.getByRole('button', { name: /^End fault/ }).waitFor()
  })

  test('snapshots', async () => {
    const page = await visit('settings')
    await page.getByRole('button', { name: 'Take a snapshot' }).waitFor()
    await control('snapshots', { name: 'from elsewhere' })
    await page.getByRole('listitem').filter({ hasText: 'from elsewhere' }).waitFor()
  })

  test('alternatives of assumptions', async () => {
    const page = await visit('assumptions')
    await page.getByText('No assumptions used').waitFor()
    const [assumption] = (
      await (await fetch(`${running.server.inspector}assumptions`)).json()
    ).filter(({ alternatives }: { alternatives: object }) => Object.keys(alternatives).length > 0)
    const [alternative] = Object.keys(assumption.alternatives)
    await control('assumptions', { [assumption.id]: alternative })
    await page.getByText(assumption.id).waitFor()
  })
})
