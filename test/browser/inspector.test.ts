/** The inspector in a browser: user actions and their results. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pagesOfChromium } from './chromium.ts'
import { openInspector, runSampleStory, serverOfEachTest } from './inspector-page.ts'

const pages = pagesOfChromium()
const running = serverOfEachTest()
const { call } = running

const story = (): Promise<void> => runSampleStory(running.server)

async function visit(hash = '', options: Parameters<typeof pages.open>[0] = {}): Promise<Page> {
  return openInspector(pages, running.server, hash, {
    viewport: { width: 1280, height: 800 },
    ...options,
  })
}

describe('the clock', () => {
  test('shows the time and due tasks, and is moved by its buttons', async () => {
    await story()
    const page = await visit()
    const time = page.getByRole('timer')
    await expect.poll(() => time.innerText()).toContain('09:06:00')
    await page.getByText(/next in 4 min/).click()
    await page.getByLabel('Pending tasks').getByText('retry').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(() => time.innerText()).toContain('09:10:00')
    await page.getByRole('button', { name: '+5 min' }).click()
    await expect.poll(() => time.innerText()).toContain('09:15:00')
    await page.getByRole('button', { name: '+1 day' }).click()
    await expect.poll(() => time.innerText()).toContain('Tue, 6 Jan 2026')
    expect(running.server.emulator.now().toISOString()).toBe('2026-01-06T09:15:00.000Z')
  })

  test('is moved by the keyboard', async () => {
    const page = await visit()
    await page.keyboard.press('h')
    await expect.poll(() => page.getByRole('timer').innerText()).toContain('10:00:00')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    for (const key of ['d', 'n', 'Escape']) await page.keyboard.press(key)
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('5')
    await expect
      .poll(() => running.server.emulator.now().toISOString())
      .toMatch(/^2026-01-05T10:05/)
  })

  test('plays and stops', async () => {
    const page = await visit()
    await page.getByLabel('Speed').selectOption('3600')
    await page.getByRole('button', { name: 'Play' }).click()
    await page.getByText('playing ×3,600').waitFor()
    await expect
      .poll(() => running.server.emulator.now().getTime())
      .toBeGreaterThan(Date.parse('2026-01-05T09:20:00.000Z'))
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('stopped').waitFor()
  })
})

describe('the story', () => {
  test('shows new entries, and an entry with its causes and effects', async () => {
    const page = await visit()
    await page.getByText('Nothing has happened yet').waitFor()
    await story()
    const heads = page.locator('.heads')
    await expect.poll(() => heads.innerText()).toContain('app.test/hooks')
    await page.getByRole('link', { name: /delete user/ }).click()
    const act = page.getByRole('region', { name: /delete user/ })
    await act.getByRole('tab', { name: 'Changes' }).click()
    const changes = act.getByRole('tabpanel', { name: 'Changes' })
    await changes.getByRole('region', { name: 'users 4 deleted' }).getByText('last_name').waitFor()
    await act.getByRole('tab', { name: 'Summary' }).click()
    await act
      .getByRole('link', { name: /user\.deleted/ })
      .first()
      .click()
    await page.getByRole('region', { name: /user\.deleted/ }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    expect(new URL(page.url()).hash).toBe('#/story')
  })

  test('an arrow goes from the column of its sender to that of its receiver', async () => {
    await story()
    const page = await visit()
    await page
      .getByRole('link', { name: /user\.deleted.*Service to/ })
      .first()
      .waitFor()
    const centerOf = async (selector: string): Promise<number> => {
      const box = await page.locator(selector).first().boundingBox()
      return Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2)
    }
    const row = page.locator('.seq-row.entry').filter({ hasText: 'user.deleted' }).first()
    const arrow = await row.locator('.arrow').boundingBox()
    const ends = [arrow?.x ?? 0, (arrow?.x ?? 0) + (arrow?.width ?? 0)].map(Math.round)
    const heads = [await centerOf('.head.service'), await centerOf('.head.receiver')]
    heads.forEach((x, i) => expect(Math.abs(x - (ends[i] ?? 0))).toBeLessThanOrEqual(2))
  })

  test('is filtered by groups, and found by its bodies', async () => {
    await story()
    const page = await visit()
    await page.getByRole('link', { name: /GET \/users\/1/ }).waitFor()
    await page.getByLabel('Show').selectOption('failures')
    await expect.poll(() => page.getByRole('link', { name: /GET \/users\/1/ }).count()).toBe(0)
    await page.getByText(/^\d+ of \d+ entries$/).waitFor()
    await page.getByRole('link', { name: /GET \/nowhere/ }).click()
    const panel = page.getByRole('region', { name: /nowhere/ })
    await panel
      .getByText(/there is no operation GET \/nowhere/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByLabel('Show').selectOption('everything')
    const [user] = running.server.emulator.rows('users', { id: 1 })
    await page.getByRole('searchbox', { name: /bodies/ }).fill(String(user?.email))
    await page.getByRole('link', { name: /GET \/users\/1/ }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: /nowhere/ }).count()).toBe(0)
  })

  test('is searched to the start of a long journal', async () => {
    const { emulator } = running.server
    await call('/users/1')
    for (let i = 0; i < 2_100; i += 1) await emulator.fetch('/users/2')
    const page = await visit()
    const [user] = emulator.rows('users', { id: 1 })
    await page.getByRole('searchbox', { name: /bodies/ }).fill(String(user?.email))
    await page.getByText(/^1 of 2,\d{3} entries$/).waitFor()
    await page.getByRole('link', { name: /GET \/users\/1/ }).waitFor()
  })

  test('is read with the keyboard: an entry, its tabs, and back to it', async () => {
    await story()
    const page = await visit()
    const focused = (): Promise<string | undefined> =>
      page.evaluate(() => document.activeElement?.textContent?.trim())
    await page.getByRole('link', { name: /GET \/users\/1/ }).waitFor()
    await page.getByRole('region', { name: 'Sequence' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toMatch(/^GET \/nowhere/)
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Summary')
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toBe('Request')
    await page.keyboard.press('Escape')
    expect(await focused()).toMatch(/^GET \/nowhere/)
    expect(new URL(page.url()).hash).toBe('#/story')
  })

  test('is written to a file that needs no network', async () => {
    await story()
    const page = await visit()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export' }).click()
    expect((await download).suggestedFilename()).toBe('story.html')
  })
})

describe('tables', () => {
  test('are searched, and link rows to each other', async () => {
    const mia = running.server.emulator.given('users', { first_name: 'Mia', last_name: 'Zwart' })
    running.server.emulator.given('enrollments', 2, { student_id: mia.id })
    const page = await visit('#/records')
    await page.getByRole('link', { name: /^users/ }).click()
    await page.getByRole('searchbox', { name: 'Search users' }).fill('zwart')
    await page.getByRole('row').filter({ hasText: 'Zwart' }).click()
    const row = page.getByRole('region', { name: 'Mia Zwart' })
    await row.getByRole('link', { name: /enrollments by student id/ }).click()
    await page
      .getByText(`Student id is ${mia.id}`)
      .or(page.getByText(`student id is ${mia.id}`))
      .waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(3)
    await page
      .getByRole('link', { name: /Mia Zwart/ })
      .first()
      .click()
    await row.waitFor()
    await row.getByRole('button', { name: 'As in the API' }).click()
    await row.getByText('"last_name": "Zwart"').waitFor()
  })

  test('are paginated and updated live', async () => {
    running.server.emulator.given('users', 60)
    const page = await visit('#/records/users')
    const status = page.getByRole('status').filter({ hasText: '–' })
    await expect.poll(() => status.innerText()).toContain('1–50')
    await page.getByRole('button', { name: 'Next', exact: true }).last().click()
    await expect.poll(() => status.innerText()).toContain('51–68')
    running.server.emulator.given('users', { first_name: 'Late' })
    await page.getByText('Late', { exact: true }).waitFor()
  })
})

test('a rejected act is shown with the reason', async () => {
  expect(() => running.server.emulator.act.deleteUser({ user: 4711 })).toThrow(
    'user does not exist',
  )
  const page = await visit('#/story')
  const line = page.getByRole('link', { name: /delete user/ })
  await line.locator('.pill.refused').waitFor()
  await line.click()
  await page
    .getByText(/id does not exist/)
    .first()
    .waitFor()
})

test('a call outside the base URL is shown with its full URL and explained', async () => {
  await running.server.emulator.fetch(`${running.server.url}/elsewhere/users`)
  const page = await visit('#/story')
  await page.getByRole('link', { name: /GET http:\/\/\S+\/elsewhere\/users/ }).click()
  await page
    .getByText(/auth\.refused/)
    .first()
    .waitFor()
})

describe('missing content', () => {
  test('a deleted row shows its last values and the cause of the deletion', async () => {
    await story()
    const page = await visit('#/records/users/4')
    const panel = page.getByRole('region').filter({ hasText: 'users 4 · deleted' })
    await panel.getByText('This row was deleted at 2026-01-05 09:00:00').waitFor()
    await panel.getByText('first name', { exact: true }).waitFor()
    await panel.getByRole('link', { name: /of the story/ }).click()
    await page.getByRole('region', { name: 'users 4 deleted' }).waitFor()
  })

  test.each([
    ['records/users/4711', 'There is no row 4711 in users.'],
    ['story/4711', 'There is no entry 4711: the journal is empty.'],
  ])('%s is reported in its panel', async (view, says) => {
    const page = await visit(`#/${view}`)
    await page.getByText(says, { exact: true }).waitFor()
    expect(await page.locator('.toast').innerText()).toBe('')
  })
})

test('an error message covers no content and closes with the view', async () => {
  running.server.emulator.given('users', 60)
  const page = await visit('#/records/users')
  await page.route('**/clock', (route) => route.fulfill({ status: 422, json: refusal }))
  await page.getByRole('button', { name: '+5 min' }).click()
  const said = page.getByRole('status').filter({ hasText: 'too far' })
  await said.waitFor()
  await page.getByRole('button', { name: 'Next', exact: true }).last().click({ timeout: 5_000 })
  await page.getByRole('status').filter({ hasText: '51–' }).waitFor()
  expect(await said.isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Faults' }).click()
  await said.waitFor({ state: 'hidden' })
})

const refusal = { error: { code: 'bad_duration', message: 'Could not advance: too far.' } }

test('webhooks show attempts with their messages, and the payload', async () => {
  await story()
  const page = await visit('#/webhooks')
  await page.getByRole('heading', { name: 'https://app.test/hooks' }).waitFor()
  await page.getByRole('link', { name: /user\.deleted/ }).click()
  const panel = page.getByRole('region', { name: 'user.deleted' })
  await panel.getByText(/^Not delivered: the endpoint answered 503 to attempt 2/).waitFor()
  await panel.getByRole('tab', { name: 'Request' }).click()
  await panel.getByText('webhook-id', { exact: true }).waitFor()
  await panel.getByText('"event": "user.deleted"').first().waitFor()
  await panel.getByRole('link', { name: /attempt 1/ }).click()
  await page.getByRole('region', { name: 'user.deleted #1' }).waitFor()
})

test('a webhook shows its secret on request', async () => {
  await story()
  const page = await visit('#/webhooks')
  await page.getByRole('button', { name: 'show secret' }).click()
  const { emulator } = running.server
  const { secret } = emulator.receiver({ url: 'https://app.test/hooks', register: false })
  await page.getByText(secret as string).waitFor()
})

describe('the page', () => {
  test('loads no external resource, and forbids them in its CSP', async () => {
    const response = await fetch(running.server.inspector)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    const page = await pages.open()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).origin))
    await page.goto(running.server.inspector)
    await page.getByText('live', { exact: true }).waitFor()
    expect([...new Set(asked)].filter((origin) => origin !== 'null')).toEqual([running.server.url])
  })

  test('reconnects after the connection breaks', async () => {
    const page = await visit()
    await page.context().setOffline(true)
    await call('/users/1')
    await page.context().setOffline(false)
    await page.getByText('1 entries').or(page.getByText('1 entry')).waitFor()
  })

  test('follows the color scheme of the system until the user selects one', async () => {
    const page = await visit('', { colorScheme: 'dark' })
    const background = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(await background()).toBe('rgb(20, 21, 23)')
    await page.getByRole('button', { name: /theme/ }).click()
    await expect.poll(background).toBe('rgb(250, 249, 246)')
  })
})
